"""The plain timer. Plain facts of the game; nothing is imported here."""

NAME = "timer"
TITLE = "Timer"
PLAYERS = None  # nobody has a seat
DECK_KIND = None  # plays without cards
COLUMNS = ()
SETTINGS = {"timer_s": (30, (1, 3600))}  # as it was last used
FROM_SETTINGS = ()  # keys of the set-up that a setting of that name may fill in
OWN_KEYS = ()  # of the set-up: options of `buzzglass new`
REMEMBERED = False  # its last set-up is not offered again
RESUMABLE = False  # a timer that was left is not worth taking up again
