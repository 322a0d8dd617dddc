"""What a game costs the flash, and how many years it lasts: for `make bench`."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from buzzglass.decks import packing
from buzzglass.device.client import Client
from buzzglass.device.upload import upload_deck
from buzzglass.history.database import History
from buzzglass.history.sync import sync
from buzzglass.shapes import State
from virtual_board.board.device import VirtualDevice
from virtual_board.board.transport import VirtualTransport

RATED = 100_000  # erases of a sector
GAMES_A_YEAR = 10 * 52
GAMES = 12
CARDS = [(f"Person {n}", f"Blue {n}", "", "") for n in range(432)]
SETUP = {"game": "timesup", "edition": "fr", "deck": "d", "cards": 40, "draft": False,
         "players": ["Ann", "Bob", "Cid", "Dee"]}  # fmt: skip


def press(board: VirtualDevice, button: str, then_ms: int) -> None:
    """A press of 80 ms, and time after it."""
    board.edge(board.now_us, button, True)
    board.edge(board.now_us + 80_000, button, False)
    board.run_until(board.now_us + 1000 * (80 + then_ms))


def play(board: VirtualDevice) -> None:
    """A game to its end: four names a turn, then time runs out, or the deck does."""
    while _state(board)["phase"] != "game_over":
        press(board, "start", 920)
        for _ in range(4):
            if _state(board)["phase"] == "turn":
                press(board, "got", 2920)
        state = _state(board)
        if state["phase"] == "turn":
            board.run_until(board.now_us + 1000 * ((state["remaining_ms"] or 0) + 1000))


def _state(board: VirtualDevice) -> State:
    state = board.state()
    assert state is not None, "the device is off"
    return state


def rows(folder: str | Path) -> list[tuple[str, float, str, float | None]]:
    """[(what, value, unit, bound or None)] of games of 40 cards, every third with a sync; `folder`
    takes flash and database."""
    board = VirtualDevice(Path(folder) / "wear.flash", mpy=True)
    board.power_on()
    board.run_until(1_000_000)
    history = History(Path(folder) / "wear.sqlite")
    client = Client(VirtualTransport(board))
    client.hello()
    upload_deck(client, "d", packing.pack("d", "names", CARDS))
    erases: Counter[int] = Counter()
    programmed = 0

    def count(_at_us: int, what: str, more: dict[str, Any]) -> None:
        nonlocal programmed
        if what == "flash":
            programmed += more["bytes"] if more["op"] == "program" else 0
            erases[more["block"]] += more["op"] == "erase"

    board.trace = count
    try:
        for number in range(GAMES):
            client.request("new", setup=SETUP)
            play(board)
            client.request("stop")
            if number % 3 == 2:
                sync(client, history)
    finally:
        board.close()
        history.close()
    worst = max(erases.values()) / GAMES
    years = RATED / (worst * GAMES_A_YEAR)
    return [
        ("flash programmed a game, all of it", programmed / GAMES / 1024, "KB", None),
        ("flash erases a game, all of it", sum(erases.values()) / GAMES, "", None),
        ("and of the block erased most", worst, "", 5),
        (f"years to its {RATED} erases, ten games a week", years, "years", None),
    ]
