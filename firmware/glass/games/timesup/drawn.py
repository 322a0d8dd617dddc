"""The cards of one turn, four bytes each: a turn at its fastest is a hundred."""

from array import array

from glass.games import events
from glass.games.timesup.kinds import MARKS


class Drawn:
    """In the order drawn: the card, the event that ended it, and whether it counts as guessed."""

    def __init__(self):
        self._cards = array("H")
        self._kinds = bytearray()
        self._counts = bytearray()

    def __len__(self):
        return len(self._cards)

    def entry(self, at):
        """(card, kind of event, counted) at index `at`; -1 is the last."""
        return self._cards[at], self._kinds[at], bool(self._counts[at])

    def __iter__(self):
        return (self.entry(at) for at in range(len(self)))

    def add(self, card, kind):
        """A card was guessed, passed, fouled or timed out."""
        self._cards.append(card)
        self._kinds.append(kind)
        self._counts.append(kind == events.GOT)

    def toggle(self, at):
        """Count the card as guessed, or no longer."""
        self._counts[at] ^= 1

    def tally(self):
        """{"got", "pass", "foul"}: how many."""
        tally = {"got": 0, "pass": 0, "foul": 0}
        for _, kind, counted in self:
            name = "got" if counted else MARKS[kind]
            if counted or kind in (events.PASS, events.FOUL):
                tally[name] += 1
        return tally

    def count(self, kind):
        """How many cards an event of this kind ended, whatever was toggled since."""
        return sum([one == kind for one in self._kinds])

    def timed_out(self):
        """True if time ran out on the last card."""
        return self._kinds[-1] == events.TIME

    def as_marked(self):
        """True if no card is toggled."""
        return all([counted == (kind == events.GOT) for _, kind, counted in self])

    def back(self, foul_ends):
        """The card that goes back into the deck (rules of the round): timed out, or fouled where a
        foul ends the turn. None if there is none, or it was toggled to guessed."""
        card, _, counted = self.entry(-1)
        return card if not counted and self._goes_back(len(self) - 1, foul_ends) else None

    def set_aside(self, foul_ends):
        """list of the other cards that were not guessed."""
        return [self._cards[at] for at in range(len(self))
                if not self._counts[at] and not self._goes_back(at, foul_ends)]  # fmt: skip

    def _goes_back(self, at, foul_ends):
        kind = self._kinds[at]
        return kind == events.TIME or foul_ends and kind == events.FOUL
