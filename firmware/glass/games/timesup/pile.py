"""The draw pile: two bytes a card, since a whole deck may be in play; shuffled as it is drawn."""

from array import array


class Pile:
    """Cards as they lie, the top at the end; all numbers are 0 to 65535.

    A card is taken from a random place as it comes to the top, which is as good as shuffling all
    each time, and a replay of a long game with a large deck takes no ten seconds.
    """

    FROZEN = ("_size", "_known")
    ARRAYS = (("_cards", "H"),)

    def __init__(self, cards=(), rng=None):
        """rng: an Rng, or None for a pile that is never shuffled."""
        self._cards = array("H", cards)
        self._size = len(self._cards)  # what was drawn stays behind it, so that no copy is made
        self._rng = rng
        self._known = 0  # cards on top whose order is settled

    def trim(self):
        """Let go of what was drawn."""
        self._cards = self._cards[: self._size]

    def __len__(self):
        return self._size

    def __iter__(self):
        return iter(self._cards[: self._size])

    def top(self):
        """The card that is drawn next."""
        last = self._size - 1
        if self._rng and not self._known:
            other = self._rng.below(self._size)
            cards = self._cards
            cards[last], cards[other] = cards[other], cards[last]
            self._known = 1
        return self._cards[last]

    def foresee(self, drawn):
        """The card that `top` will give once `drawn` cards (0 or 1) are drawn, None if there is
        none. Nothing changes."""
        last = self._size - 1 - drawn
        if last < 0:
            return None
        if self._rng and self._known <= drawn:
            if self._known < drawn:
                return None  # what is on top now is not settled yet
            return self._cards[self._rng.copy().below(last + 1)]
        return self._cards[last]

    def draw(self):
        """Take the top card off and return it."""
        card = self.top()
        self._size -= 1
        if self._known:
            self._known -= 1
        return card

    def put(self, card):
        """Lay a card on top."""
        if self._size < len(self._cards):
            self._cards[self._size] = card
        else:
            self._cards.append(card)
        self._size += 1
        self._known += 1

    def put_back(self, cards):
        """Shuffle cards in; in a pile that is not shuffled they come under it, the last of them
        right under what lies there."""
        whole = array("H", cards)
        whole.extend(self._cards[: self._size])
        self._cards, self._size, self._known = whole, len(whole), 0
