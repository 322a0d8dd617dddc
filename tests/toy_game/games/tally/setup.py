"""The set-up of the tally: checked and filled in."""

from glass.games import LANGUAGES, checks
from glass.games.tally import GOAL, NAME, PLAYERS

KEYS = ("game", "language", "seed", "players", "goal")


def complete(wanted, deck):
    """The complete set-up (dict for JSON) of one as people wrote it: players (2 to 6 names) and
    goal (1 to 99 points, 10 by default). Raises Refused with a sentence."""
    checks.known_keys(wanted, KEYS)
    return {"game": checks.one_of(wanted, "game", (NAME,), NAME),
            "language": checks.one_of(wanted, "language", LANGUAGES, None),
            "seed": checks.whole(wanted, "seed", 0, 0xFFFFFFFF, None), "deck": None,
            "players": checks.players(wanted, *PLAYERS),
            "goal": checks.whole(wanted, "goal", GOAL[0], GOAL[1], 10)}  # fmt: skip
