"""What a turn begins and ends with: its first picture, the way from the review to `ready`, the
click of a confirmed review, and what an event takes until it is on flash."""

from __future__ import annotations

from pico.bench import ERASE_MS, PAGE_MS, Bench
from pico.device import Record
from pico.figures import Figure, median_and_worst
from pico.images import GAME
from pico.rows.run import Run

TURN_S = 10
GUARD_MS = 900  # after a turn no button does anything
SAVED_MS = 400  # after a press its event is on flash


def turns(run: Run) -> list[Figure]:
    """Turns of one guess each, every press at a random moment."""
    started, readied, clicks = [], [], []
    in_turn: list[float] = []
    outside: list[float] = []
    with run.bench("decked", 4) as bench:
        bench.ask("new", setup={**GAME, "cards": 120, "turn_s": TURN_S})
        bench.run(1000)
        for _ in range(run.many(12, 5)):
            _, began = bench.press("start", bench.soon())
            got, _ = bench.press("got", began + 2000 + bench.chance.uniform(0, 3000))
            bench.run_to(began + 1000 * TURN_S + GUARD_MS)
            _, confirmed = bench.press("start", bench.soon())
            bench.run_to(confirmed + 1500)
            started.append(bench.shown_ms(began))
            readied.append(bench.shown_ms(confirmed))
            clicks.append(sounding_ms(bench, confirmed))
            in_turn += [*saved_ms(bench, began), *saved_ms(bench, got)]
            outside += saved_ms(bench, confirmed)
        run.done(bench, "turns")
    return [
        *median_and_worst("start of a turn to picture", started, "ms", 60, 90),
        *median_and_worst("review to ready to picture", readied, "ms", 90, 150),
        Figure("click at a confirmed review, shortest", min(clicks, default=None), "ms", 20, 12),
        Figure("click at a confirmed review, longest", max(clicks, default=None), "ms", 20, 12),
        *median_and_worst("save of an event in a turn", in_turn, "ms", None, 60),
        *median_and_worst("save of an event outside of a turn", outside, "ms", None, 200),
    ]


def sounding_ms(bench: Bench, at: float) -> float:
    """How long the first sound after a moment lasts; 0 if there is none."""
    found = [r for r in bench.of("buzzer", at, at + 1000)]
    for first, after in zip(found, found[1:], strict=False):
        if first["duty"]:
            return float(after["ms"] - first["ms"])
    return 0.0


def saved_ms(bench: Bench, at: float) -> list[float]:
    """[ms from a press's sound to the end of the last flash operation before its line], empty if
    there was none."""
    sound = next(iter(bench.sounds(at, at + SAVED_MS)), None)
    line = next(iter(bench.events(at, at + 2 * SAVED_MS)), None)
    if sound is None or line is None:
        return []
    took = {"erase": ERASE_MS, "program": PAGE_MS}
    found = bench.of("flash", sound, line)
    return [r["ms"] + took[r["op"]] * _units(r) - sound for r in found[-1:]]


def _units(record: Record) -> float:
    """Blocks erased or pages programmed."""
    return float(record["bytes"]) / (4096 if record["op"] == "erase" else 256)
