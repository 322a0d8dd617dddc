"""Where the cards of a game are: in the draw pile, set aside, or guessed.

The card in play lies on top of the draw pile until it is judged. With paper cards the numbers 0,
1, ... stand for cards that nobody asks the names of.
"""

from array import array

from glass.games.timesup.drawn import Drawn
from glass.games.timesup.pile import Pile


class Cards:
    """.deck (a Pile), .aside (list), .drawn (the turn's, a Drawn), .guessed (an array for each row
    of the score pad, of this round)."""

    FROZEN = ("_rng", "deck", "aside", "drawn")
    ARRAYS = (("_kept", "H"), ("guessed", "H"))

    def __init__(self, rows, rng, dealt):
        """rows: how many the score pad has. rng: an Rng, None to play in the order of the file.
        dealt: the game's cards (a sequence), None if they are to come out of a draft."""
        self._rows, self._rng, self._dealt = rows, rng, dealt
        self._kept = array("H")  # in the draft
        self.deck = Pile((), rng)
        self.aside = []
        self.drawn = Drawn()
        self.guessed = []

    @property
    def in_game(self):
        """The cards of the game, a sequence."""
        return self._kept if self._dealt is None else self._dealt

    def gather(self):
        """Put all cards of the game into the draw pile: a round begins."""
        self.guessed = [array("H") for _ in range(self._rows)]
        if self._rng:
            self.deck = Pile(self.in_game, self._rng)
        else:
            self.deck = Pile(reversed(self.in_game))

    def add(self, cards):
        """Take cards into the game: kept in a draft."""
        self._kept.extend(array("H", cards))
        if not self._rng:
            self._kept = array("H", sorted(self._kept))

    def draw(self, kind, aside):
        """Take the card in play off the deck: an event ended it. `aside`: it is set aside."""
        card = self.deck.draw()
        self.drawn.add(card, kind)
        if aside:
            self.aside.append(card)

    def settle(self, row, foul_ends, time_up):
        """Put the cards of a reviewed turn where they belong; returns how many were guessed.

        row: who gets the guessed ones. foul_ends, time_up: of the round, see rule_set.py.
        """
        drawn, self.aside = self.drawn, []
        guessed = drawn.guessed()
        self.guessed[row].extend(array("H", guessed))
        back, aside = drawn.back(foul_ends), drawn.set_aside(foul_ends)
        alone = not aside
        on_top = drawn.timed_out() and (time_up == "top" or time_up == "top_if_alone" and alone)
        self._put_back(back, aside, on_top)
        return len(guessed)

    def _put_back(self, back, aside, on_top):
        """back: the card that goes back (Drawn.back), or None; on top of the deck or shuffled in
        with those set aside (list)."""
        if back is not None and not on_top:
            aside.append(back)
        if aside:
            aside.reverse()
            self.deck.put_back(aside)
        if back is not None and on_top:
            self.deck.put(back)
