"""What a laptop waits for, and what the firmware takes of the flash."""

from __future__ import annotations

from buzzglass.decks import files
from buzzglass.device.client import Client
from buzzglass.device.loading import load_deck
from pico.device import Transport
from pico.figures import Figure
from pico.images import FOUR, GAME
from pico.rows.presses import LONG_NAMES
from pico.rows.run import Run

BLOCK, BLOCKS = 4096, 352


def load(run: Run) -> list[Figure]:
    """A deck of 432 cards with notes, onto a device with nothing but the firmware; how much of the
    flash is used before."""
    with run.bench("installed", 8) as bench:
        bench.run(1000)
        free = bench.ask("hello")[0]["free"]
        deck = files.parse_deck(run.images.deck)
        loaded = load_deck(Client(Transport(bench.device), 0x300), deck)
        run.done(bench, "load")
    return [
        Figure(f"432 cards with notes, {loaded['bytes']:,} bytes, loaded", loaded["seconds"], "s",
               5),
        Figure(f"flash used, of {BLOCKS} blocks", BLOCKS - free // BLOCK, "blocks", 60),
    ]  # fmt: skip


def status(run: Run) -> list[Figure]:
    """The state asked for in a game's `ready`."""
    found = []
    with run.bench("decked", 9) as bench:
        for what, people, bound in (
            ("4 players", FOUR, 0.1),
            ("18 players with long names", {"players": LONG_NAMES}, 0.3),
        ):
            bench.ask("new", setup={**GAME, **people})
            took = []
            for _ in range(run.many(6, 3)):
                bench.run(bench.soon() - bench.now)
                took.append(bench.ask("status")[1] / 1000)
            found.append(Figure(f"status, {what}, worst of {len(took)}", max(took), "s", bound))
        run.done(bench, "status")
    return found
