"""Shapes of the objects that are printed with --json or come from a device.

What comes from a device is only as sure as whoever read it has checked: see `client.field`.
"""

from __future__ import annotations

from typing import TypedDict


class Problem(TypedDict):
    """An error or a warning of a deck file. line: where the record starts, from 1."""

    line: int
    column: str
    text: str
    problem: str


class DeckReport(TypedDict):
    """A deck file as it was understood: what `deck check --json` prints."""

    name: str
    kind: str
    cards: int
    encoding: str
    yellow: list[str]
    blue: list[str]
    errors: list[Problem]
    warnings: list[Problem]


class DeckEntry(TypedDict):
    """A deck on the device, as `deck list --json` prints it."""

    name: str
    kind: str
    cards: int
    bytes: int


class LoadedDeck(TypedDict):
    """A deck that has been put on the device: what `deck load --json` prints."""

    name: str
    cards: int
    bytes: int
    seconds: float


# "pass" is a word of Python and can be no attribute of a class.
ThisTurn = TypedDict("ThisTurn", {"got": int, "pass": int, "foul": int})


class Player(TypedDict):
    """A player with the points of the cards guessed while they spoke."""

    name: str
    total: int


class Team(Player):
    """A team; rounds: points a round."""

    players: list[str]
    rounds: list[int]


class _Page(TypedDict):
    title: str
    row: str


class Menu(_Page, total=False):
    """The page of the menu that is shown. rows: None on a page for spelling."""

    rows: list[str] | None
    at: int | None


class State(TypedDict):
    """Where a device's game stands; schemas/state.json describes each key."""

    game: str | None
    game_id: str | None
    edition: str | None
    phase: str
    round: int | None
    turn: int | None
    team: int | None
    speaker: int | None
    speaker_name: str | None
    remaining_ms: int | None
    deck: int | None
    aside: int | None
    card: str | None
    this_turn: ThisTurn | None
    teams: list[Team]
    players: list[Player]
    winners: list[str]
    events: int
    menu: Menu | None
    partner: int | None


class Hello(TypedDict, total=False):
    """What a device says about itself. free: bytes of flash; window: bytes it takes at once."""

    name: str
    version: str
    board: str
    id: str
    protocol: int
    free: int
    language: str
    window: int


class GameFile(TypedDict):
    """A game in the device's list. crc: CRC-32 of its bytes."""

    id: str
    bytes: int
    crc: int


class KeptFile(TypedDict):
    """A damaged file in the device's quarantine."""

    name: str
    bytes: int


class CrashReport(TypedDict):
    """at: ISO 8601, None if the device did not know the time."""

    at: str | None
    text: str


class Reply(TypedDict, total=False):
    """A device's reply to any request: PROTOCOL.md says which keys belong to which."""

    state: State
    game_id: str
    at: int
    upload: int
    name: str
    cards: int
    bytes: int
    decks: list[DeckEntry]
    data: str
    size: int
    end: bool
    crc: int
    games: list[GameFile]
    more: bool
    settings: dict[str, object]
    aside: list[KeptFile]
    crashes: list[dict[str, object]]


class Synced(TypedDict):
    """What `sync --json` prints. games: ids of the new and the updated ones."""

    new: int
    updated: int
    unchanged: int
    games: list[str]


class PastGame(TypedDict):
    """A game as `history --json` prints it. started: ISO 8601 in UTC."""

    game_id: str
    game: str | None
    edition: str | None
    started: str | None
    finished: bool
    teams: list[Team]
    players: list[Player]
    winners: list[str]


class _Port(TypedDict):
    port: str
    name: str
    serial: str
    buzzglass: bool


class Port(_Port, total=False):
    """A serial port as `ports --json` prints it. problem: why one that was asked is not ours."""

    problem: str
