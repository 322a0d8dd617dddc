"""When a clock ran, by the lines of events, the edges and the sounds in a bench's records."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from pico.bench import ERASE_MS, PAGE_MS, Bench
from pico.device import Record


@dataclass
class Longest:
    """The longest passes of the main loop, ms without their one flash operation, and garbage
    collections while a clock ran; over all that was played."""

    in_clock_ms: float = 0.0
    else_ms: float = 0.0
    collections: int = 0
    resets: int = 0
    notes: list[str] = field(default_factory=list)

    def add(self, other: Longest) -> None:
        """Take in what another one has seen."""
        self.in_clock_ms = max(self.in_clock_ms, other.in_clock_ms)
        self.else_ms = max(self.else_ms, other.else_ms)
        self.collections += other.collections
        self.resets += other.resets
        self.notes += other.notes


def event_of(record: Record) -> dict[str, object] | None:
    """The event in a record of a line, or None."""
    text = record["text"] if record["what"] == "serial_out" else ""
    if text[:1] != "!" or "*" not in text:
        return None
    found: dict[str, object] = json.loads(text[8 : text.rindex("*")])
    return found


def spans(bench: Bench) -> list[tuple[float, float]]:
    """(from, to) in ms: from the edge at which `start` was released to the press that stopped the
    clock, or to time-up's sound."""
    found: list[tuple[float, float]] = []
    begun: float | None = None
    down = up = sound = 0.0
    for record in bench.records:
        if record["what"] == "pin" and record["level"] == 0:
            down = record["ms"]
        elif record["what"] == "pin" and record["name"] == "start":
            up = record["ms"]
        elif record["what"] == "buzzer" and record["duty"]:
            sound = record["ms"]
        elif record["what"] == "power" and begun is not None:
            found.append((begun, record["ms"]))
            begun = None
        event = event_of(record)
        if event is None or "phase" not in event:
            continue
        running = event["phase"] == "turn"
        if running and begun is None:
            begun = up
        elif not running and begun is not None:
            found.append((begun, sound if event["event"] == "time" else down))
            begun = None
    if begun is not None:
        found.append((begun, bench.now))
    return found


def longest(bench: Bench) -> Longest:
    """What of the records counts for the table's last rows."""
    found, clocks = Longest(), spans(bench)
    for record in bench.of("pass"):
        first, last = record["ms"], record["ms"] + record["took_ms"]
        took = record["took_ms"] - _one_operation(bench, first, last)
        if any(begun <= first and last <= ended for begun, ended in clocks):
            found.in_clock_ms = max(found.in_clock_ms, took)
        else:
            found.else_ms = max(found.else_ms, took)
    for record in bench.of("gc"):
        found.collections += any(a < record["ms"] < b for a, b in clocks)
    return found


def _one_operation(bench: Bench, first: float, last: float) -> float:
    """ms of the longest flash operation between two moments."""
    found = bench.of("flash", first, last)
    if any(record["op"] == "erase" for record in found):
        return ERASE_MS
    return max((record["bytes"] / 256 * PAGE_MS for record in found), default=0.0)
