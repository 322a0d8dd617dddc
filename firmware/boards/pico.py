"""Raspberry Pi Pico: which pin carries what. Wiring: hardware/README.md."""

import sys

MACHINES = ("Raspberry Pi Pico",)
CHIPS = ("RP2040",)

NAME = "pico"
PINS = {"start": 10, "got": 11, "pass": 12, "foul": 13}  # to ground, pull-ups inside
I2C_ID, SDA, SCL, I2C_HZ = 0, 4, 5, 400_000
PANEL = None  # "ssd1306" or "sh1106" where the panel's status byte does not tell them apart
TIMERS = -1, -1  # for waiting and for notes; software timers: this port has no others
BUZZER = 15  # PWM slice 7 B: nothing else of ours is on slice 7


def serial():
    """(input, output) byte streams of the USB serial port."""
    return sys.stdin.buffer, sys.stdout.buffer
