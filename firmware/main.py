"""Starts the game. Held at power-on, `foul` leaves the REPL free and `got` tests the hardware."""

import gc

from boards import pico as board
from glass.buttons import held
from glass.buzzer import Buzzer


def start():
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

    return App(board)


if held(board.PINS["foul"]):
    Buzzer(board.BUZZER)  # silent, even if a reset left it sounding
else:
    app = start()
    app.run()
