"""The draft: each player discards two of the cards dealt to them, in secret."""

from array import array

from glass.formats.errors import Refused

DISCARDS = 2  # cards a player is dealt beyond those that come into play


class Draft:
    """The hands, one player after the other; `seat` drafts. Once it is done they are gone."""

    FROZEN = ("seat",)
    ARRAYS = (("_hands", "H"), ("_kept", None))

    def __init__(self, dealt, seats):
        """dealt: the cards, dealt one at a time from seat 0."""
        self._hands = [array("H", [dealt[at] for at in range(seat, len(dealt), seats)])
                       for seat in range(seats)]  # fmt: skip
        self._kept = [bytearray([1] * len(hand)) for hand in self._hands]
        self.seat = 0

    def __len__(self):
        """How many cards the drafting player has."""
        return len(self._hands[self.seat])

    def hand(self):
        """[(card, kept)] of the drafting player."""
        kept = self._kept[self.seat]
        return [(card, bool(kept[at])) for at, card in enumerate(self._hands[self.seat])]

    def held(self):
        """array of the cards in all hands."""
        cards = array("H")
        for hand in self._hands:
            cards.extend(hand)
        return cards

    def keep(self, at):
        """Keep card `at` of the hand."""
        self._kept[self.seat][at] = 1

    def discard(self, at):
        """Discard card `at` of the hand."""
        self._kept[self.seat][at] = 0

    def replace(self, at, card):
        """Put another card in place of card `at`; it is kept."""
        self._hands[self.seat][at] = card
        self.keep(at)

    def confirm(self):
        """Go on to the next player's hand; returns the cards kept in this one (list)."""
        kept = [card for card, keeps in self.hand() if keeps]
        self.seat += 1
        if self.seat == len(self._hands):
            self._hands, self._kept = [], []
        return kept

    @property
    def done(self):
        """True once every player has confirmed."""
        return not self._hands

    def _discards(self):
        kept = self._kept[self.seat]
        return len(kept) - sum(kept)

    def check_discard(self, at):
        """Refuse a third discard."""
        if self._kept[self.seat][at] and self._discards() >= DISCARDS:
            raise Refused("third_discard", "Two cards are discarded: keep one of them first.")

    def check_confirm(self):
        """Refuse a hand without exactly two discards."""
        if self._discards() != DISCARDS:
            raise Refused("two_discards", "Discard exactly two cards first.")
