"""How fast the device answers a press, measured in a scenario's trace.

A clock runs from the edge at which `start` was released until the device reports another phase, or
until the deadline. Bounds hold for presses while it runs.
"""

from __future__ import annotations

import json
import statistics
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

ERASE_S = 0.045
QUIET_S = 0.150  # no flash operation starts so near a deadline
HELD_S = 0.220  # a press so near the deadline is shown after it: its record waits for the flash
BOUNCE_S = 0.025
GAP_S = 0.060  # without a byte to the panel for so long, a picture is complete
JUDGEMENTS = ("got", "pass", "foul")


@dataclass
class Press:
    """One press while a clock ran, times in ms from its edge."""

    at_s: float
    button: str
    sound_ms: float | None
    picture_ms: float | None
    during_erase: bool
    held: bool  # so near the deadline that its picture had to wait


@dataclass
class Clock:
    """A clock's run, seconds of the trace; `ended_s` is when it was stopped or ran out."""

    begun_s: float
    deadline_s: float
    ended_s: float
    ran_out: bool


@dataclass
class Figures:
    """What a trace shows; times in ms."""

    clocks: list[Clock] = field(default_factory=list)
    presses: list[Press] = field(default_factory=list)
    events: int = 0
    erases: int = 0
    flash_bytes: int = 0
    time_up_ms: list[float] = field(default_factory=list)
    flash_near_deadline: list[float] = field(default_factory=list)
    tick_bytes: list[int] = field(default_factory=list)

    @property
    def sounds_ms(self) -> list[float]:
        """Press to sound, where no erase was under way."""
        return [p.sound_ms for p in self.presses if p.sound_ms is not None and not p.during_erase]

    @property
    def sounds_in_erase_ms(self) -> list[float]:
        """Press to sound, where an erase was under way or began before the sound."""
        return [p.sound_ms for p in self.presses if p.sound_ms is not None and p.during_erase]

    @property
    def pictures_ms(self) -> list[float]:
        """Press to the last changed byte of the picture."""
        return [p.picture_ms for p in self.presses if p.picture_ms is not None and not p.held]

    @property
    def picture_median_ms(self) -> float:
        """The median of `pictures_ms`."""
        return statistics.median(self.pictures_ms or [0.0])


def _event(record: dict[str, Any]) -> dict[str, Any] | None:
    """The event in a line that the device sent unasked; None if it is another line."""
    text = record["text"]
    if record["what"] != "serial_out" or not text.startswith("!"):
        return None
    event: dict[str, Any] = json.loads(text[8 : text.rindex("*")])
    return event


def _clocks(records: list[dict[str, Any]], turn_s: float) -> list[Clock]:
    clocks: list[Clock] = []
    left_s, begun, released = turn_s, None, 0.0
    for record in records:
        if record["what"] == "pin" and record["name"] == "start" and record["level"]:
            released = record["t"]
        event = _event(record) if record["what"] == "serial_out" else None
        if event is None:
            continue
        running = event["phase"] == "turn"
        if running and begun is None:
            begun = released
        elif not running and begun is not None:
            deadline = begun + left_s
            out = event["event"] == "time"
            # Stopped by a press: its edge is the last one before the line.
            ended = deadline if out else _last_press(records, record["t"])
            clocks.append(Clock(begun, deadline, ended, out))
            begun = None
        if not running:
            left_s = event["left_ms"] / 1000 or turn_s
    return clocks


def _last_press(records: list[dict[str, Any]], before_s: float) -> float:
    downs = (r["t"] for r in records if r["what"] == "pin" and not r["level"])
    return float(max(t for t in downs if t <= before_s))


