"""Starts the game; `foul` held at power-on leaves the REPL free instead."""

import gc

# Leaves first, with the garbage of each import swept up: else what stays lies scattered over the
# heap and no block is left that is large enough for a game.
for _name in ("games.events", "games.errors", "games.rng", "games.editions", "games.timesup",
              "games.session", "ui.font", "ui.measure", "ui.screens", "ui.tunes", "frame",
              "files", "deckfile", "decks", "journal", "settings", "link", "requests", "menu",
              "buttons", "buzzer", "display", "app"):  # fmt: skip
    gc.collect()
    __import__("glass." + _name)
gc.collect()

from boards import pico as board  # noqa: E402
from glass.app import App  # noqa: E402

app = App(board)
if app.wants_repl():
    app.free_repl()
else:
    app.run()
