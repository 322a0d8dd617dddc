"""The kinds of events that only Time's Up! has, with what their `value` holds, and the names of
the marks on the cards of a turn."""

from glass.games import events

TOGGLE = events.OWN  # index of the card in the review
KEEP = events.OWN + 1  # index of the card in the hand
DISCARD = events.OWN + 2  # likewise
CORRECT = events.OWN + 3  # row of the score pad << 16 | round from 1 << 8 | change + 128
REPLACE = events.OWN + 4  # new card << 12 | index of the old one in the hand

JUDGEMENTS = (events.GOT, events.PASS, events.FOUL)
MARKS = {events.GOT: "got", events.PASS: "pass", events.FOUL: "foul", events.TIME: "time"}


def correction(value):
    """(row of the score pad, round from 1, change in points) of the value of a CORRECT."""
    return value >> 16, value >> 8 & 255, (value & 255) - 128


def correction_value(row, round_, change):
    """The value of a CORRECT (see there); change: -128 to 127."""
    return row << 16 | round_ << 8 | change + 128
