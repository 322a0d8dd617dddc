"""The virtual board: the firmware itself on a real MicroPython, in virtual time."""
