"""What single things cost in the firmware, measured at the board's REPL with `ticks_us`. The only
row that reaches into its modules: what a name has become of is told as an error, not a figure."""

from __future__ import annotations

from pico.device import PicoDevice
from pico.figures import Figure
from pico.repl import Repl
from pico.rows.run import Run

TIMER = """
import gc
from time import ticks_us, ticks_diff, ticks_ms
def t(f, n=1):
    gc.collect()
    a = ticks_us()
    for _ in range(n): f()
    return ticks_diff(ticks_us(), a) / n / 1000
def once(source):
    gc.collect()
    a = ticks_us()
    exec(source, globals())
    return ticks_diff(ticks_us(), a) / 1000
"""
SHOWN = "app.screen.redraw()\nwhile app.step(ticks_ms()) == 0: pass"
# (what, unit, statements whose last is an expression; bare ones are timed whole)
COSTS: tuple[tuple[str, str, str], ...] = (
    ("gc.collect, bare", "ms", "t(gc.collect, 5)"),
    ("heap in all", "KB", "(gc.mem_free() + gc.mem_alloc()) / 1024"),
    ("glass.app imported", "ms", "once('import glass.app')"),
    ("gc.collect, glass.app imported", "ms", "t(gc.collect, 5)"),
    ("App() with check-up and a 40-card game", "ms",
     "once('import boards; app = glass.app.App(boards.this(), 0)')"),
    ("heap free, with that game", "KB", "(gc.collect(), gc.mem_free())[1] / 1024"),
    ("first picture drawn and sent", "ms", f"once({SHOWN!r})"),
    ("a turn begun", "ms", "once('app.play.record(1, 30000)')"),
    ("its event saved", "ms", "once('app.current.save()')"),
    ("its picture drawn and sent", "ms", f"once({SHOWN!r})"),
    ("a guess recorded", "ms", "once('app.play.record(2, 29000)')"),
    ("its event saved ", "ms", "once('app.current.save()')"),
    ("its picture drawn and sent ", "ms", f"once({SHOWN!r})"),
    ("the state", "ms", "t(app.laptop.state, 3)"),
    ("a pass with nothing to do", "ms", "t(lambda: app.step(ticks_ms()), 20)"),
    ("gc.collect, in the game", "ms", "t(gc.collect, 5)"),
    ("heap free, in the turn", "KB", "(gc.collect(), gc.mem_free())[1] / 1024"),
)  # fmt: skip


def costs(run: Run) -> list[Figure]:
    """In a game of 40 cards."""
    images = run.images
    device = PicoDevice(images.kit, images.uf2, images.path("begun"))
    try:
        repl = Repl(device)
        repl(TIMER)
        found = []
        for what, unit, expression in COSTS:
            source = f"try: print({expression})\nexcept Exception as e: print('failed', repr(e))"
            said = repl(source).splitlines()[-1]  # before it lines of the game's own may come
            failed = said.startswith("failed")
            run.seen.notes += [f"{what} cannot be measured: {said}"] * failed
            found.append(Figure(what, None if failed else float(said), unit))
        return found
    finally:
        device.close()
