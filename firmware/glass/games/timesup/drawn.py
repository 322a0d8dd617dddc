"""The cards of one turn, four bytes each: a turn at its fastest is a hundred."""

from array import array

from glass.games import events


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
        """The table corrects: the card counts after all, or does not."""
        self._counts[at] ^= 1

    def tally(self):
        """{"got", "pass", "foul"}: how many."""
        tally = {"got": 0, "pass": 0, "foul": 0}
        for _, kind, counted in self:
            name = "got" if counted else events.MARKS[kind]
            if counted or kind in (events.PASS, events.FOUL):
                tally[name] += 1
        return tally
