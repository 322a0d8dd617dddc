"""The board this runs on: one file a board says how it is recognized and which pins it uses.

A board file has MACHINES (names of boards), CHIPS (for other boards with that chip), NAME, PINS,
I2C_ID, SDA, SCL, I2C_HZ, PANEL, TIMERS, BUZZER and serial(). Any file put beside ours wins where it
fits as well: hardware/README.md, "Your own board".
"""

import os
import sys

# Ours, the most common first: looked at after all others, and only until one fits exactly.
OURS = ("pico", "pico_w", "pico2", "esp32", "esp32_s3")
# All of them where they lie in one file with this, as `make firmware` lays them.
TOGETHER = ()


def this():
    """The module of the board that MicroPython names in sys.implementation._machine.

    Raises ImportError with what to write if no file fits.
    """
    return find(sys.implementation._machine)


def find(full_name):
    """The board module for a full name like "Raspberry Pi Pico with RP2040".

    A file that lists the board's name in MACHINES beats one that lists its chip in CHIPS. Raises
    ImportError.
    """
    board, _, chip = full_name.rpartition(" with ")
    same_chip = None
    for module in TOGETHER or _files():
        if board in module.MACHINES:
            return module
        if same_chip is None and chip in module.CHIPS:
            same_chip = module
    if same_chip is None:
        raise ImportError(
            "No file in boards/ fits '%s': copy boards/pico.py to a file of its own there, with"
            " MACHINES = ('%s',) and your pins." % (full_name, board or full_name)
        )
    return same_chip


def _files():
    """Yield the modules of the board files in this folder, each in RAM while it is looked at."""
    for name in _names():
        yield __import__("boards." + name, None, None, ("NAME",))
        sys.modules.pop("boards." + name, None)
        globals().pop(name, None)


def _names():
    """Names of the board files in this folder, a maker's own before ours."""
    found = set()
    for name in os.listdir(__file__.rpartition("/")[0] or "."):
        stem, _, kind = name.rpartition(".")
        if kind in ("py", "mpy") and stem[:1] not in ("", "_", "."):
            found.add(stem)
    return sorted(found - set(OURS)) + [name for name in OURS if name in found]
