"""The firmware with a fault put into it: a copy whose main.py injects before the app runs."""

import shutil

from buzzglass.decks import packing
from buzzglass.device.client import Client
from virtual_board.board.device import VirtualDevice
from virtual_board.board.firmware import firmware_dir
from virtual_board.board.transport import VirtualTransport

SETUP = {"game": "timesup", "edition": "en", "players": ["Ann", "Bob", "Cid", "Dee"], "deck": "d",
         "cards": 4, "draft": False, "order": "file"}  # fmt: skip
# The presses that lead from a new game into each phase; None: a second goes by.
FIRST_TURN = ["start", "start", "foul", None, "start"]
PHASES = {
    "ready": [],
    "peek": ["start"],
    "turn": ["start", "start", "got"],
    "paused": ["start", "start", "got", "start"],
    "review": ["start", "start", "got", "foul", None],
    "round_over": ["start", "start", "got", "got", "got", "got", None, "start"],
    "carry": ["start", "start", "got", "got", "got", "got", None, "start", "start"],
}

# Raises once (or each time) in the n-th call of owner.name while the game is in `phase`, in its
# second turn (what happens in the first may be part of a request's answer); the file
# /injected keeps a restart from doing it again.
INJECT = """
import gc
import time
from glass.store import files, journal
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
        phase = app.game.phase if app.game else "menu"
        if app.menu and app.game:
            phase = "menu over"
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
    """A virtual device that runs such a firmware, or ours; notes what the buzzer does."""

    def __init__(self, folder, rom=None, ticks_start=0):
        self.device = VirtualDevice(folder / "flash.bin", rom=rom, ticks_start=ticks_start)
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

    def down(self, button, after_ms=0):
        self.device.edge(self.device.now_us + 1000 * after_ms, button, True)
        return self

    def up(self, button, after_ms=0):
        self.device.edge(self.device.now_us + 1000 * after_ms, button, False)
        return self

    def power_cycle(self):
        self.device.power(self.device.now_us, False)
        self.device.power(self.device.now_us + 100_000, True)
        return self.run(1.5)

    def state(self):
        return self.device.state()

    def request(self, do, **more):
        """A request over the serial port, numbered anew each time."""
        first_id = self.device.now_us % 60000
        return Client(VirtualTransport(self.device), first_id=first_id).request(do, **more)

    def begin(self, **more):
        """Load a deck of 12 names and begin a game of four."""
        names = [(f"Person {n}", f"Nobody {n}", "", "") for n in range(12)]
        data = packing.pack("d", "names", names)
        Client(VirtualTransport(self.device)).upload_deck("d", data)
        self.request("new", setup={**SETUP, **more})
        return self

    def reach(self, phase):
        """On from `ready` in the first turn, into a phase of the second."""
        for button in FIRST_TURN + PHASES[phase]:
            if button is None:
                self.run(1)
            else:
                self.press(button)
        return self
