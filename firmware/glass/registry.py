"""The games of the device: an import and a place in GAMES each. No other file names them.

A game NAME is two folders beside the others, and these two words below. No other file changes.

glass/games/NAME: the rules, pure.
- `__init__.py`, its facts, which stay in RAM: NAME; TITLE, its name on a laptop; PLAYERS, (fewest,
  most) or None without players; DECK_KIND (formats/deck_file.py) and COLUMNS of its decks, None and
  () without; with a deck ONE_BY_ONE, True if the cards come up in the order dealt until the game
  ends, so that those not played yet are dealt first; SETTINGS, {setting: (default, allowed)} that
  it brings; FROM_SETTINGS, keys of a set-up that a setting of that name fills in; OWN_KEYS, keys of
  a set-up that become options of `buzzglass new`, which has those of Time's Up! already;
  REMEMBERED, True if the menu offers its last set-up again; RESUMABLE, True if a game that was left
  can be taken up again.
- rules: a class derived from Game (games/game.py).
- set-up: a module with complete(wanted, deck), which makes of a set-up as people wrote it (dict)
  a complete one: `game`, `seed`, `deck` (None without), `language` (None: the device's), with
  cards `order`, and what the rules need. deck: {"name", "kind", "cards", "columns"} or None. It
  raises Refused with a sentence (games/checks.py). With cards also cards_to_deal(full), how many,
  and name_column(full), the column by which a card counts as played.

glass/ui/NAME: what people see.
- `__init__.py`, the entry that stands in GAMES: FACTS, the module above; LANGUAGES, of its words,
  the first for a device that speaks none of them; LABELS, {language: its row in the menu}; and the
  functions load_rules(), load_setup(), load_screens(), open_form(device), rows_in_play(device) and
  after_begin(app, wanted), which import what they need within `with unloaded():`.
- screens: a module as ui/screens.py has it. Form: pages of the menu (ui/menu.py). `device` is
  MainMenu (main_menu.py), `app` the App that has only just begun the game.
- `words_en.txt`, a file for each of LANGUAGES: a key and its text a line, "!" and a code for what
  is said of a refusal.

The first game is the one meant by a set-up that names none, and heads the menu.
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
    raise Refused("game", 'There is no game "%s" here: it can be %s.' % (str(name)[:40], known))


def rules_of(setup):
    """The class of rules (a Game, games/game.py) that a complete set-up (dict) asks for."""
    return find(setup["game"]).load_rules()


def settings():
    """{setting: (default, allowed values)} that the games bring."""
    fields = {}
    for entry in GAMES:
        fields.update(entry.FACTS.SETTINGS)
    return fields
