"""A game file replayed by the board's own rules: the state it leads to."""

from __future__ import annotations

import datetime
import json
from typing import Any, cast

from buzzglass.errors import ToolError
from buzzglass.shapes import State
from glass import registry
from glass.formats import event_record, game_file
from glass.formats.errors import Refused
from glass.games.events import LEFT
from glass.games.session import Session


class ReplayError(ToolError):
    """A journal that this version's rules cannot follow, or whose set-up is damaged."""


Event = tuple[int, int, str]  # kind, value, text


def split(journal: bytes) -> tuple[dict[str, Any], list[Event]]:
    """(complete set-up, events) of a game file; a torn last event is left out."""
    head, _, body = journal.partition(b"\n")
    try:
        setup = game_file.setup_of(head)
    except ValueError:
        raise ReplayError("The game's set-up is damaged.")
    return setup, _events(body)[0]


def _events(body: bytes) -> tuple[list[Event], bool]:
    """(events, True if there is nothing torn after them)."""
    events: list[Event] = []
    try:
        for event in event_record.records(body):
            events.append(event)
    except ValueError:
        return events, False
    return events, True


def identity(journal: bytes) -> str:
    """What of a game file's set-up never changes, as text."""
    try:
        setup = split(journal)[0]
    except ReplayError:
        return ""
    setup.pop("language", None)
    setup.pop("compacted", None)
    return json.dumps(setup, sort_keys=True)


def replay(journal: bytes) -> State:
    """The state a game file leads to, by the board's own rules; the card is never told."""
    setup, events = split(journal)
    try:
        session = Session(setup, registry.rules_of(setup))
        for kind, value, text in events:
            if kind != LEFT:
                session.apply(kind, value, text)
        state = cast(State, {**session.state()})
    except (Refused, KeyError, IndexError, TypeError, ValueError) as error:
        raise ReplayError(f"The game cannot be replayed ({error}): update this tool.")
    state["game_id"] = setup.get("game_id", state.get("game_id"))
    state["card"] = None
    return state


def is_sound(journal: bytes, game_id: str) -> bool:
    """True if a game file is of that game, has whole events, and the rules can follow them."""
    try:
        whole = _events(journal.partition(b"\n")[2])[1]
        return whole and bool(replay(journal)["game_id"] == game_id)
    except ReplayError:
        return False


def started_at(setup: dict[str, Any]) -> str | None:
    """When the game was begun, ISO 8601 in UTC, if the device knew the time."""
    value = setup.get("started")
    if isinstance(value, int) and value > 0:
        moment = datetime.datetime.fromtimestamp(value, datetime.timezone.utc)
        return moment.isoformat(timespec="seconds")
    return None
