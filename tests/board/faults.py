"""The firmware with a fault put into it: a copy whose main.py injects before the app runs."""

import shutil

from virtual_board.device import VirtualDevice, firmware_dir

# Raises once (or each time) in the n-th call of owner.name while the game is in `phase`, in its
# second turn (what happens in the first may be part of a request's answer); the file
# /injected keeps a restart from doing it again.
INJECT = """
import gc
import time
from glass import files, journal
from glass.games.session import Session

def hang():
    while True:
        time.ticks_ms()

def full(_held=[]):
    gc.collect()
    for size in (1024, 64, 16):
        try:
            while gc.mem_free() > {leave}:
                _held.append(bytearray(size))
        except MemoryError:
            pass

def inject(app):
    if files.exists("/injected") and {once}:
        return
    owner = {owner}
    real = getattr(owner, "{name}")
    left = [{count}]
    def faulty(*args):
        phase = "menu" if app.menu else app.game.phase
        if phase == "{phase}" and left[0] and (phase == "menu" or app.game.turn > 1):
            left[0] -= 1
            if left[0] == 0:
                if {once}:
                    files.write("/injected", b"1")
                else:
                    left[0] = {count}
                {fault}
        return real(*args)
    setattr(owner, "{name}", faulty)
"""


def firmware(folder, owner, name, phase, fault, count=1, once=True, leave=0):
    """A firmware folder below `folder`. fault: a statement; owner: an expression of `app`."""
    rom = folder / "rom"
    shutil.copytree(firmware_dir(False), rom)
    main = (rom / "main.py").read_text()
    assert main.count("        app.run()\n") == 1
    main = main.replace("        app.run()\n", "        import fault\n\n"
                        "        fault.inject(app)\n        app.run()\n")  # fmt: skip
    (rom / "main.py").write_text(main)
    text = INJECT.format(owner=owner, name=name, phase=phase, fault=fault, count=count,
                         once=once, leave=leave)  # fmt: skip
    (rom / "fault.py").write_text(text)
    return rom


class Board:
    """A virtual device that runs such a firmware; notes what the buzzer does."""

    def __init__(self, folder, rom):
        self.device = VirtualDevice(folder / "flash.bin", rom=rom)
        self.buzzer = []  # (at_us, duty)
        self.flash = []  # when operations began, us
        self.lines = []  # frames of events
        self.device.trace = self._trace
        self.device.power_on()
        self.run(1)

    def _trace(self, at_us, what, more):
        if what == "buzzer":
            self.buzzer.append((at_us, more["duty"]))
        elif what == "flash":
            self.flash.append(at_us)
        elif what == "serial_out" and '"event"' in more["text"]:
            self.lines.append(more["text"])

    def run(self, seconds):
        self.device.run_until(self.device.now_us + round(seconds * 1e6))
        return self

    def press(self, *buttons, gap_s=0.4):
        for button in buttons:
            at = self.device.now_us
            self.device.edge(at, button, True)
            self.device.edge(at + 80_000, button, False)
            self.run(gap_s)
        return self

    def state(self):
        return self.device.state()
