"""How deep the C stack gets, by what is asked of the board.

MicroPython refuses what goes deeper than 7,936 of its 8,192 bytes, with an error that the firmware
cannot do anything about.
"""

from __future__ import annotations

from collections.abc import Callable

from pico.bench import Bench
from pico.device import PicoDevice
from pico.figures import Figure
from pico.images import FOUR
from pico.rows.run import Run

TOP = 0x20042000  # where the stack of an RP2040's first core ends
BOUND = 7400
GAME = {"game": "timesup", "edition": "fr", **FOUR}
PLAIN = {**GAME, "deck": "d432", "cards": 40, "draft": False}
DRAFT = {**GAME, "deck": "names-en", "cards": 20, "draft": True}


def stack(run: Run) -> list[Figure]:
    """Bytes in use where it is deepest, since power-on and then for each request or press."""
    with run.bench("decked", 11) as bench:
        found = [_deepest(bench, "start", lambda: bench.run(1000))]
        for do in ("hello", "status", "deck_list", "games", "crashes"):
            found.append(_asked(bench, do, do))
        found.append(_asked(bench, "new, a timer", "new", setup={"game": "timer"}))
        found.append(_asked(bench, "new, with a deck", "new", setup=PLAIN))
        found.append(_deepest(bench, "a turn by buttons", lambda: _play(bench)))
        found.append(_asked(bench, "new, with a draft", "new", setup=DRAFT))
        found.append(_deepest(bench, "a draft by buttons", lambda: _play(bench)))
        found.append(_deepest(bench, "the menu by buttons", lambda: _press(bench, "foul", 2500)))
        found.append(_asked(bench, "stop", "stop"))
        run.done(bench, "stack")
    return found


def _asked(bench: Bench, what: str, do: str, **args: object) -> Figure:
    return _deepest(bench, what, lambda: bench.ask(do, **args))


def _deepest(bench: Bench, what: str, act: Callable[[], object]) -> Figure:
    act()
    bench.run(1500)
    device = bench.device
    assert isinstance(device, PicoDevice)
    return Figure(f"C stack, {what}", device.sim("stack", top=TOP), "bytes", BOUND)


def _play(bench: Bench) -> None:
    _press(bench, "start")
    _press(bench, "got")


def _press(bench: Bench, button: str, held_ms: float = 80) -> None:
    bench.press(button, bench.now + 100, held_ms)
    bench.run(held_ms + 900)
