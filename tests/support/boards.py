"""A virtual board in a test's hands: buttons, power, requests, and what its hardware did."""

from buzzglass.decks import packing
from buzzglass.device.client import Client
from buzzglass.device.upload import upload_deck
from support.buttons import Buttons
from virtual_board.board.device import VirtualDevice
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


class Board(Buttons):
    """A virtual device that runs our firmware, or that in the folder `rom`; it has started."""

    def __init__(self, folder, rom=None, ticks_start=0, mpy=False):
        flash = folder / "flash.bin"
        self.device = VirtualDevice(flash, mpy=mpy, rom=rom, ticks_start=ticks_start)
        super().__init__(self.device)
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

    def power_cycle(self, run_s=1.5):
        """Off, on 0.1 s later, and `run_s` from now."""
        self.device.power(self.device.now_us, False)
        self.device.power(self.device.now_us + 100_000, True)
        return self.run(run_s)

    def state(self):
        """The state object, None without power; no time passes."""
        return self.device.state()

    def request(self, do, **more):
        """A request over the serial port, numbered anew each time."""
        first_id = self.device.now_us % 60000
        return Client(VirtualTransport(self.device), first_id=first_id).request(do, **more)

    def begin(self, **more):
        """Load a deck of 12 names and begin a game of four."""
        names = [(f"Person {n}", f"Nobody {n}", "", "") for n in range(12)]
        data = packing.pack("d", "names", names)
        upload_deck(Client(VirtualTransport(self.device)), "d", data)
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
