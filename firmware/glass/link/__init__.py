"""The serial port, and what may be asked through it."""
