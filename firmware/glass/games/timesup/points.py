"""The points of a game, by round: guessed cards, penalties and corrections by hand."""

from array import array


class Points:
    """Kept by source (a speaker, or a loose team) and by row of the score pad."""

    FROZEN = ()
    ARRAYS = (("_guessed", "H"), ("_lost", "I"), ("_corrected", "i"))

    def __init__(self, rotation, rounds):
        """rotation: a Rotation, which knows what makes up a row. rounds: how many."""
        self._rotation = rotation
        self._rounds = rounds
        self._guessed = array("H", [0] * rounds * rotation.source_count())
        self._lost = array("I", [0] * rounds * rotation.source_count())
        self._corrected = array("i", [0] * rounds * rotation.rows)

    def count(self, round_, guessed, lost):
        """Add a turn of the one who plays: cards guessed and points lost in a round (from 1)."""
        at = self._rotation.source * self._rounds + round_ - 1
        self._guessed, self._lost = _plus(self._guessed, at, guessed), _plus(self._lost, at, lost)

    def correct(self, row, round_, change):
        """Add a correction by hand to a row of the score pad in a round (from 1)."""
        self._corrected = _plus(self._corrected, row * self._rounds + round_ - 1, change)

    def copy(self):
        """The points as they are now, for somebody who reads them later."""
        other = Points(self._rotation, 0)
        other._rounds = self._rounds
        other._guessed, other._lost = self._guessed, self._lost
        other._corrected = self._corrected
        return other

    def guessed(self, source):
        """list of cards guessed a round."""
        return list(self._guessed[source * self._rounds : (source + 1) * self._rounds])

    def rows(self):
        """Yield (name, [points a round], total) of the score pad."""
        for row in range(self._rotation.rows):
            points = [self._in_round(row, at) for at in range(self._rounds)]
            yield self._rotation.name(row), points, sum(points)

    def _in_round(self, row, at):
        rounds = self._rounds
        points = self._corrected[row * rounds + at]
        for source in self._rotation.sources(row):
            points += self._guessed[source * rounds + at] - self._lost[source * rounds + at]
        return points


def _plus(numbers, at, more):
    """An array with `more` added to the number at `at`; the old one stays as it is."""
    changed = numbers[:]
    changed[at] += more
    return changed
