"""A tally of points. Plain facts of the game; nothing is imported here."""

NAME = "tally"
TITLE = "Tally"
PLAYERS = (2, 6)
DECK_KIND = None  # plays without cards
COLUMNS = ()
GOAL = (1, 99)  # points that end the game
SETTINGS = {"goal": (10, GOAL)}
FROM_SETTINGS = ("goal",)
OWN_KEYS = ("goal",)
REMEMBERED = True
RESUMABLE = True
