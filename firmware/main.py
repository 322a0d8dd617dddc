"""Starts the game; `foul` held at power-on leaves the REPL free instead."""

from boards import pico as board
from glass.app import App

app = App(board)
if app.wants_repl():
    app.free_repl()
else:
    app.run()
