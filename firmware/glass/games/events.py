"""Codes of the events a game is made of; each event is (kind, value), two ints.

`value` is the clock's ms left (0 to 3,600,000), but for TOGGLE (index in the review), KEEP and
DISCARD (index in the hand), REPLACE (`new card << 12 | index in the hand`) and CORRECT
(`row << 8 | delta + 100`, row of the score pad).
"""

LEFT = 0  # the game was abandoned (0) or taken up again (1): the app's mark, no game sees it
START = 1
GOT = 2
PASS = 3
FOUL = 4
TIME = 5
PAUSE = 6
RESUME = 7
UNDO = 8
TICK = 9  # where the clock stood, so that a power cut costs little
TOGGLE = 10
KEEP = 11
DISCARD = 12
CORRECT = 13
REPLACE = 14

BUTTONS = {"start": START, "got": GOT, "pass": PASS, "foul": FOUL}
COUNTED = (START, GOT, PASS, FOUL, TIME, CORRECT)  # what `events` in the state counts
MARKS = {GOT: "got", PASS: "pass", FOUL: "foul", TIME: "time"}  # what became of a card
