"""Runs in MicroPython: the device is left alone for days in every phase, then played on.

Arguments: stand-ins' folder, firmware's folder, this folder, the board, the days (0: look for
stamps that grow old instead). Prints a JSON object: the phases it was left alone in, the faults.
"""

import json
import sys

sys.path.insert(0, sys.argv[3])
import rig  # noqa: E402

rig.install(*sys.argv[1:5])
from time import ticks_diff, ticks_ms, time  # noqa: E402

import hw  # noqa: E402
import packing  # noqa: E402
from stage import PLAYERS  # noqa: E402

from glass.store import crash_log, files, restart  # noqa: E402

HOUR_US = 3600 * 1000000
DAY_US = 24 * HOUR_US
HELLO_S = 1700000000
SETUP = {"game": "timesup", "edition": "en", "players": PLAYERS, "deck": "d", "cards": 3,
         "peek": True, "order": "file"}  # fmt: skip
# Stamps that are only looked at while something else says that they count, and a number.
NO_MATTER = ("Buttons._when", "Buzzer._until", "Messages._until", "Link._answered_at",
             "Reader.crc")  # fmt: skip
phases, faults = [], []


def check(true, *what):
    """Note a fault unless it is true."""
    if not true:
        faults.append(" ".join([str(one) for one in what]))


