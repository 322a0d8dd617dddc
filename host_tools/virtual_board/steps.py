"""A scenario's lines, checked: what a step may say, and the button's edges it makes."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from virtual_board.device import ADDRESSES
from virtual_board.ssd1306 import CHIPS

BUTTONS = ("start", "got", "pass", "foul")
PRESS_US = 80_000
LONGEST_S = 1_000_000
# Keys that go with another one.
WITH = {"s": "hold", "edges": "bounce", "ms": "bounce", "result": "call", "status": "call"}
ACTIONS = (
    "press", "hold", "down", "up", "bounce", "expect", "screenshot", "power", "serial", "oled",
    "port", "call",
)  # fmt: skip


class BadScenario(Exception):
    """The file is not a scenario: line number and a sentence."""

    def __init__(self, line: int, text: str) -> None:
        super().__init__(text)
        self.line = line


@dataclass
class Step:
    """One step as checked. `at_us` and `due_us` count from t = 0; edges are (us, button, down)."""

    line: int
    keys: dict[str, Any]
    at_us: int
    due_us: int
    edges: list[tuple[int, str, bool]] = field(default_factory=list)
    report: dict[str, Any] | None = None


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
        if key not in ACTIONS and key not in WITH and key != "t":
            raise BadScenario(line, f'there is no key "{key}" for a step.')
        if key in WITH and WITH[key] not in keys:
            raise BadScenario(line, f'"{key}" needs "{WITH[key]}" beside it.')
    at = round(_number(keys, "t", line, 0, LONGEST_S) * 1000) * 1000
    edges: list[tuple[int, str, bool]] = []
    for key in ("press", "hold", "down", "up", "bounce"):
        if key not in keys:
            continue
        button = _choice(keys, key, line, BUTTONS)
        if key == "press":
            edges += [(at, button, True), (at + PRESS_US, button, False)]
        elif key == "hold":
            span = round(_number(keys, "s", line, 0.001, 3600) * 1000) * 1000
            edges += [(at, button, True), (at + span, button, False)]
        elif key == "bounce":
            count = keys.get("edges")
            if type(count) is not int or not 1 <= count <= 1000:
                raise BadScenario(line, '"edges" must be a whole number from 1 to 1000.')
            ms = _number(keys, "ms", line, 0.001, 1000)
            edges += _bounce(at, count, ms, button, True)
            edges += _bounce(edges[-1][0] + PRESS_US, count, ms, button, False)
        else:
            edges.append((at, button, key == "down"))
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
    return Step(line, keys, at, max([at] + [edge[0] for edge in edges]), edges)


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
    setup_line, steps = 1, []
    last = 0.0
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
        if keys["t"] < last:
            raise BadScenario(line, f"t = {keys['t']} comes after {last}: steps go by t.")
        last = keys["t"]
        steps.append(step)
    if setup is None:
        raise BadScenario(setup_line, 'there is no {"setup": {…}}.')
    return setup_line, setup, steps
