"""Presses in a turn at random moments, alone and while a laptop is busy with the device."""

from __future__ import annotations

import random

from buzzglass.decks import files
from buzzglass.device.client import Client
from buzzglass.device.loading import load_deck
from pico.bench import ERASE_MS, Bench
from pico.device import Transport
from pico.figures import Figure, median_and_worst
from pico.images import FOUR, GAME
from pico.rows.setting import Setting

TURN_S = 60
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
        if (bench.erases(edge, edge + (ms or 0)) > 0) is in_erase:
            found.append(ms)
    return found


def pictures(bench: Bench, edges: list[float]) -> list[float | None]:
    """ms to the picture of each press, without the erase that was under way."""
    found: list[float | None] = []
    for edge, after in zip(edges, [*edges[1:], 1e12], strict=True):
        ms = bench.picture_ms(edge, after)
        if ms is not None:
            ms -= ERASE_MS * min(1, bench.erases(edge, edge + ms))
        found.append(ms)
    return found


def press(setting: Setting) -> list[Figure]:
    """Nobody is on the port."""
    with setting.bench("decked") as bench:
        began = begin_turn(bench)
        last = began + 1000 * setting.many(TURN_S - 2, 20)
        edges = bench.presses("got", bench.now, last)
        bench.run_to(last + 500)
        setting.done(bench, "press")
        collected = bench.of("gc", began, last)
        found = median_and_worst("press to sound in a turn", sounds(bench, edges, False), "ms",
                                 1.5, 5)  # fmt: skip
        found += median_and_worst("press to picture", pictures(bench, edges), "ms", 30, 90)
    known = setting.images.collector() is not None
    what = "garbage collections in that turn"
    return [*found, Figure(what, len(collected) if known else None, "", 0)]


def poll(setting: Setting) -> list[Figure]:
    """A laptop asks for the state again and again."""
    found = []
    for what, people in (("4 players", FOUR), ("18 long names", {"players": LONG_NAMES})):
        with setting.bench("decked", 2) as bench:
            began = begin_turn(bench, **people)
            last = began + 1000 * setting.many(30, 12)
            edges = bench.presses("got", bench.now, last)
            while bench.now < last:
                bench.ask("status")
            bench.run(500)
            setting.done(bench, f"poll with {what}")
            worst = max((ms or 1e9 for ms in sounds(bench, edges, False)), default=None)
            found.append(Figure(f"press to sound while a laptop polls, {what}", worst, "ms", 10))
            worst = max((ms or 1e9 for ms in pictures(bench, edges)), default=None)
            found.append(Figure(f"press to picture while a laptop polls, {what}", worst, "ms"))
    return found


def upload(setting: Setting) -> list[Figure]:
    """A deck comes in again and again, under names in turns."""
    with setting.bench("decked", 3) as bench:
        began = begin_turn(bench)
        last = began + 1000 * setting.many(50, 15)
        edges = bench.presses("got", bench.now, last)
        deck = files.parse_deck(setting.images.deck)
        count = 0
        while bench.now < last:
            deck.name = f"up{count % 2}"
            count += 1
            load_deck(Client(Transport(bench.device), random.Random(count).getrandbits(16)), deck)
        bench.run(500)
        setting.done(bench, "upload")
        quiet, hit = sounds(bench, edges, False), sounds(bench, edges, True)
        shown = pictures(bench, edges)
    what = "while a deck comes in"
    return [
        Figure(f"press to sound {what}", max((ms or 1e9 for ms in quiet), default=None), "ms", 10),
        Figure(f"press to sound {what}, in an erase ({len(hit)})",
               max((ms or 1e9 for ms in hit), default=None), "ms", 60),
        Figure(f"press to picture {what}", max((ms or 1e9 for ms in shown), default=None), "ms"),
    ]  # fmt: skip
