"""Time's Up!. Plain facts of the game; nothing is imported here."""

NAME = "timesup"
TITLE = "Time's Up!"
DECK_KIND = "names"
COLUMNS = ("yellow", "blue", "yellow_note", "blue_note")  # of its decks
ONE_BY_ONE = False  # the cards of a game are known when it begins
RULE_SETS = ("en", "fr")  # one file each in rule_sets/
PLAYERS = (3, 18)
TEAMS = (2, 8)
RING = "ring"  # in place of teams: each player plays with both neighbors
RING_MOST = 11  # players
LOT = "lot"  # in place of teams: drawn by lot
PAPER_MOST = 200  # cards, where no deck says how many there are
SETTINGS = {
    "edition": ("en", list(RULE_SETS)),
    "turn_s": (None, (10, 120)),  # unset: each round's own
    "cards": (40, (1, 200)),
    "peek": (None, [None, True, False]),  # unset: as the rule set has it
}
FROM_SETTINGS = ("edition", "turn_s", "cards", "peek")  # what a setting may fill in
OWN_KEYS = ()  # the options of `buzzglass new` cover them
REMEMBERED = True  # its last set-up is offered again
RESUMABLE = True  # can be taken up again after it was left
