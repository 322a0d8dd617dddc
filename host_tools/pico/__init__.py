"""The firmware on an emulated Raspberry Pi Pico, with the real MicroPython: `make pico`."""
