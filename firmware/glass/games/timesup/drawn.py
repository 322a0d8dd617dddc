"""The cards of one turn, three bytes each: a turn at its fastest is a hundred."""

from array import array

from glass.games import events
from glass.games.timesup.kinds import MARKS

_GROWS = 32  # cards: what grows by a few is moved to another place each time


class Drawn:
    """In the order drawn: the card, the event that ended it, and whether it counts as guessed."""

    FROZEN = ("_size",)
    ARRAYS = (("_cards", "H"), ("_marks", None))

    def __init__(self):
        self._cards = array("H")
        self._marks = bytearray()  # kind << 1 | counted
        self._size = 0

    def trim(self):
        """Let go of the room to grow."""
        self._cards, self._marks = self._cards[: self._size], self._marks[: self._size]

    def __len__(self):
        return self._size

    def entry(self, at):
        """(card, kind of event, counted) at index `at`; -1 is the last."""
        at = at if at >= 0 else self._size + at
        mark = self._marks[at]
        return self._cards[at], mark >> 1, bool(mark & 1)

    def __iter__(self):
        return (self.entry(at) for at in range(self._size))

    def add(self, card, kind):
        """A card was guessed, passed, fouled or timed out."""
        size = self._size
        if size == len(self._marks):
            self._cards.extend(array("H", bytes(2 * _GROWS)))
            self._marks.extend(bytes(_GROWS))
        self._cards[size] = card
        self._marks[size] = kind << 1 | (kind == events.GOT)
        self._size = size + 1

    def toggle(self, at):
        """Count the card as guessed, or no longer."""
        self._marks[at] ^= 1

    def count(self, kind, counted):
        """How many cards an event of this kind ended that count as guessed (1), or do not (0)."""
        return self._marks.count(bytes((kind << 1 | counted,)))

    def tally(self):
        """{"got", "pass", "foul"}: how many."""
        got = sum(mark & 1 for mark in self._marks)  # in a long turn a list finds no room
        return {"got": got, "pass": self.count(events.PASS, 0),
                "foul": self.count(events.FOUL, 0)}  # fmt: skip

    def timed_out(self):
        """True if time ran out on the last card."""
        return self.entry(-1)[1] == events.TIME

    def as_marked(self):
        """True if no card is toggled."""
        return sum([self.count(kind, kind == events.GOT) for kind in MARKS]) == self._size

    def guessed(self):
        """list of the cards that count as guessed."""
        return [self._cards[at] for at in range(self._size) if self._marks[at] & 1]

    def back(self, foul_ends):
        """The card that goes back into the deck (rules of the round): timed out, or fouled where a
        foul ends the turn. None if there is none, or it was toggled to guessed."""
        card, kind, counted = self.entry(-1)
        goes = kind == events.TIME or foul_ends and kind == events.FOUL
        return card if goes and not counted else None

    def set_aside(self, foul_ends):
        """list of the other cards that were not guessed."""
        goes_back = events.TIME << 1, foul_ends and events.FOUL << 1
        return [self._cards[at] for at in range(self._size)
                if not self._marks[at] & 1 and self._marks[at] not in goes_back]  # fmt: skip
