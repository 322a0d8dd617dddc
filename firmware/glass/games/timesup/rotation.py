"""Whose turn it is."""

from glass.games.timesup import RING


def is_loose(teams):
    """True for teams (of a complete set-up) without players."""
    return teams != RING and not teams[0]


class Rotation:
    """.team, .speaker and .partner of the turn: indices, None where there is none.

    `row` is the row of the score pad that plays: a team, or in a ring the pair of the speaker and
    the next seat. A row's points come from what its `sources` have guessed: speakers, or in loose
    teams, which have none, the team itself.
    """

    FROZEN = ("_given", "team", "speaker", "partner")

    def __init__(self, setup):
        self._players, self._teams = setup["players"], setup["teams"]
        self._names = setup["team_names"]
        self._right_calls = setup["rules"]["right_calls"]
        self.ring = self._teams == RING
        self.loose = is_loose(self._teams)
        self.rows = len(self._players if self.ring else self._teams)
        self._given = 0  # turns, a carried one not counted
        self._seat()

    def advance(self):
        """The next team's turn."""
        self._given += 1
        self._seat()

    def _seat(self):
        self.team = self.speaker = self.partner = None
        if self.ring:
            self.speaker = 2 * self._given % self.rows
            self.partner = (self.speaker + 1) % self.rows
            return
        self.team = self._given % self.rows
        members = self._teams[self.team]
        if members:
            self.speaker = members[self._given // self.rows % len(members)]

    @property
    def row(self):
        """Index of the row of the score pad that plays."""
        return self.speaker if self.ring else self.team

    @property
    def source(self):
        """Index (as in `sources`) of the speaker now, or in loose teams of the team."""
        return self.team if self.loose else self.speaker

    def source_count(self):
        """How many sources there are."""
        return self.rows if self.loose else len(self._players)

    def sources(self, row):
        """Indices of the sources whose guessed cards count for a row."""
        if self.ring:  # the pairs with the left and with the right neighbor
            return row, (row - 1) % self.rows
        return self._teams[row] or (row,)

    def name(self, row):
        """The name in a row of the score pad."""
        return (self._players if self.ring else self._names)[row]

    def speaker_name(self):
        """Name of the speaker, of the team in loose teams."""
        return self._names[self.team] if self.loose else self._players[self.speaker]

    def partners(self):
        """Seats of those who guess with the speaker; empty in loose teams."""
        if self.ring:
            return [self.partner]
        return [seat for seat in self._teams[self.team] if seat != self.speaker]

    def caller(self):
        """Name of the team or player who calls Go and fouls."""
        if self._right_calls and not self.loose:
            return self._players[self.speaker - 1]
        if self.ring:
            return self._players[(self.speaker + 2) % self.rows]
        return self._names[(self.team + 1) % self.rows]
