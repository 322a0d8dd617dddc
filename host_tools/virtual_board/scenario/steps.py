"""A scenario's lines, checked: what a step may say, and the button's edges it makes."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from virtual_board.scenario import checked

PRESS_US = 80_000  # how long a press is down
PRESSES_US = 200_000  # from one press of a row of presses to the next
Edge = tuple[int, str, bool]  # microseconds, button, down


class BadScenario(Exception):
    """The file is not a scenario: line number and a sentence."""

    def __init__(self, line: int, text: str) -> None:
        super().__init__(text)
        self.line = line


@dataclass
class Step:
    """One step as checked.

    at_us: its time from t = 0; None as long as the end of the step before is not known.
    edges: counted from `at_us`.
    length_us: from `at_us` to its last edge; None for a "choose" that has presses to make yet.
    wrong: what has failed before its end.
    """

    line: int
    keys: dict[str, Any]
    edges: list[Edge] = field(default_factory=list)
    length_us: int | None = 0
    at_us: int | None = None
    wrong: list[str] = field(default_factory=list)

    @property
    def end_us(self) -> int | None:
        """When its last edge is, or its own time without one; None if that is not known yet."""
        if self.at_us is None or self.length_us is None:
            return None
        return self.at_us + self.length_us

    @property
    def t(self) -> float | None:
        """Its own time in seconds, as the file has it where it says "t"."""
        return self.keys.get("t", None if self.at_us is None else self.at_us / 1e6)

    def place(self, before: Step | None) -> None:
        """Set `at_us`, if it can be known. Raises BadScenario if it is earlier than `before`."""
        if "t" in self.keys:
            self.at_us = _to_ms(self.keys["t"])
        elif before is None:
            self.at_us = _to_ms(self.keys["after"])
        elif before.end_us is not None:
            self.at_us = -(-before.end_us // 1000) * 1000 + _to_ms(self.keys["after"])
        if before is None or self.at_us is None or before.at_us is None:
            return
        if self.at_us < before.at_us:
            raise BadScenario(self.line, f"t = {self.t} comes after {before.t}: steps go by t.")


def _to_ms(seconds: float) -> int:
    """Microseconds, to the millisecond."""
    return round(seconds * 1000) * 1000


def _object(text: str, line: int) -> dict[str, Any]:
    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, value in pairs:
            if key in found:
                raise BadScenario(line, f'the key "{key}" is there twice.')
            found[key] = value
        return found

    def constant(name: str) -> None:
        raise BadScenario(line, f"{name} is not a number of JSON.")

    try:
        value = json.loads(text, object_pairs_hook=once, parse_constant=constant)
    except (ValueError, RecursionError) as error:
        what = getattr(error, "msg", "a number is too long, or it is nested too deep")
        raise BadScenario(line, f"this is not JSON: {what}.")
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise BadScenario(line, "it has half of a surrogate pair, \\ud800 to \\udfff: remove it.")
    if not isinstance(value, dict):
        raise BadScenario(line, "a line must be one JSON object in { }.")
    return value


def _presses(value: Any) -> list[Edge]:
    """The edges of "press": a button, or [button, how often]."""
    button, count = value if isinstance(value, list) else (value, 1)
    starts = [number * PRESSES_US for number in range(int(count))]
    return [edge for at in starts
            for edge in ((at, button, True), (at + PRESS_US, button, False))]  # fmt: skip


def _bounce(start: int, edges: int, ms: float, button: str, down: bool) -> list[Edge]:
    """`edges` changes spread evenly over `ms`, ending down or up as it should."""
    out = []
    span = round(ms * 1000)
    count = edges if edges % 2 else edges + 1
    for index in range(count):
        at = start + (span * index // (count - 1) if count > 1 else 0)
        out.append((at, button, down if index % 2 == 0 else not down))
    return out


def _edges(keys: dict[str, Any]) -> list[Edge]:
    edges: list[Edge] = []
    if "press" in keys:
        edges += _presses(keys["press"])
    if "hold" in keys:
        edges += [(0, keys["hold"], True), (_to_ms(keys["s"]), keys["hold"], False)]
    if "down" in keys:
        edges.append((0, keys["down"], True))
    if "up" in keys:
        edges.append((0, keys["up"], False))
    if "bounce" in keys:
        shape = int(keys["edges"]), keys["ms"], keys["bounce"]
        edges += _bounce(0, *shape, True)
        edges += _bounce(edges[-1][0] + PRESS_US, *shape, False)
    return edges


def check_step(keys: dict[str, Any], line: int) -> Step:
    """A step's object checked. Raises BadScenario."""
    if fault := checked.fault(keys, "step"):
        raise BadScenario(line, fault)
    edges = _edges(keys)
    length_us = None if "choose" in keys else max((edge[0] for edge in edges), default=0)
    return Step(line, keys, edges, length_us)


def parse(text: str) -> tuple[int, dict[str, Any], list[Step]]:
    """(line of the set-up, set-up, steps). Raises BadScenario."""
    setup: dict[str, Any] | None = None
    setup_line, steps = 1, list[Step]()
    for line, row in enumerate(text.split("\n"), 1):
        row = row.strip()
        if not row or row.startswith("#"):
            continue
        keys = _object(row, line)
        if setup is None:
            setup_line = line
            if fault := checked.fault(keys, "first"):
                raise BadScenario(line, fault)
            setup = keys["setup"]
            continue
        step = check_step(keys, line)
        step.place(steps[-1] if steps else None)
        steps.append(step)
    if setup is None:
        raise BadScenario(setup_line, 'there is no {"setup": {…}}.')
    return setup_line, setup, steps
