"""The emulated Pico with the face of the VirtualDevice, so that the host tool's client and the
scenarios' player drive either."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from buzzglass.device.client import Client, state_in
from buzzglass.errors import ToolError
from buzzglass.shapes import State
from pico.emulator import Emulator
from virtual_board.board.device import ADDRESSES, STATUS
from virtual_board.board.firmware import BoardError, pins_of
from virtual_board.board.panels import CHIPS
from virtual_board.board.profiles import PROFILES

Record = dict[str, Any]
WIRE_US = 150  # a USB transfer, one way
SETTLE_US, SETTLED_AT_LAST = 2000, 250
BUZZER, SDA, SCL = 15, 4, 5


class Transport:
    """The device's serial port as a Client uses it, in simulated time."""

    def __init__(self, device: PicoDevice, first_id: int = 0) -> None:
        """first_id: where the requests' numbers begin."""
        self._device, self.first_id = device, first_id
        device.serial_read()

    def write(self, data: bytes) -> None:
        """Send bytes; they arrive a USB transfer later."""
        self._device.serial_write(data, self._device.now_us + WIRE_US)

    def read(self, timeout_s: float) -> bytes:
        """What has come, or what comes within timeout_s."""
        device = self._device
        end = device.now_us + max(1, round(timeout_s * 1e6))
        while not device.received and device.now_us < end:
            device.run_until(end, True)
        return device.serial_read()

    def now(self) -> float:
        """Simulated seconds."""
        return self._device.now_us / 1e6

    def close(self) -> None:
        """Nothing to close."""