class Table:
    """A board that plays through every phase, and is left alone in each."""

    def __init__(self, idle):
        """idle(table): leaves it alone."""
        image = bytearray(rig.BLOCK * rig.BLOCKS)
        for at in range(0, len(image), rig.BLOCK):
            image[at : at + rig.BLOCK] = rig.ERASED
        self.board = rig.Board(image, format=True)
        self.app, self.buttons = self.board.app, self.board.buttons
        self._idle = idle
        self.began_us = hw.now
        self.ask(do="hello", time=HELLO_S)

    def ask(self, **request):
        """A request that must be done."""
        reply = self.board.ask(request)
        check(reply["ok"], request, reply)
        return reply

    @property
    def state(self):
        return self.app.laptop.state()

    def leave_alone(self, name, *buttons):
        """Leave it alone in the phase `name`, then press buttons; the first may only light it."""
        check(self.state["phase"] == name, name, "is", self.state["phase"])
        self.buttons.run(0.01)
        self._idle(self)
        phases.append(name)
        check(not hw.panel_lit, name, "the panel is lit")
        self.check_date(name)
        before = self.state
        for button in buttons:
            self.buttons.press(button)
            check(hw.panel_lit, name, "the panel is dark")
            if before is not None and self.state == before:
                self.buttons.press(button)
            before = None

    def check_date(self, name):
        """What the device thinks it is, to the second."""
        late_s = HELLO_S + (hw.now - self.began_us) // 1000000 - self.app.laptop.time_s()
        check(-2 <= late_s <= 2, name, "the date is late by", late_s)

    def plug(self, plugged):
        """Plug the panel, or unplug it; some seconds go by."""
        hw.events.append((hw.now, b"o", 1 if plugged else 0, 0))
        hw.plan()
        self.buttons.run(5)

    def replug(self, before):
        """A panel that goes and comes back while nothing changes is noticed."""
        self.buttons.press("foul").run(5)  # what the press shows is over
        self.plug(False)
        self.plug(True)
        check(hw.panel_lit, "the panel is black when plugged in again; before it was", before)

    # -- what is played ------------------------------------------------------------------------

    def play(self):
        """Two games and a timer, every phase of them."""
        self.leave_alone("menu", "pass")
        names = [("Person %d" % n, "", "", "") for n in range(20)]
        check(self.board.upload("d", packing.pack("d", "names", names))["ok"], "upload")
        self.ask(do="new", setup=SETUP)
        for _ in PLAYERS:
            self.leave_alone("draft", "start", "foul", "foul", "start")
        self.first_round()
        self.buttons.press("start", "start", *["got"] * 3).run(1).press("start", "start")
        self.leave_alone("game_over", "start")
        self.leave_alone("menu", "pass")
        self.timer()

    def first_round(self):
        self.leave_alone("ready")
        self.unplugged()
        self.buttons.hold("foul", 2.2)
        self.leave_alone("menu")
        self.buttons.press("pass").hold("foul", 2.2)
        self.leave_alone("ready", "start")
        self.leave_alone("peek", "start")
        self.buttons.press("got", gap_s=0.1).press("start")  # paused within the lockout
        self.leave_alone("paused", "start", "got")
        check(self.state["this_turn"]["got"] == 2, "judged", self.state["this_turn"])
        self.buttons.press("foul")  # ends the turn: the guard
        self.leave_alone("review", "start")
        self.buttons.press("start", "start", "got", gap_s=1).run(1).press("start")
        self.leave_alone("round_over", "start")
        self.leave_alone("carry", "got")
        self.leave_alone("ready", "start", "start", *["got"] * 3)
        check(self.state["phase"] == "review" and self.state["this_turn"]["got"] == 3, self.state)
        self.buttons.run(1).press("start", "start", "pass")

    def unplugged(self):
        """A panel that goes and comes back is found within seconds, dark or lit before."""
        self.replug("dark")
        self.plug(False)
        self._idle(self)
        self.plug(True)
        self.replug("unplugged")
        self.ask(do="settings_set", settings={"auto_off_s": 0})
        self._idle(self)
        check(hw.panel_lit, "the panel is dark")
        self.ask(do="settings_set", settings={"auto_off_s": 60})
        self.buttons.run(50)
        check(hw.panel_lit, "the panel is dark too soon")
        self.buttons.run(11)
        check(not hw.panel_lit, "the panel stays lit")

    def timer(self):
        game = self.ask(do="new", setup={"game": "timer", "turn_s": 10})["game_id"]
        started = self.app.current.game.setup["started"]
        check(abs(HELLO_S + (hw.now - self.began_us) // 1000000 - started) < 3, game, started)
        self.leave_alone("ready", "start")
        self.buttons.press("start")
        self.leave_alone("paused", "start")
        self.buttons.run(10)
        self.leave_alone("time_up", "pass")
        check(self.state["phase"] == "ready" and self.state["remaining_ms"] == 10000, "timer")


def pass_by(board, days):
    """Days go by, of which most in passes an hour apart: a board makes one in 4 s."""
    end_us = hw.now + round(days * DAY_US)
    board.run_until(hw.now + HOUR_US // 3)  # the panel is dark after five minutes
    while end_us - hw.now > HOUR_US:
        board.settle()
        hw.advance(hw.now + HOUR_US)
    board.run_until(end_us)


def alone_for(days):
    """idle(table) for so many days."""
    return lambda table: pass_by(table.board, days)


# -- stamps that grow old --------------------------------------------------------------------------


def look_for_old(table):
    """Half a day alone; then no object of the firmware may hold a stamp of its beginning."""
    began = ticks_ms()
    pass_by(table.board, 0.5)
    seen = set()
    young = ticks_diff(began, first)

    def look(one, path, name):
        if isinstance(one, int):
            a_stamp = one >> 30 == 0 and 0 <= ticks_diff(one, first) < young
            if a_stamp and name not in NO_MATTER:
                faults.append("%s is %d h old" % (path, ticks_diff(ticks_ms(), one) // 3600000))
        elif id(one) in seen:
            return
        elif isinstance(one, (list, tuple)):
            seen.add(id(one))
            for part in one:
                look(part, path, name)
        elif type(one).__name__[:1].isupper() and hasattr(one, "__dict__"):
            seen.add(id(one))
            for key, value in one.__dict__.items():
                look(value, path + "." + key, type(one).__name__ + "." + key)

    look(table.app, "app", "")


def late_faults():
    """A fault that comes days after the start is none of a row of early ones."""
    for after_s, mark in ((5, b"fallen 2"), (6.3 * 86400, b"fallen 1"), (11 * 86400, b"fallen 1")):
        crash_log.report(ValueError("late"), "", None, time() - round(after_s), 1)
        check(files.read(restart.MARK) == mark, after_s, files.read(restart.MARK))


days = float(sys.argv[5])
first = 300000000  # no other number of the firmware is of this size
hw.ticks_start = first
table = Table(alone_for(days) if days else look_for_old)
table.play()
late_faults()
print(json.dumps({"phases": phases, "faults": faults}))
