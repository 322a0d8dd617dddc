"""Kinds of the events a game is made of. An event is (kind, value, text), see event_record.py.

These are common to all games; `value` is the clock's ms left (0 to 3,600,000) with all of them but
LEFT. A game's own kinds begin at OWN, in its own folder; those from event_record.TEXT on carry a
text.
"""

LEFT = 0  # the game was abandoned (value 0) or taken up again (1); the rules never see it
START = 1  # these four are the buttons
GOT = 2
PASS = 3
FOUL = 4
TIME = 5  # the clock ran out
PAUSE = 6
RESUME = 7
UNDO = 8
TICK = 9  # where the clock stood, so that a power cut costs little
OWN = 16

BUTTONS = {"start": START, "got": GOT, "pass": PASS, "foul": FOUL}
