"""Starts the game. Held at power-on, `foul` leaves the REPL free and `got` tests the hardware.

However the firmware ends, the buzzer is silent and the board starts anew: only a reset stops the
watchdog, and a restart takes up the game as after a power cut.
"""

import gc

import machine
import micropython

import boards
from glass import borrow
from glass.drivers.buttons import held
from glass.drivers.buzzer import Buzzer

board = boards.this()


def start(faults):
    """The app to run, imported leaves first with the garbage of each import swept up: else what
    stays lies scattered over the heap and no block is left that is large enough for a game."""
    for name in ("formats.code_points", "formats.errors", "games.events", "games.rng",
                 "games.timesup.editions", "games.timesup.drawn", "games.timesup.pile",
                 "games.log", "games.timesup.rules", "games.session", "ui.font", "ui.measure",
                 "ui.paint", "ui.words", "ui.screens", "ui.tunes", "formats.frame", "store.files",
                 "formats.deck_file", "store.decks", "store.journal", "store.settings",
                 "link.serial_port", "link.requests", "drivers.oled", "table", "app"):  # fmt: skip
        gc.collect()
        __import__("glass." + name)
    gc.collect()
    if held(board.PINS["got"]):
        from glass.drivers.self_test import SelfTest

        return SelfTest(board)
    from glass.app import App

    return App(board, faults)


app = None
crash = borrow("store.crash_log")
why, faults = crash.take_mark()
if held(board.PINS["foul"]) or why == crash.REPL or faults >= crash.HOPELESS:
    crash.leave_mark(crash.QUIET)
    Buzzer(board.BUZZER)  # silent, even if a reset left it sounding
else:
    crash = None
    micropython.kbd_intr(-1)  # Ctrl-C is only a byte while the game runs
    where, time_s = "starting, ", None
    try:
        app = start(faults)
        app.run()
        crash = borrow("store.crash_log")
        crash.leave_mark(crash.REPL)  # a laptop asked for it
    except Exception as error:
        Buzzer(board.BUZZER)
        if app:
            where, time_s = app.last_words()
        app = None
        borrow("store.crash_log").report(error, where, time_s, faults)
    machine.reset()
