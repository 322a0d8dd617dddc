"""MicroPython's REPL on a device, without the game: `foul` is held at power-on."""

from __future__ import annotations

from pico.device import PicoDevice
from pico.kit import KitError

PART, PART_US = 200, 20_000  # characters sent at once, and the time between
READY_US, LONG_US = 1_000_000, 120_000_000


class Repl:
    """repl(source) runs Python on the device and returns what it prints."""

    def __init__(self, device: PicoDevice) -> None:
        """device: one without power."""
        self._device = device
        device.edge(device.now_us, "foul", True)
        device.power_on()
        self._pass(READY_US)
        device.edge(device.now_us, "foul", False)
        for text in (b"\r\x03\x03", b"\r\x01"):
            device.serial_write(text)
            self._pass(300_000)
        if not device.serial_read().endswith(b"raw REPL; CTRL-B to exit\r\n>"):
            raise KitError("The board's REPL does not answer: is its firmware MicroPython?")

    def _pass(self, us: int) -> None:
        self._device.run_until(self._device.now_us + us)

    def __call__(self, source: str) -> str:
        """Raises KitError with the traceback if it fails, or takes too long."""
        device = self._device
        for at in range(0, len(source), PART):
            device.serial_write(source[at : at + PART].encode())
            self._pass(PART_US)
        device.serial_write(b"\x04")
        said, end = b"", device.now_us + LONG_US
        while said.count(b"\x04") < 2 and device.now_us < end:
            self._pass(20_000)
            said += device.serial_read()
        printed, _, error = said.removeprefix(b"OK").partition(b"\x04")
        text = error.partition(b"\x04")[0].decode()
        if text or b"\x04" not in said:
            raise KitError(f"On the emulated board: {text or 'no answer'}")
        return printed.decode().strip()
