"""Starts the game. Held at power-on, `foul` leaves the REPL free and `got` tests the hardware.

However the firmware ends, the buzzer is silent and the board starts anew: only a reset stops the
watchdog, and a restart takes up the game as after a power cut.
"""

import gc

import machine
import micropython
from boards import pico as board
from glass import crash
from glass.buttons import held
from glass.buzzer import Buzzer


def start(mark):
    """The app to run, imported leaves first with the garbage of each import swept up: else what
    stays lies scattered over the heap and no block is left that is large enough for a game."""
    for name in ("games.events", "games.errors", "games.rng", "games.editions", "games.timesup",
                 "games.session", "ui.font", "ui.measure", "ui.screens", "ui.tunes", "frame",
                 "files", "deckfile", "decks", "journal", "settings", "link", "requests", "menu",
                 "display", "app"):  # fmt: skip
        gc.collect()
        __import__("glass." + name)
    gc.collect()
    if held(board.PINS["got"]):
        from glass.selftest import SelfTest

        return SelfTest(board)
    from glass.app import App

    return App(board, mark)


app = None
mark = crash.take_mark()
if held(board.PINS["foul"]) or mark == crash.REPL or crash.fallen >= crash.HOPELESS:
    crash.leave_mark(crash.QUIET)
    Buzzer(board.BUZZER)  # silent, even if a reset left it sounding
else:
    micropython.kbd_intr(-1)  # Ctrl-C is only a byte while the game runs
    try:
        app = start(mark)
        app.run()
        crash.leave_mark(crash.REPL)  # a laptop asked for the REPL
    except Exception as error:
        Buzzer(board.BUZZER)
        crash.report(error, app)
    machine.reset()
