"""A checked deck put on a device."""

from __future__ import annotations

from collections.abc import Callable

from buzzglass.decks.deck import Deck
from buzzglass.device.client import Client
from buzzglass.device.upload import upload_deck
from buzzglass.errors import ToolError
from buzzglass.shapes import LoadedDeck


def refuse_errors(checked: Deck) -> None:
    """Raise ToolError if the deck file has errors."""
    if checked.errors:
        first = checked.errors[0]
        what = f" ({first['text'][:40]})" if first["text"] else ""
        more = f", and {len(checked.errors) - 1} more" if len(checked.errors) > 1 else ""
        raise ToolError(
            f"The deck was not loaded: line {first['line']}{what}: {first['problem']}{more}; "
            "see 'buzzglass deck check'."
        )


def load_deck(
    client: Client, checked: Deck, progress: Callable[[int, int], None] | None = None
) -> LoadedDeck:
    """Put a checked deck on the device; progress(done, total) is called with bytes.

    Returns what `deck load --json` prints. Raises ToolError if the deck has errors, DeviceError,
    LinkError.
    """
    refuse_errors(checked)
    data = checked.pack()
    tell = progress or (lambda done, total: None)
    return upload_deck(client, checked.name, data, lambda done: tell(done, len(data)))
