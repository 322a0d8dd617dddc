"""A quiz with clues. Plain facts of the game; nothing is imported here."""

NAME = "quiz"
TITLE = "Quiz"
PLAYERS = (2, 6)
DECK_KIND = "twentyq"
CLUES = 20
COLUMNS = ("category", "answer") + tuple(["clue%d" % at for at in range(1, CLUES + 1)])
ONE_BY_ONE = True
SETTINGS = {}
FROM_SETTINGS = ()
OWN_KEYS = ("spaces",)
REMEMBERED = True
RESUMABLE = True
