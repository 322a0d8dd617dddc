"""The games of the device: an import and a place in GAMES each. No other file names them.

The first is the one meant by a set-up that names no game, and heads the menu.
"""

from glass.formats.errors import Refused
from glass.ui import timer, timesup

GAMES = (timesup, timer)  # entries: glass/ui/NAME/__init__.py


def find(name):
    """The entry (module) of the game `name` (str; None: the first). Raises Refused("game")."""
    for entry in GAMES:
        if name is None or entry.FACTS.NAME == name:
            return entry
    known = " or ".join(['"%s"' % entry.FACTS.NAME for entry in GAMES])
    raise Refused("game", "There is no game \"%s\" here: it can be %s." % (str(name)[:40], known))


def rules_of(setup):
    """The class of rules (a Game, games/game.py) that a complete set-up (dict) asks for."""
    return find(setup["game"]).load_rules()


def settings():
    """{setting: (default, allowed values)} that the games bring."""
    fields = {}
    for entry in GAMES:
        fields.update(entry.FACTS.SETTINGS)
    return fields
