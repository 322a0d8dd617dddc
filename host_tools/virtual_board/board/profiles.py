"""What the boards of scenarios are: which chip, which pins, which serial port.

Taken from MicroPython's sources, v1.28: `mpconfigboard.h` of each board, `machine_pin.c`,
`machine_wdt.c`, `machine_i2c.c` and `machine_timer.c` of the rp2 and esp32 ports.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

UART_BYTE_US = 10_000_000 // 115_200  # start bit, 8 bits, stop bit


@dataclass(frozen=True)
class Profile:
    """A board. Times in milliseconds, pins as GPIO numbers, sizes in bytes unless named."""

    machine: str  # sys.implementation._machine
    platform: str  # sys.platform
    unique_id: bytes  # machine.unique_id()
    missing: tuple[int, ...]  # pins that MicroPython refuses: not there, or the chip's own
    last_pin: int
    input_only: int  # pins from this one on have neither output nor pull-ups
    watchdog_ms: int  # the longest timeout
    uart_only: bool  # the port is a UART behind a USB chip: slow, and its ring overflows
    prints_to_uart: bool  # what is printed goes through a UART too, which takes its time
    resets_on_open: bool  # DTR and RTS restart the board when a program opens its port
    ring: int  # bytes that wait to be read where the port has no flow control; 0: it has
    blocks: int  # of 4096 bytes in its file system

    def config(self) -> str:
        """What the stand-ins inside MicroPython need to know, as a JSON list of at most 255 bytes:
        its arguments take no more. Among them a number with a bit for each pin there is."""
        pins = sum(1 << pin for pin in range(self.last_pin + 1) if pin not in self.missing)
        return json.dumps([
            self.machine, self.platform, self.unique_id.hex(), pins, self.input_only,
            self.watchdog_ms, self.prints_to_uart,
        ])  # fmt: skip


def _rp2(machine: str, unique_id: str, watchdog_ms: int, blocks: int) -> Profile:
    return Profile(
        machine, "rp2", bytes.fromhex(unique_id), missing=(), last_pin=29, input_only=99,
        watchdog_ms=watchdog_ms, uart_only=False, prints_to_uart=False, resets_on_open=False,
        ring=0, blocks=blocks,
    )  # fmt: skip


PROFILES = {
    "pico": _rp2("Raspberry Pi Pico with RP2040", "e6616408432b5721", 8388, 352),
    "pico_w": _rp2("Raspberry Pi Pico W with RP2040", "e66164084319a136", 8388, 212),
    "pico2": _rp2("Raspberry Pi Pico2 with RP2350", "7d3f6c1a08b92e54", 16777, 352),
    "esp32": Profile(
        "Generic ESP32 module with ESP32",
        "esp32",
        bytes.fromhex("246f28aabbcc"),
        missing=(24, 28, 29, 30, 31),
        last_pin=39,
        input_only=34,
        watchdog_ms=2**31,
        uart_only=True,
        prints_to_uart=True,
        resets_on_open=True,
        ring=259,  # of MicroPython's 260 bytes one stays empty
        blocks=352,
    ),
    # Plugged in at its own USB socket. MicroPython prints to the UART as well.
    "esp32_s3": Profile(
        "Generic ESP32S3 module with ESP32-S3",
        "esp32",
        bytes.fromhex("7cdfa1aabbcc"),
        missing=(19, 20, *range(22, 33)),
        last_pin=46,
        input_only=99,
        watchdog_ms=2**31,
        uart_only=False,
        prints_to_uart=True,
        resets_on_open=False,
        ring=0,
        blocks=352,
    ),
}
