"""Presses in a turn at random moments, alone and while a laptop is busy with the device."""

from __future__ import annotations

from collections.abc import Callable

from buzzglass.decks.files import SHIPPED, parse_deck
from buzzglass.device.client import Client
from buzzglass.device.loading import load_deck
from pico.bench import ERASE_MS, Bench
from pico.device import Transport
from pico.figures import Figure, median_and_worst, worst
from pico.images import FOUR, GAME
from pico.rows.run import Run

TURN_S, LONG_TURN_S = 60, 120
LONG_NAMES = [f"Maximiliane-Clementine von Hohenlohe {n:02}" for n in range(18)]


def begin_turn(bench: Bench, **more: object) -> float:
    """Begin a game and its first turn; returns when its clock began."""
    bench.ask("new", setup={**GAME, "cards": 120, "turn_s": TURN_S, **more})
    bench.run(1000)
    _, began = bench.press("start", bench.soon())
    bench.run_to(began + 1000)
    return began


def sounds(bench: Bench, edges: list[float], in_erase: bool) -> list[float | None]:
    """ms to the sound of each press, where an erase was under way or where none was."""
    found = []
    for edge in edges:
        ms = bench.sound_ms(edge)
        if (bench.erase_ms(edge, edge + (ms or 0)) > 0) is in_erase:
            found.append(ms)
    return found


def pictures(bench: Bench, edges: list[float]) -> list[float | None]:
    """ms to the picture of each press, before the next one; without an erase that was under way."""
    return [bench.shown_ms(*pair) for pair in zip(edges, [*edges[1:], 1e12], strict=True)]


def press(run: Run) -> list[Figure]:
    """Nobody is on the port."""
    with run.bench("decked") as bench:
        began = begin_turn(bench)
        last = began + 1000 * run.many(TURN_S - 2, 20)
        edges = bench.presses("got", bench.now, last)
        bench.run_to(last + 500)
        run.done(bench, "press")
        collected = bench.of("gc", began, last)
        found = median_and_worst("press to sound in a turn", sounds(bench, edges, False), "ms",
                                 1.5, 5)  # fmt: skip
        found += median_and_worst("press to picture", pictures(bench, edges), "ms", 30, 90)
    known = run.images.collector() is not None
    what = "garbage collections in that turn"
    return [*found, Figure(what, len(collected) if known else None, "", 0)]


def poll(run: Run) -> list[Figure]:
    """A laptop asks for the state again and again."""
    found = []
    for what, people in (("4 players", FOUR), ("18 long names", {"players": LONG_NAMES})):
        with run.bench("decked", 2) as bench:
            began = begin_turn(bench, **people)
            last = began + 1000 * run.many(20, 10)
            edges = bench.presses("got", bench.now, last)
            while bench.now < last:
                bench.ask("status")
            bench.run(500)
            run.done(bench, f"poll with {what}")
            where = f"while a laptop polls, {what}"
            heard, shown = sounds(bench, edges, False), pictures(bench, edges)
            found.append(Figure(f"press to sound {where}", worst(heard), "ms", 10))
            found.append(Figure(f"press to picture {where}", worst(shown), "ms"))
    return found


def upload(run: Run) -> list[Figure]:
    """A deck comes in again and again: presses at random moments, then one in each erase."""
    with run.bench("decked", 3) as bench:
        began = begin_turn(bench, turn_s=LONG_TURN_S)
        edges = bench.presses("got", bench.now, began + 1000 * run.many(25, 10))
        count = _load_until(bench, lambda: bench.now > edges[-1] + 500)
        middle, hits = bench.now, run.many(8, 3)
        for _ in range(hits):
            bench.device.press_in_erase("got", bench.chance.uniform(0, ERASE_MS))
        end = began + 1000 * (LONG_TURN_S - 5)
        _load_until(bench, lambda: len(_pressed(bench, middle)) >= hits or bench.now > end, count)
        bench.run(500)
        edges += _pressed(bench, middle)
        run.done(bench, "upload")
        quiet, hit = sounds(bench, edges, False), sounds(bench, edges, True)
        shown = pictures(bench, edges)
    what = "while a deck comes in"
    in_erase = f"{what}, in an erase ({len(hit)})"
    return [
        Figure(f"press to sound {what}", worst(quiet), "ms", 10),
        Figure(f"press to sound {in_erase}", worst(hit), "ms", 60),
        Figure(f"press to picture {what}", worst(shown), "ms"),
    ]


def _load_until(bench: Bench, done: Callable[[], bool], count: int = 0) -> int:
    """Load a deck under names in turns until it is enough; returns how many have been loaded."""
    deck = parse_deck(SHIPPED / "names-en.csv")
    while not done():
        count += 1
        deck.name = f"up{count % 2}"
        load_deck(Client(Transport(bench.device), count * 0x1000 & 0xFFFF), deck)
    return count


def _pressed(bench: Bench, first: float) -> list[float]:
    """When `got` went down."""
    pins = bench.of("pin", first)
    return [r["ms"] for r in pins if r["name"] == "got" and r["level"] == 0]
