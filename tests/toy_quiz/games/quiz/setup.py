"""The set-up of the quiz: checked and filled in."""

from glass.formats.errors import Refused
from glass.games import LANGUAGES, checks
from glass.games.quiz import DECK_KIND, NAME, PLAYERS

KEYS = ("game", "language", "seed", "deck", "order", "players", "spaces")
GUESS_S = 10


def complete(wanted, deck):
    """The complete set-up (dict for JSON) of one as people wrote it. Raises Refused with a
    sentence."""
    checks.known_keys(wanted, KEYS)
    if deck is None or deck["kind"] != DECK_KIND:
        raise Refused("deck", "A quiz needs a deck with clues: name one with deck.")
    return {"game": NAME, "deck": deck["name"], "cards": deck["cards"], "turn_s": GUESS_S,
            "language": checks.one_of(wanted, "language", LANGUAGES, None),
            "order": checks.one_of(wanted, "order", ("file", "shuffled"), "shuffled"),
            "seed": checks.whole(wanted, "seed", 0, 0xFFFFFFFF, None),
            "players": checks.players(wanted, *PLAYERS),
            "spaces": checks.whole(wanted, "spaces", 20, 200, 60)}  # fmt: skip


def name_column(full):
    """The column by which a card counts as played."""
    return "answer"


def cards_to_deal(full):
    """All cards of the deck: they are played one by one."""
    return full["cards"]
