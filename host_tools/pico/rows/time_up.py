"""Time-up's sound after the deadline."""

from __future__ import annotations

from glass.formats import whole_frame as frame
from pico.bench import Bench
from pico.figures import Figure
from pico.images import GAME
from pico.rows.run import Run

TURN_S = 10
# What a laptop may ask. The parts of long answers go on while the clock runs out.
REQUESTS = ("games", "status", "scores", "deck_list", "crashes", "settings_get", "aside", "hello")
ERASING = '{"do":"settings_set","settings":{"volume":%d}}'


def time_up(run: Run) -> list[Figure]:
    """With nobody on the port, and with a laptop that asks, with 60 older games on flash."""
    with run.bench("decked", 5) as bench:
        _begin(bench)
        alone = [_turn(bench, []) for _ in range(run.many(6, 3))]
        run.done(bench, "time_up")
    with run.bench("many", 6) as bench:
        _begin(bench)
        asked = []
        for count in range(run.many(16, 4)):
            asked.append(_turn(bench, _questions(bench, count)))
        run.done(bench, "time_up while a laptop asks")
    what = "time-up's sound after the deadline"
    return [
        Figure(f"{what}, nobody on the port", max(alone, default=None), "ms", 5),
        Figure(f"{what}, a laptop asks", max(asked, default=None), "ms", 10),
    ]


def _begin(bench: Bench) -> None:
    bench.ask("new", setup={**GAME, "cards": 120, "turn_s": TURN_S})
    bench.run(2500)


def _questions(bench: Bench, count: int) -> list[tuple[float, str]]:
    """[(ms before the deadline, payload)] of a turn: the same request every 200 ms or so."""
    name = REQUESTS[count % len(REQUESTS)]
    payload = '{"do":"%s"}' % name
    found = [(bench.chance.uniform(100, 1600), payload)]
    found += [(200.0 * n + bench.chance.uniform(0, 150), payload) for n in range(1, 10)]
    if count % 3 == 2:
        found.append((bench.chance.uniform(780, 1000), ERASING % (1 + count % 2)))
    return sorted(found, reverse=True)


def _turn(bench: Bench, questions: list[tuple[float, str]]) -> float:
    """Play a turn to its end; returns ms from the deadline to the sound, -1 for none."""
    _, began = bench.press("start", bench.soon())
    deadline = began + 1000 * TURN_S
    for number, (before, payload) in enumerate(questions):
        ident = bench.chance.getrandbits(16) & 0xFF00 | number
        line = frame.encode(frame.REQUEST, ident, 0, True, payload)
        bench.device.serial_write(b"\n" + line, round((deadline - before) * 1000))
    bench.run_to(deadline + 1200)
    sounds = bench.sounds(deadline - 0.5, deadline + 1000)
    bench.press("start", bench.now + 500)
    bench.run(2500)
    return sounds[0] - deadline if sounds else 1e9
