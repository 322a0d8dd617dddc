"""The entry of Time's Up! in the registry: what its menu, words, rules and screens are.

Each function loads a part when it is needed; it leaves RAM with its last user.
"""

from glass.games import timesup
from glass.memory import unloaded

FACTS = timesup  # name, settings, kind of deck
LANGUAGES = ("en", "fr")
LABELS = {"en": "New game", "fr": "Nouvelle partie"}  # the row that leads to it in the menu


def load_rules():
    """The class of its rules (a Game, games/game.py)."""
    with unloaded():
        from glass.games.timesup.rules import TimesUp
    return TimesUp


def load_setup():
    """The module that checks its set-ups."""
    with unloaded():
        from glass.games.timesup import setup as module
    return module


def load_screens():
    """The module of its screens (ui/screens.py)."""
    with unloaded():
        from glass.ui.timesup import screens as module
    return module


def open_form(device):
    """Show the form for a new game in the menu of `device` (a MainMenu)."""
    with unloaded():
        from glass.ui.timesup import form as module
    module.Form(device).open()


def rows_in_play(device):
    """Rows (text, action without arguments) of the menu while it is in play."""
    with unloaded():
        from glass.ui.timesup import corrections as module
    return module.Corrections(device).rows()


def after_begin(app, wanted):
    """Once App has begun it from the menu with a set-up (dict): show the teams if they were drawn
    by lot."""
    if wanted.get("teams") == timesup.LOT:
        app.open_menu()
        with unloaded():
            from glass.ui.timesup import corrections as module
        module.Corrections(app.menu).show_teams()
