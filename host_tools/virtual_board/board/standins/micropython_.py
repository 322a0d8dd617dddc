"""`micropython` whose Ctrl-C comes from the virtual serial port."""

import hw
from micropython import *  # noqa: F403


def kbd_intr(byte):
    hw.interrupt_byte = byte
