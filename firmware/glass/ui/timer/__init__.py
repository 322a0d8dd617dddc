"""The plain timer's entry in the registry: what its menu, words, rules and screens are.

Each function loads what it needs; it leaves RAM with its last user.
"""

from glass.games import timer
from glass.memory import unloaded

FACTS = timer  # name, settings, kind of deck
LANGUAGES = ("en", "fr")
LABELS = {"en": "Timer", "fr": "Minuteur"}  # the row that leads to it in the menu


def load_rules():
    """The class of its rules (a Game, games/game.py)."""
    return _whole().RULES


def load_setup():
    """The module that checks its set-ups."""
    return _whole().SETUP


def load_screens():
    """The module of its screens (ui/screens.py)."""
    return _whole().SCREENS


def open_form(device):
    """Show the page that begins it in the menu of `device` (a MainMenu)."""
    _whole().FORM(device).open()


def _whole():
    with unloaded():
        from glass.ui.timer import whole
    return whole


def rows_in_play(_device):
    """Rows (text, action without arguments) of the menu while it is in play: none of its own."""
    return []


def after_begin(_app, _wanted):
    """Nothing more to do once App has begun it from the menu."""
