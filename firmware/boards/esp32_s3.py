"""ESP32-S3 (DevKitC-1 and the like): which pin carries what. Wiring: hardware/README.md.

Not used: 0, 3, 45, 46 decide how the chip starts, 26 to 37 are its flash and PSRAM, 19 and 20 its
USB, 43 and 44 the serial port behind the USB chip, 22 to 25 do not exist.
"""

import sys

MACHINES = ("Generic ESP32S3 module", "Generic ESP32S3 module with Octal-SPIRAM")
CHIPS = ("ESP32-S3", "ESP32S3")

NAME = "esp32_s3"
PINS = {"start": 4, "got": 5, "pass": 6, "foul": 7}  # to ground, pull-ups inside
I2C_ID, SDA, SCL, I2C_HZ = 0, 8, 9, 400_000
PANEL = None  # "ssd1306" or "sh1106" where the panel's status byte does not tell them apart
TIMERS = 0, 1  # for waiting and for notes; of the chip: software ones tick in 10 ms here
BUZZER = 10


def serial():
    """(input, output) byte streams of both ports: the chip's own USB, and the UART's USB chip."""
    return sys.stdin.buffer, sys.stdout.buffer
