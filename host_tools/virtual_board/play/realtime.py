"""The virtual device run in real time.

`step` is called by one worker thread, the only one that touches the device; everything else runs in
the asyncio loop.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from virtual_board.board.device import VirtualDevice
from virtual_board.board.firmware import BoardError

BUTTONS = ("start", "got", "pass", "foul")
BEHIND_US = 300_000  # further behind real time than this, the device skips what it missed
CONTACT_US = 40_000  # the shortest contact: a tap on a touchpad may last less than a millisecond
BLANK = bytes(1024)

Action = tuple[float, str, Any, Any]  # (time.monotonic(), kind, its two arguments)
Do = Callable[..., None]  # do(kind, a, b=None): an action, now


@dataclass
class News:
    """What is new after a step: the panel's frame, the state, sounds, and bytes from the port.

    frame: 1024 bytes, row by row, eight pixels a byte, the leftmost the highest bit. sounds:
    (ms ago, hz, duty of 65535), in order.
    """

    frame: bytes = BLANK
    state: dict[str, Any] = field(default_factory=dict)
    sounds: list[tuple[int, int, int]] = field(default_factory=list)
    serial: bytes = b""


def frame_of(device: VirtualDevice) -> bytes:
    """The panel as News.frame has it; dark without power or off the bus."""
    if not (device.on and device.plugged):
        return BLANK
    text = "".join("1" if bit else "0" for row in device.panel.pixel_rows() for bit in row)
    return int(text, 2).to_bytes(1024, "big")


class RealTime:
    """Runs the device up to the present, each action at the moment when it was done."""

    def __init__(self, device: VirtualDevice) -> None:
        self.device = device
        self._failed = ""
        self._last_edge: dict[str, int] = {}
        self._sounds: list[tuple[int, int, int]] = []
        self._closed = dict.fromkeys(BUTTONS, False)
        self._dirty = True
        self._frame = BLANK
        self._zero = 0.0
        device.trace = self._trace

    def start(self) -> None:
        """Power up; the device's time begins now. Raises BoardError."""
        self.device.power_on()
        self._catch_up()

    def _catch_up(self) -> None:
        """Make the device's time the present one."""
        self._zero = time.monotonic() - self.device.now_us / 1e6

    def _trace(self, at_us: int, what: str, more: dict[str, Any]) -> None:
        if what == "buzzer":
            self._sounds.append((at_us, more["hz"], more["duty"]))
        elif what == "oled":
            self._dirty = True
        elif what == "pin" and more["name"] in BUTTONS:
            self._closed[more["name"]] = not more["level"]

    def _do(self, at_us: int, kind: str, a: Any, b: Any) -> None:
        device = self.device
        if kind == "edge":
            at_us = max(at_us, device.now_us, self._last_edge.get(a, -CONTACT_US) + CONTACT_US)
            self._last_edge[a] = at_us
            device.edge(at_us, a, b)
        elif kind == "serial":
            device.serial_write(a, at_us)
        elif kind == "power" and a != device.on:
            if a:
                self._failed = ""
                if device.crash is not None:
                    device.power(at_us, False)  # a crash is over when the power has been off
            device.power(at_us, a)

    def step(self, actions: list[Action]) -> News:
        """Run the device up to now. actions: edge (button, down), serial (bytes), power (on)."""
        device = self.device
        target = int((time.monotonic() - self._zero) * 1e6)
        if target > device.now_us + BEHIND_US:
            self._zero += (target - device.now_us - BEHIND_US) / 1e6
            target = device.now_us + BEHIND_US
        for at, kind, a, b in actions:
            self._do(int((at - self._zero) * 1e6), kind, a, b)
        was_on = device.on
        try:
            if target > device.now_us:
                device.run_until(target)
        except BoardError as error:
            device.power_off()
            self._failed = str(error)
            self._catch_up()  # a hang was noticed in the device's time, far ahead of ours
        sounds = [((device.now_us - at) // 1000, hz, duty) for at, hz, duty in self._sounds]
        self._sounds.clear()
        if self._dirty or was_on != device.on or not device.on:
            self._dirty = False
            self._frame = frame_of(device)
        crash = device.crash.splitlines()[-1] if device.crash else self._failed
        state = {
            "power": device.on,
            "contrast": device.panel.contrast,
            "closed": [name for name, closed in self._closed.items() if closed],
            "crash": crash,
        }
        return News(self._frame, state, sounds, device.serial_read())
