"""How the firmware starts, and what happens when it ends.

Held at power-on, `foul` ends at the REPL and `got` starts the self-test; not if a fault or the
watchdog restarts the board: `foul` is held for the menu, too. However the firmware ends,
the buzzer is silent and the board is reset: nothing else stops the watchdog, and a restart brings
the game back as after a power cut.
"""

from time import time

import machine
import micropython

from glass import memory
from glass.drivers.buttons import held
from glass.drivers.buzzer import Buzzer
from glass.drivers.oled import Display
from glass.store import restart
from glass.version import VERSION

app = None  # the App or the SelfTest that runs


class Board:
    """What a board's file (boards/) says, without the file: that leaves RAM, with all others."""

    def __init__(self, module):
        for name in dir(module):
            if name.isupper():
                setattr(self, name, getattr(module, name))
        self._streams = module.serial()

    def serial(self):
        """(input, output) byte streams of the serial port."""
        return self._streams


def run():
    """Run the game, the self-test or neither, by the buttons held and the mark of the last restart.
    Returns only for the REPL, else resets the board."""
    started_s = time()  # on the chip's own clock, which does not wrap
    board = _board()
    by_watchdog = machine.reset_cause() == machine.WDT_RESET
    why, faults = restart.take_mark(by_watchdog)
    if why == restart.HUNG:
        _crash_log().report_hang()
    by_hand = why == restart.QUIET or not (why or by_watchdog)
    repl = why == restart.REPL or faults >= restart.HOPELESS
    if repl or by_hand and held(board.PINS["foul"]):
        restart.leave_mark(restart.QUIET)
        Buzzer(board.BUZZER)  # silent, even if a reset left it sounding
        _clear_panel(board)
        return
    micropython.kbd_intr(-1)  # Ctrl-C is only a byte while the game runs
    try:
        _run(board, faults, by_hand and held(board.PINS["got"]))
        restart.leave_mark(restart.REPL)  # a laptop asked for it
    except Exception as error:  # a fault, or no memory three times in a row
        Buzzer(board.BUZZER)
        _report(error, started_s, faults)
    machine.reset()


def _board():
    """The Board this runs on."""
    with memory.unloaded():
        from boards import this
    return Board(this())


def _clear_panel(board):
    """Panel off, its picture cleared: it outlasts a reset, and may be a name that nobody else may
    see."""
    display = Display(board.I2C_ID, board.SDA, board.SCL, board.I2C_HZ, board.PANEL)
    display.light(False)
    display.step(0, lambda: False)


def _run(board, faults, test):
    global app
    if test:
        with memory.unloaded():
            from glass.drivers.self_test import SelfTest
        app = SelfTest(board, VERSION)
    else:
        with memory.dense():
            from glass.app import App
        app = App(board, faults)
    app.run()


def _report(error, started_s, faults):
    """Keep a report of the exception that ended the firmware, once its RAM is free."""
    global app
    where, time_s = "starting, ", None
    if app and hasattr(app, "last_words"):
        _save_events(app)
        where, time_s = app.last_words()
    app = None
    _crash_log().report(error, where, time_s, started_s, faults)


def _save_events(app):
    """What was pressed, but is not on flash yet, comes back after the restart."""
    try:
        app.current.mend()
        app.current.save()
    except Exception:  # it may be what made the firmware fail
        pass


def _crash_log():
    """The module of crash reports, which is not in RAM while the game runs."""
    with memory.unloaded():
        from glass.store import crash_log
    return crash_log
