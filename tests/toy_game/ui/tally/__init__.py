"""The entry of the tally in the registry."""

from glass.games import tally
from glass.memory import unloaded

FACTS = tally
LANGUAGES = ("en",)
LABELS = {"en": "Tally"}


def load_rules():
    """The class of its rules (a Game, games/game.py)."""
    with unloaded():
        from glass.games.tally.rules import Tally
    return Tally


def load_setup():
    """The module that checks its set-ups."""
    with unloaded():
        from glass.games.tally import setup as module
    return module


def load_screens():
    """The module of its screens (ui/screens.py)."""
    with unloaded():
        from glass.ui.tally import screens as module
    return module


def open_form(device):
    """Show the form for a new game."""
    with unloaded():
        from glass.ui.tally import form as module
    module.Form(device).open()


def rows_in_play(device):
    """Rows (text, action) of the menu while it is in play."""
    with unloaded():
        from glass.ui.tally import form as module
    return module.Corrections(device).rows()


def after_begin(_device, _wanted):
    """What the menu shows once it was begun there: nothing, the game is shown."""
