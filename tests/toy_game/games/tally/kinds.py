"""The kinds of events that only the tally has."""

from glass.formats import event_record
from glass.games import events

TAKE_OFF = events.OWN  # its value is the seat that loses a point
RENAME = event_record.TEXT  # its value is the seat, its text the new name
