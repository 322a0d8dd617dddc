"""What the heap has free at the worst moment of a scenario, of the RAM that every board has.

A board promises 160 KB of heap. On a 32-bit chip objects are smaller than in this 64-bit
MicroPython: measured on its WebAssembly build, a whole game that needs 154 KB here needs 98 KB
there. So 128wK here (`heapsize` counts 32-bit words) stand for 160 KB on a board.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from virtual_board.board.device import VirtualDevice

BYTES_A_WK = 2048
BOARD_WK = 128
STANDINS_WK = 16  # the virtual hardware in the same heap: 32.8 KB with an empty firmware
SPARE_WK = 20  # must be free at the worst moment
NAMES = "Wilhelmine Gräfin zu Hohenstaufen-Lützelburg"


class Watch:
    """`least_wk` is what was free after a collection at the worst moment seen, in wK. What the
    firmware holds back for a full heap counts as free: it is let go first."""

    def __init__(self) -> None:
        self.least_wk = float(BOARD_WK)

    def look(self, device: VirtualDevice) -> None:
        """Take a device's heap into account, right after its state was read."""
        heap = device.heap()
        if heap is None or not device.mpy:
            return
        free_wk = (heap[0] + heap[1]) / BYTES_A_WK
        if free_wk < self.least_wk:
            self.least_wk = free_wk


@contextmanager
def watched() -> Iterator[Watch]:
    """Watch the heaps of all virtual devices that run compiled firmware meanwhile."""
    watch = Watch()
    VirtualDevice.watchers.append(watch.look)
    try:
        yield watch
    finally:
        VirtualDevice.watchers.remove(watch.look)


def worst_game(folder: Path) -> list[dict[str, Any]]:
    """A scenario: 432 cards in play, 18 players with the longest names, every page of the menu over
    a long turn's review, a laptop that asks for the state in a turn, and the form afterwards."""
    rows = [f"Yellow Person {n},Blue Person {n}" for n in range(432)]
    (folder / "432.csv").write_text("\n".join(["yellow,blue", *rows]) + "\n")
    players = [f"{seat:02d} {NAMES}"[:40] for seat in range(18)]
    setup = {"game": "timesup", "edition": "en", "draft": False, "deck": "432.csv", "seed": 3,
             "cards": 432, "players": players}  # fmt: skip
    steps: list[dict[str, Any]] = [{"setup": setup}, {"t": 0.5, "call": ["status"]}]
    for left in range(432, 0, -60):
        steps += _turn(min(left, 60))
    steps += [
        {"after": 1, "expect": {"phase": "round_over"}},
        {"after": 0.5, "press": ["pass", 3]},
        {"after": 0.5, "call": ["sync"]},
        {"after": 0.5, "hold": "foul", "s": 2.2},
        {"after": 0.5, "choose": "Abandon"},
        {"after": 0.5, "expect": {"menu": {"title": "Abandon the game"}}},
        {"after": 0.5, "choose": "Yes"},
        {"after": 2, "expect": {"game": None}},
        {"after": 0.5, "choose": "New game"},
    ]
    for row in ("Rules", "Players", "Starts", "Teams", "Cards", "Color", "How many", "Turn"):
        steps += _there_and_back(row)
    steps += [
        {"after": 0.5, "choose": "Names"},
        {"after": 0.5, "choose": "17"},
        {"after": 0.5, "press": ["pass", 3]},
        {"after": 0.5, "hold": "foul", "s": 2.2},
        {"after": 0.5, "hold": "foul", "s": 2.2},
        {"after": 0.5, "choose": "Play!"},
        {"after": 3, "expect": {"phase": "ready", "deck": 432}},
    ]
    return steps


def _there_and_back(row: str) -> list[dict[str, Any]]:
    return [
        {"after": 0.5, "choose": row},
        {"after": 0.5, "expect": {"phase": "menu"}},
        {"after": 0.5, "hold": "foul", "s": 2.2},
    ]


def _turn(cards: int) -> list[dict[str, Any]]:
    """A turn of `cards` names, and the menu over its review."""
    steps: list[dict[str, Any]] = [
        {"after": 1, "press": "start"},
        {"after": 0.5, "press": "start"},
        {"after": 0.8, "expect": {"phase": "turn"}},
    ]
    steps += [{"after": 0.3, "press": "got"} for _ in range(cards)]
    steps.append({"after": 0.1, "call": ["status"]})
    if cards == 60:
        steps.append({"after": 8, "expect": {"phase": "review"}})
    steps += [
        {"after": 1.5, "hold": "foul", "s": 2.2},
        {"after": 0.5, "expect": {"phase": "menu"}},
        {"after": 0.5, "choose": "Correct"},
        {"after": 0.5, "press": ["pass", 2]},
        {"after": 0.5, "press": "start"},
        {"after": 0.5, "expect": {"menu": {"title": "Correct a score"}}},
        {"after": 0.5, "hold": "foul", "s": 2.2},
        {"after": 0.5, "hold": "foul", "s": 2.2},
        {"after": 0.5, "expect": {"phase": "review"}},
        {"after": 0.5, "press": "start"},
    ]
    return steps
