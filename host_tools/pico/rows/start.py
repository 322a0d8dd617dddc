"""From reset to the first picture."""

from __future__ import annotations

from pico.bench import Bench
from pico.figures import Figure
from pico.rows.run import Run

LONGEST_MS = 10_000
REST_MS = 300
ROWS = (
    ("at the menu", "decked", 0.6),
    ("with a 40-card game on the table", "begun", 0.9),
    ("with 1,069 events of a 432-card game", "far", 1.5),
    ("at the menu, 60 older games kept", "many_menu", 0.6),
    ("with a 40-card game, 60 older games kept", "many", 0.9),
)


def start(run: Run) -> list[Figure]:
    """Each image has been started before, so that nothing is left to be done once."""
    found = []
    for what, image, bound in ROWS:
        with run.bench(image, on=False) as bench:
            bench.device.power_on()
            began = bench.now
            while bench.now < LONGEST_MS and not _has_rested(bench):
                bench.run(100)
            ms = bench.picture_ms(began) if bench.device.panel.on else None
            seconds = None if ms is None else ms / 1000
            found.append(Figure(f"reset to first picture {what}", seconds, "s", bound))
            run.done(bench, f"start {what}")
    return found


def _has_rested(bench: Bench) -> bool:
    """True once a picture is there and nothing has followed it for a while."""
    shown = bench.of("oled")
    return bool(shown) and bench.now - shown[-1]["ms"] > REST_MS
