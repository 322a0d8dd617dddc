"""The virtual board: MicroPython with stand-ins for the hardware, and the firmware it runs."""
