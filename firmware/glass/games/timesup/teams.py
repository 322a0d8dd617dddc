"""Who plays with whom: the part of a set-up about players and teams, checked and filled in."""

from glass.formats.errors import Refused
from glass.games import checks
from glass.games.rng import Rng
from glass.games.timesup import LOT, PLAYERS, RING, RING_MOST, TEAMS
from glass.games.timesup.rotation import is_loose
from glass.games.timesup.rule_set import team_count

LOT_TWIST = 0x1077E5  # another stream of random numbers than the deal's, which has the same seed
TEAM_NAMES = {"en": "Team %d", "fr": "Équipe %d"}  # of loose teams


def fill_in(wanted, full, rule_set):
    """Add `players`, `teams` and `team_names` to `full`, which has `seed` and `language`.

    players: names by seat. teams: lists of seats, or RING; of loose teams, which have no players,
    empty lists. team_names: one a team, none in a ring. Raises Refused with a sentence.
    """
    asked = wanted.get("teams")
    ring = checks.true_or_false(wanted, "ring", False)
    if ring and asked is not None and asked != RING:
        raise Refused("ring", "A ring has no teams: leave out either ring or teams.")
    if type(asked) is int and not wanted.get("players"):
        full["players"] = []
        full["teams"] = _loose(asked)
    else:
        full["players"] = checks.players(wanted, *PLAYERS)
        full["teams"] = _seated(RING if ring else asked, full, rule_set)
    full["team_names"] = _names(wanted.get("team_names"), full)


def _loose(count):
    if not checks.is_whole(count, *TEAMS):
        checks.refuse("teams", "a whole number from %d to %d without players" % TEAMS, count)
    return [[] for _ in range(count)]


def _seated(teams, full, rule_set):
    """The teams asked for, checked; those of the rule set where none are."""
    count = len(full["players"])
    if teams is None or teams == LOT:
        default = team_count(rule_set, count)
        if default != RING:
            return _across(count, default, full["seed"] or 0 if teams == LOT else None)
        teams = RING
    if teams != RING:
        _check(teams, count)
        return [list(team) for team in teams]
    if count % 2 == 0 or count > RING_MOST:
        raise Refused("teams", "A ring is for an odd number of players from 3 to %d, not %d."
                      % (RING_MOST, count))  # fmt: skip
    return RING


def _across(players, teams, seed):
    """Teams whose partners sit across; drawn by lot with a seed."""
    seats = list(range(players))
    if seed is not None:  # seats stay; who plays with whom is random
        Rng(seed ^ LOT_TWIST).shuffle(seats)
    return sorted([sorted(seats[first::teams]) for first in range(teams)])


def _check(teams, count):
    """Refuse teams (lists of seats) unless each of `count` seats is in one of them."""
    least, most = TEAMS
    if not isinstance(teams, (list, tuple)) or not least <= len(teams) <= most:
        checks.refuse("teams", 'a list of %d to %d teams, "ring" or "lot"' % TEAMS, teams)
    seats = []
    for team in teams:
        if not isinstance(team, (list, tuple)) or len(team) < 2:
            checks.refuse("teams", "lists of at least 2 seats each", team)
        for seat in team:
            if not checks.is_whole(seat, 0, count - 1) or seat in seats:
                checks.refuse("teams", "seats 0 to %d, each in one team" % (count - 1), seat)
            seats.append(seat)
    if len(seats) != count:
        missing = [seat for seat in range(count) if seat not in seats]
        raise Refused("teams", "teams leave out seat %d: every player needs a team." % missing[0])


def _names(names, full):
    teams, players = full["teams"], full["players"]
    if teams == RING:
        if names is not None:
            raise Refused("team_names", "A ring has no teams: leave team_names out.")
        return []
    if names is not None and (not isinstance(names, (list, tuple)) or len(names) != len(teams)):
        checks.refuse("team_names", "a list of %d names, one a team" % len(teams), names)
    if names:
        return [checks.name("team_names", name) for name in names]
    if is_loose(teams):
        text = TEAM_NAMES.get(full["language"]) or TEAM_NAMES["en"]
        return [text % number for number in range(1, len(teams) + 1)]
    return [" & ".join([players[seat] for seat in team]) for team in teams]
