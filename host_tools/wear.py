"""What a game costs the flash, and how many years it lasts: for `make bench`."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent / "tests" / "torture"))

import torture  # noqa: E402

RATED = 100_000  # erases of a sector
GAMES_A_YEAR = 10 * 52
GAMES = 12


def rows():
    """[(what, value, unit, bound or None)] of games of 40 cards, every third with a sync."""
    lines, text = torture.micropython("wear.py", GAMES)
    if not lines:
        raise RuntimeError(text[-2000:])
    game = lines[-1]
    years = RATED / (game["worst"] * GAMES_A_YEAR)
    return [
        ("flash programmed a game, all of it", game["bytes"] / 1024, "KB", None),
        ("flash erases a game, all of it", game["erases"], "", None),
        ("and of the block erased most", game["worst"], "", 5),
        (f"years to its {RATED} erases, ten games a week", years, "years", None),
    ]
