"""The draw pile, two bytes a card, since a whole deck may be in play."""

from array import array


class Pile:
    """Cards as they lie, the top at the end; all numbers are 0 to 65535."""

    def __init__(self, cards=()):
        self._cards = array("H", cards)
        self._size = len(self._cards)  # what was drawn stays behind it, so that no copy is made

    def __len__(self):
        return self._size

    def __iter__(self):
        return iter(self._cards[: self._size])

    def top(self):
        """The card that would be drawn."""
        return self._cards[self._size - 1]

    def draw(self):
        """Take the top card off and return it."""
        self._size -= 1
        return self._cards[self._size]

    def put(self, card):
        """Lay a card on top."""
        if self._size < len(self._cards):
            self._cards[self._size] = card
        else:
            self._cards.append(card)
        self._size += 1

    def put_under(self, cards):
        """Lay cards under the pile; the last of `cards` comes right under it."""
        whole = array("H", cards)
        whole.extend(self._cards[: self._size])
        self._cards, self._size = whole, len(whole)

    def shuffle(self, rng):
        """Shuffle all that is left."""
        self._cards = self._cards[: self._size]
        rng.shuffle(self._cards)
