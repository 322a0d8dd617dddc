"""From reset to the first picture."""

from __future__ import annotations

from pico.bench import Bench
from pico.figures import Figure
from pico.rows.setting import Setting

WAIT_MS = 4000
ROWS = (
    ("at the menu", "decked", 0.6),
    ("with a 40-card game on the table", "begun", 0.9),
    ("with 1,069 events of a 432-card game", "far", 1.5),
    ("at the menu, 60 older games kept", "many_menu", 0.6),
    ("with a 40-card game, 60 older games kept", "many", 0.9),
)


def start(setting: Setting) -> list[Figure]:
    """The second start of each image: the first one may find housekeeping to do."""
    found = []
    for what, image, bound in ROWS:
        with setting.bench(image, on=False) as bench:
            bench.device.power_on()
            bench.run(WAIT_MS)
            began = bench.restart()
            bench.run(WAIT_MS)
            seconds = first_picture_s(bench, began)
            found.append(Figure(f"reset to first picture {what}", seconds, "s", bound))
            setting.done(bench, f"start {what}")
    return found


def first_picture_s(bench: Bench, began: float) -> float | None:
    """Seconds from `began` until the panel, which is on, shows a whole picture."""
    ms = bench.picture_ms(began)
    return ms / 1000 if ms is not None and bench.device.panel.on else None
