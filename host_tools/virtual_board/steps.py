"""A scenario's lines, checked: what a step may say, and the button's edges it makes."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from virtual_board.device import ADDRESSES
from virtual_board.ssd1306 import CHIPS

BUTTONS = ("start", "got", "pass", "foul")
PRESS_US = 80_000  # how long a press is down
PRESSES_US = 200_000  # from one press of a row of presses to the next
PRESSES_MAX = 1000
LONGEST_S = 1_000_000
# Keys that go with another one.
WITH = {"s": "hold", "edges": "bounce", "ms": "bounce", "result": "call", "status": "call"}
BUTTON_KEYS = ("press", "hold", "down", "up", "bounce")
ACTIONS = (
    "press", "hold", "down", "up", "bounce", "choose", "expect", "screenshot", "power", "serial",
    "oled", "port", "call",
)  # fmt: skip


class BadScenario(Exception):
    """The file is not a scenario: line number and a sentence."""

    def __init__(self, line: int, text: str) -> None:
        super().__init__(text)
        self.line = line


@dataclass
class Step:
    """One step as checked.

    at_us: its time from t = 0; None as long as the end of the step before is not known.
    edges: (microseconds from `at_us`, button, down).
    length_us: from `at_us` to its last edge; None for a "choose" that has presses to make yet.
    wrong: what has failed before its end.
    """

    line: int
    keys: dict[str, Any]
    edges: list[tuple[int, str, bool]] = field(default_factory=list)
    length_us: int | None = 0
    at_us: int | None = None
    wrong: list[str] = field(default_factory=list)
    report: dict[str, Any] | None = None

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
        if before is not None and None not in (self.at_us, before.at_us):
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


def _number(keys: dict[str, Any], key: str, line: int, low: float, high: float) -> float:
    value: Any = keys.get(key)
    if type(value) not in (int, float) or not low <= value <= high:
        raise BadScenario(line, f'"{key}" must be a number from {low:g} to {high:g}.')
    return float(value)


def _choice(keys: dict[str, Any], key: str, line: int, allowed: tuple[str, ...]) -> str:
    value = keys[key]
    if not isinstance(value, str) or value not in allowed:
        raise BadScenario(line, f'"{key}" must be one of {", ".join(allowed)}.')
    return value


def _press(value: Any, line: int) -> list[tuple[int, str, bool]]:
    """The edges of "press": a button, or [button, how often]."""
    count = 1
    if isinstance(value, list):
        good = len(value) == 2 and type(value[1]) is int and 1 <= value[1] <= PRESSES_MAX
        if not good:
            raise BadScenario(
                line, f'"press" must be a button, or [button, n] with n from 1 to {PRESSES_MAX}.'
            )
        value, count = value
    button = _choice({"press": value}, "press", line, BUTTONS)
    starts = [number * PRESSES_US for number in range(count)]
    return [edge for at in starts
            for edge in ((at, button, True), (at + PRESS_US, button, False))]  # fmt: skip


def _bounce(start: int, edges: int, ms: float, button: str, down: bool) -> list[Any]:
    """`edges` changes spread evenly over `ms`, ending down or up as it should."""
    out = []
    span = round(ms * 1000)
    count = edges if edges % 2 else edges + 1
    for index in range(count):
        at = start + (span * index // (count - 1) if count > 1 else 0)
        out.append((at, button, down if index % 2 == 0 else not down))
    return out


def check_step(keys: dict[str, Any], line: int) -> Step:
    """A step's object checked. Raises BadScenario."""
    for key in keys:
        if key not in ACTIONS and key not in WITH and key not in ("t", "after"):
            raise BadScenario(line, f'there is no key "{key}" for a step.')
        if key in WITH and WITH[key] not in keys:
            raise BadScenario(line, f'"{key}" needs "{WITH[key]}" beside it.')
    if "t" in keys and "after" in keys:
        raise BadScenario(line, 'a step has "t" or "after", not both.')
    _number(keys, "after" if "after" in keys else "t", line, 0, LONGEST_S)
    edges: list[tuple[int, str, bool]] = []
    for key in BUTTON_KEYS:
        if key not in keys:
            continue
        if key == "press":
            edges += _press(keys[key], line)
            continue
        button = _choice(keys, key, line, BUTTONS)
        if key == "hold":
            span = _to_ms(_number(keys, "s", line, 0.001, 3600))
            edges += [(0, button, True), (span, button, False)]
        elif key == "bounce":
            count = keys.get("edges")
            if type(count) is not int or not 1 <= count <= 1000:
                raise BadScenario(line, '"edges" must be a whole number from 1 to 1000.')
            ms = _number(keys, "ms", line, 0.001, 1000)
            edges += _bounce(0, count, ms, button, True)
            edges += _bounce(edges[-1][0] + PRESS_US, count, ms, button, False)
        else:
            edges.append((0, button, key == "down"))
    if "choose" in keys:
        if not isinstance(keys["choose"], str) or not keys["choose"]:
            raise BadScenario(line, '"choose" must be the text that a row of the menu begins with.')
        if edges:
            raise BadScenario(line, '"choose" presses buttons itself: give others their own step.')
    if "expect" in keys and not isinstance(keys["expect"], dict):
        raise BadScenario(line, '"expect" must be an object: a part of the state.')
    if "power" in keys:
        _choice(keys, "power", line, ("on", "off"))
    if "oled" in keys:
        _choice(keys, "oled", line, ("plug", "unplug", "hang"))
    if "port" in keys:
        _choice(keys, "port", line, ("unread", "read"))
    if "serial" in keys:
        text = keys["serial"]
        if not isinstance(text, str) or any(ord(letter) > 255 for letter in text):
            raise BadScenario(line, '"serial" must be a text of characters up to \\u00ff.')
    if "screenshot" in keys:
        name = keys["screenshot"]
        good = isinstance(name, str) and name.lower().endswith(".png") and len(name) > 4
        if not good or Path(name).is_absolute() or ".." in Path(name).parts or "\0" in name:
            raise BadScenario(line, '"screenshot" must be a file name that ends in .png.')
    if "call" in keys:
        words = keys["call"]
        if not (isinstance(words, list) and words and all(isinstance(w, str) for w in words)):
            raise BadScenario(line, '"call" must be a list of texts: the command\'s words.')
        if any("\0" in word for word in words):
            raise BadScenario(line, '"call": no command line has a NUL character: remove it.')
        if "status" in keys and type(keys["status"]) is not int:
            raise BadScenario(line, '"status" must be a whole number.')
    length_us = None if "choose" in keys else max((edge[0] for edge in edges), default=0)
    return Step(line, keys, edges, length_us)


def check_panel(panel: Any, line: int) -> dict[str, Any]:
    """The set-up's "oled" as arguments of a VirtualDevice. Raises BadScenario."""
    if not isinstance(panel, dict) or set(panel) - {"chip", "address", "plugged"}:
        raise BadScenario(line, '"oled" must be an object with "chip", "address" or "plugged".')
    if panel.get("chip", "ssd1306") not in list(CHIPS):
        raise BadScenario(line, f'"chip" must be one of {", ".join(CHIPS)}.')
    if panel.get("address", 60) not in ADDRESSES or type(panel.get("address", 60)) is not int:
        raise BadScenario(line, '"address" must be 60 or 61 (0x3C or 0x3D).')
    if type(panel.get("plugged", True)) is not bool:
        raise BadScenario(line, '"plugged" must be true or false.')
    return panel


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
            if not isinstance(keys.get("setup"), dict) or len(keys) > 1:
                raise BadScenario(line, 'the first object must be {"setup": {…}} and no more.')
            setup = keys["setup"]
            continue
        step = check_step(keys, line)
        step.place(steps[-1] if steps else None)
        steps.append(step)
    if setup is None:
        raise BadScenario(setup_line, 'there is no {"setup": {…}}.')
    return setup_line, setup, steps
