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

    def __init__(self, rows, rng):
        """rows: how many the score pad has. rng: an Rng, None to play in the order of the file."""
        self._rows, self._rng = rows, rng
        self.in_game = array("H")
        self.deck = Pile()
        self.aside = []
        self.drawn = Drawn()
        self.guessed = []

    def gather(self):
        """Put all cards of the game into the draw pile: a round begins."""
        self.guessed = [array("H") for _ in range(self._rows)]
        if self._rng:
            self.deck = Pile(self.in_game, self._rng)
        else:
            self.deck = Pile(reversed(self.in_game))

    def add(self, cards):
        """Take cards into the game: kept in a draft."""
        self.in_game.extend(array("H", cards))
        if not self._rng:
            self.in_game = array("H", sorted(self.in_game))

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
        guessed = [card for card, _, counted in drawn if counted]
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
