"""`make bench`: the figures the project promises, measured now."""

from __future__ import annotations

import contextlib
import io
import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from buzzglass import cli
from virtual_board.board import device
from virtual_board.board.firmware import firmware_dir
from virtual_board.measure import blocks, heap, latency, wear
from virtual_board.scenario.run import run_scenario

Lines = list[dict[str, Any]]  # of a scenario, or printed
ROOT = Path(__file__).resolve().parents[2]
KB_A_WK = heap.BYTES_A_WK / 1024


def play(lines: Lines, folder: str | Path, **options: Any) -> tuple[int, float, Lines]:
    """Run a scenario; returns (exit status, wall seconds, printed steps)."""
    path = Path(folder) / "bench.jsonl"
    path.write_text("\n".join(json.dumps(line) for line in lines) + "\n")
    out = io.StringIO()
    began = time.perf_counter()
    status = run_scenario(path, cli.main, json_out=out, **options)
    return status, time.perf_counter() - began, [json.loads(x) for x in out.getvalue().splitlines()]


def deck(folder: str | Path, name: str, cards: int) -> Path:
    """Write a deck of two-name cards; returns its path."""
    path = Path(folder) / f"{name}.csv"
    rows = [f"Yellow Person {n},Blue Person {n}" for n in range(cards)]
    path.write_text("\n".join(["yellow,blue", *rows]) + "\n")
    return path


def whole_game(deck_path: Path, cards: int = 40) -> Lines:
    """Three rounds by buttons alone, about 200 presses: four names a turn, then time runs out."""
    setup = {"game": "timesup", "edition": "fr", "players": ["Ann", "Bob", "Cid", "Dee"],
             "deck": str(deck_path), "cards": cards, "draft": False, "order": "file"}  # fmt: skip
    lines: Lines = [{"setup": setup}]
    t = 1.0
    for _ in range(3):
        left = cards
        while left:
            lines.append({"t": t, "press": "start"})
            for n in range(min(left, 4)):
                lines.append({"t": t + 2 + n * 3, "press": "got"})
            full = left > 4
            left -= min(left, 4)
            t += 32 if full else 2 + 3 * 4
            lines.append({"t": t + 1, "press": "start"})
            t += 3
        lines.append({"t": t, "press": "start"})
        t += 2
    lines.append({"t": t, "expect": {"phase": "game_over"}})
    return lines


def ram_kb(game: Lines, folder: str | Path) -> float:
    """KB of heap below which the game, from .mpy files, no longer runs; stand-ins taken off."""
    standard = device.HEAP[True]
    least = heap.BOARD_WK + heap.STANDINS_WK
    try:
        while least > heap.STANDINS_WK:
            device.HEAP[True] = f"{least - 2}wK"
            with contextlib.redirect_stderr(io.StringIO()):
                if play(game, folder, mpy=True)[0]:
                    break
            least -= 2
    finally:
        device.HEAP[True] = standard
    return (least - heap.STANDINS_WK) * KB_A_WK


def worst_kb(folder: str | Path) -> float:
    """KB in use at the worst moment of the worst game, stand-ins taken off."""
    with heap.watched() as watch:
        if play(heap.worst_game(Path(folder)), folder, mpy=True)[0]:
            return float("inf")
    return (heap.BOARD_WK - watch.least_wk) * KB_A_WK


def busy_turn(setup: dict[str, Any], folder: str | Path) -> Lines:
    """A turn of presses while decks and settings come in: some fall into an erase."""
    steps: Lines = [{"t": 0.92, "press": "start"}]
    steps += [{"t": round(1.5 + n * 0.293, 3), "press": "got"} for n in range(96)]
    other = str(deck(folder, "small", 60))
    for n in range(18):
        words = ["deck", "load", other, "--name", f"up{n % 2}"]
        steps.append({"t": 1.6 + 1.5 * n, "call": words})
        steps.append({"t": 2.1 + 1.5 * n, "call": ["settings", "set", "volume", str(2 + n % 2)]})
    steps.append({"t": 34, "expect": {"phase": "review"}})
    setup = {"setup": {**setup["setup"], "cards": 200}}
    return [setup, *sorted(steps, key=lambda step: step["t"])]


def main() -> int:
    """Print the table; exit status 1 if a bound is missed."""
    table = Table(title="Buzzglass bench")
    for title in ("what", "measured", "bound"):
        table.add_column(title)
    missed = False
    with tempfile.TemporaryDirectory() as folder:

        def row(what: str, value: float, unit: str, bound: float | None) -> None:
            nonlocal missed
            good = bound is None or value <= bound
            missed |= not good
            limit = "" if bound is None else f"<= {bound} {unit}" + ("" if good else " !")
            table.add_row(what, f"{value:.2f} {unit}", limit)

        game = whole_game(deck(folder, "d432", 432))
        presses = sum("press" in line for line in game)
        trace = Path(folder) / "trace"
        status, seconds, _ = play(game, folder)
        missed |= bool(status)
        row(f"40 cards, three rounds, {presses} presses", seconds, "s", 5)
        status, seconds, _ = play([game[0], {"t": 3600, "expect": {"phase": "ready"}}], folder)
        missed |= bool(status)
        row("an idle hour", seconds, "s", 2)
        status, seconds, _ = play(game, folder, mpy=True)
        missed |= bool(status)
        row("the same game from .mpy files", seconds, "s", 5)
        words = ["deck", "load", str(Path(folder) / "d432.csv")]
        load: Lines = [{"setup": {"game": "timer"}}, {"t": 1, "call": words}]
        status, _, steps = play(load, folder)
        missed |= bool(status)
        row("432 cards loaded, virtual time", steps[-1]["result"]["seconds"], "s", 2)
        missed |= bool(play(game, folder, trace=trace)[0])
        found = latency.measure(trace.open())
        missed |= bool(play(busy_turn(game[0], folder), folder, trace=trace)[0])
        found.presses += latency.measure(trace.open()).presses
        hit = found.sounds_in_erase_ms
        row("presses during an erase, at least 1", len(hit), "", None)
        missed |= not (hit and found.sounds_ms and found.pictures_ms and found.time_up_ms)
        for figure in latency.report(found):
            row(*figure)
        board_kb, spare_kb = heap.BOARD_WK * KB_A_WK, heap.SPARE_WK * KB_A_WK
        whole = f"RAM a whole game needs, of {board_kb:.0f} KB"
        row(whole, ram_kb(game, folder), "KB", board_kb)
        row("RAM in use at the worst moment", worst_kb(folder), "KB", board_kb - spare_kb)
        taken = blocks.used(firmware_dir(True))
        whole = f"flash the firmware takes, of {device.BLOCKS} blocks of 4 KB"
        row(whole, float("inf") if taken is None else taken, "blocks", blocks.MOST)
        for worn in wear.rows(folder):
            row(*worn)
    Console().print(table)
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
