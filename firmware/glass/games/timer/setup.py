"""The set-up of the plain timer: checked and filled in."""

from glass.formats.errors import Refused
from glass.games import LANGUAGES, checks
from glass.games.timer import NAME

KEYS = checks.KEYS
TURN_S = (1, 3600)


def complete(wanted, deck):
    """The complete set-up (dict for JSON) of one as a person writes it: game, turn_s (1 to 3600, 30
    by default), seed, deck (None) and language (None: the setting's).

    Raises Refused with a sentence.
    """
    checks.known_keys(wanted, KEYS)
    full = {"game": checks.one_of(wanted, "game", (NAME,), NAME),
            "turn_s": checks.whole(wanted, "turn_s", TURN_S[0], TURN_S[1], 30),
            "seed": checks.whole(wanted, "seed", 0, 0xFFFFFFFF, None), "deck": None}  # fmt: skip
    if deck is not None or wanted.get("deck") is not None:
        raise Refused("deck", "The timer uses no deck: leave deck out.")
    full["language"] = checks.one_of(wanted, "language", LANGUAGES, None)
    return full


def cards_to_deal(full):
    """How many cards the store deals: none."""
    return 0
