"""One small file a board: pins, bus, serial stream, nothing else."""

import sys

BY_PORT = {"rp2": "pico", "esp32": "esp32"}  # sys.platform: the wiring of hardware/README.md


def this():
    """The module of the board this runs on, by its port of MicroPython. Raises ImportError."""
    name = BY_PORT.get(sys.platform)
    if name is None:
        raise ImportError("no wiring is known for " + sys.platform)
    return __import__("boards." + name, None, None, ["NAME"])
