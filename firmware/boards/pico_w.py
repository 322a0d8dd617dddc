"""Raspberry Pi Pico W: which pin carries what, the same as on a Pico. Wiring: hardware/README.md.

Not used: 23, 24, 25 and 29 go to the radio.
"""

import sys

MACHINES = ("Raspberry Pi Pico W",)
CHIPS = ()  # a board with an RP2040 that nobody knows is wired as a Pico

NAME = "pico_w"
PINS = {"start": 10, "got": 11, "pass": 12, "foul": 13}  # to ground, pull-ups inside
I2C_ID, SDA, SCL, I2C_HZ = 0, 4, 5, 400_000
PANEL = None  # "ssd1306" or "sh1106" where the panel's status byte does not tell them apart
TIMERS = -1, -1  # for waiting and for notes; software timers: this port has no others
BUZZER = 15  # PWM slice 7 B: nothing else of ours is on slice 7


def serial():
    """(input, output) byte streams of the USB serial port."""
    return sys.stdin.buffer, sys.stdout.buffer