def measure(lines: Iterable[str], turn_s: float = 30.0, lockout_ms: float = 250) -> Figures:
    """Read a trace (JSON lines). turn_s: of the set-up. lockout_ms: the setting."""
    records = sorted((json.loads(line) for line in lines), key=lambda record: record["t"])
    found = Figures()
    found.clocks = _clocks(records, turn_s)
    flash = [r for r in records if r["what"] == "flash"]
    oled = [r for r in records if r["what"] == "oled"]
    sounds = [r["t"] for r in records if r["what"] == "buzzer" and r["duty"] and r["hz"]]
    oled_s = [r["t"] for r in oled]
    found.erases = sum(r["op"] == "erase" for r in flash)
    found.flash_bytes = sum(r["bytes"] for r in flash if r["op"] == "program")
    found.events = sum(1 for r in records if r["what"] == "serial_out" and _event(r) is not None)
    erases = [r["t"] for r in flash if r["op"] == "erase"]
    for clock in found.clocks:
        if clock.ran_out:
            at = bisect_left(sounds, clock.deadline_s - 0.001)
            found.time_up_ms.append((sounds[at] - clock.deadline_s) * 1000)
            found.flash_near_deadline += [
                round((r["t"] - clock.deadline_s) * 1000, 3)
                for r in flash
                if abs(r["t"] - clock.deadline_s) < QUIET_S
            ]
        _presses(found, clock, records, sounds, oled_s, erases, lockout_ms / 1000)
        _ticks(found, clock, oled, records)
    return found


def _presses(
    found: Figures, clock: Clock, records: list[dict[str, Any]], sounds: list[float],
    oled_s: list[float], erases: list[float], lockout_s: float,
) -> None:  # fmt: skip
    last_edge: dict[str, float] = {}
    locked_until = -1.0
    edges = [r for r in records if r["what"] == "pin"]
    downs = [r["t"] for r in edges if not r["level"]]
    for edge in edges:
        name, t = edge["name"], edge["t"]
        bounce = t - last_edge.get(name, -1.0) < BOUNCE_S
        if not bounce:
            last_edge[name] = t
        if bounce or edge["level"] or not clock.begun_s < t < clock.deadline_s:
            continue
        if t > clock.ended_s:
            continue
        if name in JUDGEMENTS:
            if t < locked_until:
                continue
            locked_until = t + lockout_s
        at = bisect_left(sounds, t)
        sound = sounds[at] if at < len(sounds) else None
        during = any(e < (sound or t) and e + ERASE_S > t for e in erases)
        index = bisect_left(downs, t) + 1
        until = min(downs[index] if index < len(downs) else 1e9, t + 1)
        last = None
        for when in oled_s[bisect_left(oled_s, t) :]:
            if when > until or last is not None and when - last > GAP_S:
                break
            last = when
        found.presses.append(
            Press(t, name, sound and (sound - t) * 1000, last and (last - t) * 1000, during,
                  clock.deadline_s - t < HELD_S))  # fmt: skip


def _ticks(found: Figures, clock: Clock, oled: list[dict[str, Any]], records: Any) -> None:
    """Bytes to the panel in each second in which nothing but the clock changed."""
    busy = [r["t"] for r in records if r["what"] in ("pin", "serial_in")]
    second = 1
    while clock.begun_s + second < min(clock.ended_s, clock.deadline_s) - 0.5:
        t = clock.deadline_s - round(clock.deadline_s - clock.begun_s) + second
        second += 1
        if any(t - 3.2 < b < t + 1 for b in busy):  # a refusal's line goes after 2.5 s
            continue
        found.tick_bytes.append(sum(r["bytes"] for r in oled if t - 0.01 < r["t"] <= t + 0.99))


def report(found: Figures) -> list[tuple[str, float, str, float]]:
    """Rows of a table: (what, measured, unit, bound). The measured value may equal the bound."""
    in_erase = max(found.sounds_in_erase_ms, default=0.0)
    return [
        ("press to sound, worst", max(found.sounds_ms, default=0.0), "ms", 10),
        ("press to sound during an erase, worst", in_erase, "ms", 60),
        ("press to picture, median", found.picture_median_ms, "ms", 40),
        ("press to picture, worst", max(found.pictures_ms, default=0.0), "ms", 150),
        ("time-up's sound after the deadline, worst", max(found.time_up_ms, default=0.0), "ms", 10),
        ("flash operations within 150 ms of a deadline", len(found.flash_near_deadline), "", 0),
        ("erases an event", found.erases / max(1, found.events), "", 0.2),
        ("bytes to the panel a tick, most", max(found.tick_bytes, default=0), "bytes", 200),
    ]
