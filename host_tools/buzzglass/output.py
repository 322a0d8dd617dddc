"""Tables and texts for people: scores, decks, games, ports. Names in play are left out."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any

from rich.markup import escape
from rich.table import Table

from buzzglass.shapes import Port, Problem, State
from glass import registry

# Control characters, line separators, marks that turn the direction of writing, half surrogates.
UNSEEN = re.compile(
    r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)

GAMES = {entry.FACTS.NAME: entry.FACTS.TITLE for entry in registry.GAMES}  # for people
WITHOUT_PLAYERS = {entry.FACTS.NAME for entry in registry.GAMES if not entry.FACTS.PLAYERS}


def visible(text: str) -> str:
    """A text for a terminal: what would steer it is written as \\x1b or \\u202e."""
    return UNSEEN.sub(lambda found: found.group().encode("unicode_escape").decode(), text)


def json_visible(text: str) -> str:
    """JSON text of the same value, in which nothing steers a terminal."""
    return UNSEEN.sub(lambda found: f"\\u{ord(found.group()):04x}", text)


def shown(text: str) -> str:
    """`visible`, and none of it is markup to rich."""
    return escape(visible(text))


def plain(
    headers: list[str],
    rows: list[list[Any]],
    title: str | None = None,
    whole: tuple[str, ...] = (),
) -> Table:
    """A table of texts; numbers go to the right, columns in `whole` are not wrapped."""
    table = Table(title=None if title is None else shown(title))
    for n, header in enumerate(headers):
        numbers = bool(rows) and all(isinstance(row[n], int) for row in rows)
        justify: Any = "right" if numbers else "left"
        table.add_column(header, justify=justify, overflow="fold", no_wrap=header in whole)
    for row in rows:
        table.add_row(*(shown("" if cell is None else str(cell)) for cell in row))
    return table


def local_time(iso: Any) -> str:
    """A moment (ISO 8601 or None) as people here read it, to the minute; else as it stands."""
    try:
        return datetime.fromisoformat(iso).astimezone().strftime("%Y-%m-%d %H:%M")
    except (TypeError, ValueError, OverflowError, OSError):
        return "" if iso is None else str(iso)


def has_scores(state: State) -> bool:
    """True if a game is in play in which somebody makes points."""
    return state.get("game") is not None and state["game"] not in WITHOUT_PLAYERS


def unfinished(state: State) -> bool:
    """True if a game with scores is under way."""
    return has_scores(state) and not state.get("winners")


def standing(state: State) -> str:
    """The score on one line: "round 2; Ann & Cid 12, Bob & Dee 9"; a game may have no rounds."""
    sides = state.get("teams") or state.get("players") or []
    points = ", ".join(f"{side.get('name')} {side.get('total') or 0}" for side in sides)
    number = state.get("round")
    return shown(points if number is None else f"round {number}; {points}")


def situation(state: State) -> Table:
    """Where the game stands; the card in play is left out."""
    rows: list[list[Any]] = []
    game = state.get("game")
    if game is None:
        return plain(["Game", "none"], [["Phase", state.get("phase") or "menu"]])
    left = state.get("remaining_ms")
    for label, value in (
        ("Phase", state.get("phase")),
        ("Round", state.get("round")),
        ("Turn", state.get("turn")),
        ("Speaker", state.get("speaker_name")),
        ("Time left", None if left is None else f"{left / 1000:.1f} s"),
        ("Cards in the deck", state.get("deck")),
        ("Cards set aside", state.get("aside")),
    ):
        if value is not None:
            rows.append([label, str(value)])
    edition = f" ({state['edition']})" if state.get("edition") else ""
    return plain(["Game", GAMES.get(game, str(game)) + edition], rows)


def no_scores(state: State) -> str:
    """Why there is no score pad to show."""
    game = state.get("game")
    if game is None:
        return "No game yet: begin one on the device, or with 'buzzglass new'."
    return f"There are no scores: {GAMES.get(game, game)} keeps none."


def score_pad(state: State) -> Table:
    """The score pad: teams by round, or players in a ring."""
    winners = state.get("winners") or []

    def marked(name: str) -> str:
        return f"{name} *" if name in winners else name

    title = "Score pad"
    teams = state.get("teams") or []
    if not teams:
        players = state.get("players") or []
        return plain(
            ["Player", "Total"],
            [[marked(p.get("name", "")), int(p.get("total") or 0)] for p in players],
            title,
        )
    rounds = max((len(team.get("rounds") or []) for team in teams), default=0)
    rows = []
    for team in teams:
        points = list(team.get("rounds") or []) + [0] * rounds
        row = [marked(team.get("name", "")), *points[:rounds], int(team.get("total") or 0)]
        rows.append(row)
    return plain(["Team", *(f"Round {n + 1}" for n in range(rounds)), "Total"], rows, title)


def problems(found: list[Problem], title: str) -> Table:
    """Errors or warnings of a deck file."""

    def short(text: str) -> str:
        return text if len(text) <= 40 else text[:39] + "…"

    rows = [[p["line"], p["column"], short(p["text"]), p["problem"]] for p in found]
    return plain(["Line", "Column", "Text", "Problem"], rows, title)


def ports(found: list[Port]) -> Table:
    """Ports as a table for people."""
    rows = [
        [e["port"], e["name"], e["serial"],
         "yes" if e["buzzglass"] else e.get("problem", "not asked")]
        for e in found
    ]  # fmt: skip
    return plain(["Port", "Name", "Serial number", "Buzzglass"], rows)
