"""Undo in a turn: `start` held, from the 1 s mark to its sound."""

from __future__ import annotations

from pico.figures import Figure
from pico.rows.run import Run

MARK_MS = 1000


def undo(run: Run) -> list[Figure]:
    """In a game of 120 cards, and far on in one of 432: the turn goes on, then the last event is
    taken back."""
    found = []
    for image, bound in (("eighty", 60), ("far", 100)):
        with run.bench(image, 7) as bench:
            bench.press("start", bench.soon())
            bench.run(2000)
            bench.press("got", bench.soon())
            bench.run(1800)
            before = bench.state()
            down, _ = bench.press("start", bench.soon(), 1300)
            bench.run_to(down + MARK_MS + 6000)
            after = bench.state()
            run.done(bench, f"undo in {image}")
            mark = down + MARK_MS
            what = f"undo with {before['events']:,} events"
            done = after["phase"] == "paused" and after["events"] < before["events"] + 1
            sound = bench.sound_ms(mark) if done else None
            found.append(Figure(f"{what}, to its sound", sound, "ms", bound))
            found.append(Figure(f"{what}, to its picture", bench.picture_ms(mark), "ms"))
    return found
