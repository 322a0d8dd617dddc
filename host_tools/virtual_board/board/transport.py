"""The virtual device's serial port as the host tool's client uses it, in the device's time."""

from __future__ import annotations

from collections.abc import Callable

from virtual_board.board.device import VirtualDevice
from virtual_board.board.profiles import UART_BYTE_US


class VirtualTransport:
    """What a Client of the host tool talks through: the device's serial port, in its time."""

    LATENCY_US = 1000  # one USB frame each way

    def __init__(
        self,
        device: VirtualDevice,
        run: Callable[[int, bool], None] | None = None,
        first_id: int = 0,
    ) -> None:
        """run(t_us, stop_on_output): how time is let pass; the device's own run_until if None."""
        self._device = device
        self._run = run or device.run_until
        self.first_id = first_id
        device.port_opened()
        device.serial_read()

    def write(self, data: bytes) -> None:
        """Send bytes; they arrive a USB frame later."""
        self._device.serial_write(data, self._device.now_us + self.LATENCY_US)

    def read(self, timeout_s: float) -> bytes:
        """What has come, or what comes within timeout_s."""
        end = self._device.now_us + max(1, round(timeout_s * 1e6))
        while not self._device.received and self._device.now_us < end:
            self._run(end, True)
        data = self._device.serial_read()
        if data and self._device.profile.uart_only:
            self._run(self._device.now_us + len(data) * UART_BYTE_US, False)
        return data

    def now(self) -> float:
        """Virtual seconds."""
        return self._device.now_us / 1e6

    def close(self) -> None:
        """Nothing to close."""