class PicoDevice:
    """One board. Times are microseconds of the whole run, as in VirtualDevice, those in `records`
    ms; a state is asked for by the serial protocol, which takes the device some ms."""

    board = "pico"
    profile = PROFILES["pico"]

    def __init__(
        self,
        kit: Path,
        uf2: Path | None,
        image: Path | None = None,
        chip: str = "ssd1306",
        address: int = ADDRESSES[0],
        plugged: bool = True,
        **more: Any,
    ) -> None:
        """uf2: MicroPython. image: the file system's 1,441,792 bytes; an empty flash if None.
        chip, address, plugged: of the panel. more: options of board.mjs."""
        self.sim = Emulator(kit)
        self.panel = CHIPS[chip]()
        bytes_after = {str(key): count for key, count in self.panel.arguments.items()}
        self.sim(
            "new", uf2=uf2 and str(uf2), image=image and str(image), pins=pins_of(),
            buzzer=BUZZER, panel={"sda": SDA, "scl": SCL, "address": address, "plugged": plugged,
                                  "status": STATUS[chip], "bytesAfter": bytes_after}, **more,
        )  # fmt: skip
        self.on = False
        self.plugged = plugged
        self.received = bytearray()
        self.records: list[Record] = []
        self.trace: Callable[[int, str, dict[str, Any]], None] | None = None
        self.crash: str | None = None
        self.faults: list[str] = []
        self.resets = self.power_ups = 0
        self.asks = True  # False: `state` asks nothing
        self._ident = 0x8000
        self._line = ""

    @property
    def now_us(self) -> int:
        """Simulated time."""
        return round(self.sim.now * 1000)

    # -- what happens to it ----------------------------------------------------------------------

    def edge(self, t_us: int, button: str, down: bool) -> None:
        """A button's contact closes or opens at t_us."""
        self.sim("edge", ms=t_us / 1000, button=button, down=down)

    def press_in_erase(self, button: str, after_ms: float, held_ms: float = 80) -> None:
        """A press, so long after the start of the next erase that no other one takes, half a second
        from another one at the least."""
        self.sim("inErase", button=button, after=after_ms, held=held_ms)

    def serial_write(self, data: bytes, t_us: int | None = None) -> None:
        """Bytes into the serial port at t_us, or now."""
        at = self.now_us if t_us is None else t_us
        self.sim("write", ms=at / 1000, text=data.decode("latin-1"))

    def oled(self, t_us: int, plugged: bool) -> None:
        """Pull the panel off the bus, or put it back."""
        self.sim("oled", ms=t_us / 1000, plugged=plugged)

    def oled_hang(self, t_us: int) -> None:
        """Not emulated. Raises BoardError."""
        raise BoardError("A panel that holds SDA low is not emulated.")

    def host_reads(self, t_us: int, reads: bool) -> None:
        """The laptop's program stops reading, or goes on."""
        self.sim("reads", ms=t_us / 1000, on=reads)

    def port_opened(self) -> None:
        """A program opens the port, which a Pico does not notice."""

    def power(self, t_us: int, on: bool) -> None:
        """Cut or give power at t_us."""
        self.sim("power", ms=t_us / 1000, on=on)

    def power_on(self) -> None:
        """Give power now."""
        self.power(self.now_us, True)
        self.run_until(self.now_us + 1)

    def power_off(self) -> None:
        """Cut the power now."""
        self.power(self.now_us, False)
        self.run_until(self.now_us + 1)

    def cut(self, operation: int, part: float, how: str = "noise") -> None:
        """Have the power go in the flash operation of that number from now on (1: the next), after
        `part` of its time. how: what a torn place holds, "noise", "old" or "new"."""
        self.sim("cut", n=operation, part=part, how=how)

    def serial_read(self) -> bytes:
        """What the firmware has sent since the last call."""
        data = bytes(self.received)
        self.received.clear()
        return data

    def save(self, path: Path) -> None:
        """Write the file system's bytes to a file."""
        self.sim("save", file=str(path))

    def close(self) -> None:
        """End the emulator."""
        self.sim.close()

    # -- running ---------------------------------------------------------------------------------

    def run_until(self, t_us: int, stop_on_output: bool = False) -> bool:
        """Run to t_us; with stop_on_output to the end of a line that it sends: True then."""
        if t_us <= self.now_us and not stop_on_output:
            return False
        before = len(self.received)
        found = self.sim("run", ms=max(t_us / 1000, self.sim.now), stop=stop_on_output)
        if found["resets"] > self.resets:
            self.faults += ["The firmware reset the board."] * (found["resets"] - self.resets)
        self.resets, self.power_ups = found["resets"], found["starts"]
        self.on = not found["off"]
        for record in found["records"]:
            self._take(record.pop("ns") / 1e6, record.pop("what"), record)
        return stop_on_output and len(self.received) > before

    def _take(self, ms: float, what: str, more: dict[str, Any]) -> None:
        if what == "tx":
            self.received += more["text"].encode("latin-1")
            *lines, self._line = (self._line + more["text"]).split("\n")
            for line in lines:
                self._log(ms, "serial_out", {"text": line + "\n"})
            return
        if what == "oled":
            data = bytes.fromhex(more.pop("data"))
            self.panel.write(data)
            more["bytes"] = len(data)
        elif what == "power" and more["on"] or what == "panel" and more["plugged"]:
            self.panel.power()
        if what == "panel":
            self.plugged = more["plugged"]
        self._log(ms, what, more)

    def _log(self, ms: float, what: str, more: dict[str, Any]) -> None:
        took = {"took_ms": more["ms"]} if "ms" in more else {}
        self.records.append({**more, **took, "what": what, "ms": ms})
        if self.trace:
            self.trace(round(ms * 1000), what, more)

    # -- looking ---------------------------------------------------------------------------------

    def request(self, do: str, **args: object) -> dict[str, Any]:
        """The reply to one request. Raises DeviceError, LinkError."""
        self._ident = self._ident + 0x25 & 0xFFFF
        return cast(dict[str, Any], Client(Transport(self), self._ident).request(do, **args))

    def state(self) -> State | None:
        """Its state, once it has done what is due; None without power. Raises BoardError if it does
        not answer."""
        if not self.on or not self.asks:
            return None
        for _ in range(SETTLED_AT_LAST):
            self.run_until(self.now_us + SETTLE_US)
            if self.sim("asleep") is not None:
                break
        kept = self.serial_read()
        try:
            state = state_in(cast(Any, self.request("status")), "status")
        except ToolError as error:
            raise BoardError(f"The emulated Pico does not tell its state: {error}")
        self.received[:0] = kept
        return state

    def screenshot(self) -> Any:
        """A PIL image of the panel, 4 times enlarged."""
        return self.panel.image()
