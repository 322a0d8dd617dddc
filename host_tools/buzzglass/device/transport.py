"""Bytes to and from a device, and the search for the port it is on."""

from __future__ import annotations

import errno
import re
import time
from collections.abc import Callable
from typing import Any, Protocol

from buzzglass.errors import DeviceError, LinkError, ToolError
from buzzglass.shapes import Hello, Port

# USB vendors whose ports are the microcontroller itself: Raspberry Pi, Espressif, MicroPython.
# Only these are probed. A USB-UART bridge may be a printer in the middle of a job, and opening
# it would reset it, so a board behind one has to be named with --port.
PROBED_VENDORS = (0x2E8A, 0x303A, 0xF055)
BRIDGE_VENDORS = (0x10C4, 0x1A86, 0x0403)


class Transport(Protocol):
    """What a Client talks through: a serial port, or a virtual device in its own time."""

    def write(self, data: bytes) -> None:
        """Send all the bytes; raises LinkError."""

    def read(self, timeout_s: float) -> bytes:
        """Wait up to timeout_s for some bytes; b"" on timeout; raises LinkError."""

    def now(self) -> float:
        """Seconds on a clock that only goes forward."""

    def close(self) -> None:
        """Close the port."""


class SerialTransport:
    """A port as pyserial's `serial_for_url` takes it: /dev/ttyACM0, COM12, socket://host:port."""

    def __init__(self, port: str) -> None:
        import serial

        self.port = port
        self._error = serial.SerialException
        try:
            self._serial = serial.serial_for_url(port, do_not_open=True, baudrate=115200)
            self._serial.write_timeout = 2.0
            self._serial.timeout = 0.1
            if "://" not in port:
                self._serial.exclusive = True
                if _vendor(port) in BRIDGE_VENDORS:
                    # These lines reset an ESP32 when they differ: leave both alone.
                    self._serial.dtr = False
                    self._serial.rts = False
            self._serial.open()
        except (serial.SerialException, OSError, ValueError) as error:
            raise LinkError(_open_problem(port, error))

    def write(self, data: bytes) -> None:
        try:
            self._serial.write(data)
        except (self._error, OSError) as error:
            raise LinkError(f"Writing to {self.port} failed ({error}): {self._again()}")

    def read(self, timeout_s: float) -> bytes:
        try:
            self._serial.timeout = max(0.0, timeout_s)
            data = self._serial.read(1)
            if data:
                data += self._serial.read(self._serial.in_waiting)
            return bytes(data)
        except (self._error, OSError, TypeError) as error:
            # pyserial's posix read raises TypeError when the port is closed under it.
            raise LinkError(f"{self.port} went away ({error}): {self._again()}")

    def _again(self) -> str:
        if self.port.startswith("socket:"):
            return (
                "check that it is the address that 'buzzglass sim play' prints as tcp, and that it "
                "still runs."
            )
        return "plug it in again and retry."

    def now(self) -> float:
        return time.monotonic()

    def close(self) -> None:
        try:
            self._serial.close()
        except (self._error, OSError):
            pass


def _open_problem(port: str, error: Exception) -> str:
    """Why a port could not be opened, with what to do."""
    text = str(error)
    cause = error if getattr(error, "errno", None) else error.__context__
    number = getattr(cause, "errno", None)
    if "Access is denied" in text or "exclusively lock" in text or number == errno.EBUSY:
        # Windows denies the access to a port that somebody else has open.
        return f"{port} is in use by another program: close that program and try again."
    if number == errno.EACCES:
        return f"You may not use {port}: see 'buzzglass doctor --port {port}' for what to do."
    if port.startswith("socket:"):
        if isinstance(cause, OSError):
            reason = cause.strerror or cause
            return (
                f"Nothing answers at {port} ({reason}): check the address, and that 'buzzglass sim "
                "play' runs there."
            )
        return (
            f"{port} is no address: write socket://HOST:NUMBER; what 'buzzglass sim play' prints "
            'as "tcp" is HOST:NUMBER.'
        )
    if re.fullmatch(r"[\w.-]*:\d+", port):
        return f"There is no port {port}: if it is a virtual device, write socket://{port}."
    if number == errno.ENOENT or "FileNotFoundError" in text:
        return f"There is no port {port}: plug the device in, and see 'buzzglass ports'."
    if "configure port" in text or number in (errno.ENOTTY, errno.EISDIR):
        return f"{port} is no serial port: see 'buzzglass ports' for those there are."
    return f"Cannot open {port} ({text}): see 'buzzglass ports' for the ports there are."


def usb_ports() -> list[Any]:
    """USB serial ports as pyserial's ListPortInfo, in a stable order."""
    from serial.tools import list_ports

    return sorted((p for p in list_ports.comports() if p.vid is not None), key=lambda p: p.device)


def _vendor(port: str) -> int | None:
    for info in usb_ports():
        if info.device == port:
            return int(info.vid)
    return None


def scan(hello: Callable[[str], Hello]) -> list[Port]:
    """All USB serial ports as `ports --json` prints them; hello(port) asks a likely one, and raises
    LinkError or DeviceError if no Buzzglass answers: then the entry has its text as "problem"."""
    return [_asked(info, hello) for info in usb_ports()]


def _asked(info: Any, hello: Callable[[str], Hello]) -> Port:
    """A port of pyserial's list; one that may be a Buzzglass is asked with `hello`."""
    port: Port = {
        "port": info.device,
        "name": info.product or info.description or "",
        "serial": info.serial_number or "",
        "buzzglass": False,
    }
    if info.vid in PROBED_VENDORS:
        try:
            port["name"] = hello(info.device).get("name") or port["name"]
            port["buzzglass"] = True
        except (LinkError, DeviceError) as error:
            port["problem"] = str(error)
    return port


def choose(found: list[Port], ask: Callable[[list[Port]], str] | None) -> str:
    """The port of the only Buzzglass; with several, what `ask` says. Raises ToolError."""
    ours = [entry for entry in found if entry["buzzglass"]]
    if len(ours) == 1:
        return str(ours[0]["port"])
    if not ours:
        likely = [entry for entry in found if "problem" in entry]
        if len(likely) == 1:
            port, problem = likely[0]["port"], likely[0]["problem"]
            where = "" if port in problem else f" on {port}"
            raise ToolError(f"No Buzzglass found{where}. {problem}")
        others = ", ".join(entry["port"] for entry in found)
        seen = f" (other serial ports: {others})" if others else ""
        raise ToolError(
            f"No Buzzglass found{seen}: plug it in, with a cable that carries data and not only "
            "power, or name its port with --port PORT."
        )
    if ask is None:
        names = ", ".join(entry["port"] for entry in ours)
        raise ToolError(f"Several Buzzglasses found ({names}): choose one with --port PORT.")
    return ask(ours)
