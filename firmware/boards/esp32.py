"""ESP32 (DevKitC and the like): which pin carries what. Wiring: hardware/README.md.

Not used: 0, 2, 5, 12, 15 decide how the chip starts, 6 to 11 are its flash, 16 and 17 the PSRAM
where there is some, 1 and 3 the serial port, 34 to 39 have no pull-ups.
"""

import sys

MACHINES = (
    "Generic ESP32 module",
    "Generic ESP32 module with SPIRAM",
    "Generic ESP32 module with OTA",
)
CHIPS = ("ESP32", "ESP32-UNICORE", "ESP32-D2WD")

NAME = "esp32"
PINS = {"start": 32, "got": 33, "pass": 25, "foul": 26}  # to ground, pull-ups inside
I2C_ID, SDA, SCL, I2C_HZ = 0, 21, 22, 400_000
PANEL = None  # "ssd1306" or "sh1106" where the panel's status byte does not tell them apart
TIMERS = 0, 1  # for waiting and for notes; of the chip: software ones tick in 10 ms here
BUZZER = 27


def serial():
    """(input, output) byte streams of the serial port, behind the board's USB chip."""
    return sys.stdin.buffer, sys.stdout.buffer
