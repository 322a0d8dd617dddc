"""Starts the game. Held at power-on, `foul` leaves the REPL free and `got` tests the hardware.

However the firmware ends, the buzzer is silent and the board starts anew: only a reset stops the
watchdog, and a restart takes up the game as after a power cut.
"""

import gc

import machine
import micropython

import boards
from glass import borrow
from glass.buttons import held
from glass.buzzer import Buzzer

board = boards.this()


def start(faults):
    """The app to run, imported leaves first with the garbage of each import swept up: else what
    stays lies scattered over the heap and no block is left that is large enough for a game."""
    for name in ("codes", "games.events", "games.errors", "games.rng", "games.editions",
                 "games.drawn", "games.pile", "games.log", "games.timesup", "games.session",
                 "ui.font", "ui.measure", "ui.paint", "ui.words", "ui.screens", "ui.tunes", "frame",
                 "files", "deckfile", "decks", "journal", "settings", "link", "requests",
                 "display", "table", "app"):  # fmt: skip
        gc.collect()
        __import__("glass." + name)
    gc.collect()
    if held(board.PINS["got"]):
        from glass.selftest import SelfTest

        return SelfTest(board)
    from glass.app import App

    return App(board, faults)


app = None
crash = borrow("crash")
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
        crash = borrow("crash")
        crash.leave_mark(crash.REPL)  # a laptop asked for it
    except Exception as error:
        Buzzer(board.BUZZER)
        if app:
            where, time_s = app.last_words()
        app = None
        borrow("crash").report(error, where, time_s, faults)
    machine.reset()
