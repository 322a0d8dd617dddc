"""Set-ups: what people may ask for, checked and filled in."""

import json

from glass.formats.code_points import code_points
from glass.formats.errors import Refused
from glass.games.rng import Rng
from glass.games.timesup.editions import (
    EDITIONS,
    LOT,
    PAPER_MOST,
    PLAYERS,
    RING,
    RING_MOST,
    TEAMS_MOST,
    team_count,
)

KEYS = ("game", "edition", "players", "teams", "team_names", "deck", "colour", "cards",
        "draft", "turn_s", "seed", "order", "language", "peek", "board", "ring")  # fmt: skip
LANGUAGES = ("en", "fr")
LOT_TWIST = 0x1077E5  # another stream than the deal's, which has the same seed
TURN_S = {"timesup": (10, 120), "timer": (1, 3600)}


def complete(setup, deck):
    """Check a set-up (dict) and fill in every key; the result can go to JSON.

    `deck` is {"name", "kind", "cards", "blue"} of the deck it names, None for paper cards. Raises
    Refused with a sentence. Dealing is left to the caller.
    """
    for key in setup:
        if key not in KEYS and key != "wish":  # that one is the form's, not people's
            raise Refused("setup", 'A set-up has no key "%s": the keys are %s.'
                          % (key, ", ".join(KEYS)))  # fmt: skip
    _wish(setup.get("wish"))
    game = _one_of(setup, "game", ("timesup", "timer"), "timesup")
    full = {"game": game, "turn_s": _int(setup, "turn_s", *TURN_S[game], default=30),
            "seed": _int(setup, "seed", 0, 0xFFFFFFFF, None), "deck": None}  # fmt: skip
    if game == "timer":
        if setup.get("deck") is not None:
            raise Refused("deck", "The timer uses no deck: leave deck out.")
        full["language"] = _one_of(setup, "language", LANGUAGES, None)
        return full
    edition = full["edition"] = _one_of(setup, "edition", tuple(sorted(EDITIONS)), "en")
    full["language"] = _one_of(setup, "language", LANGUAGES, edition)
    full["order"] = _one_of(setup, "order", ("file", "shuffled"), "shuffled")
    full["players"] = _players(setup.get("players"))
    _teams(setup, full)
    _cards(setup, full, deck)
    return full


def _wish(wish):
    """What the form of a new game keeps for the next one, where the deck at hand did not allow it:
    nothing that a game takes."""
    if wish is None:
        return
    if not isinstance(wish, dict):
        _refuse("wish", "an object", wish)
    for key in wish:
        if key not in ("cards", "draft", "colour") or wish[key] is None:
            _refuse("wish", "an object of cards, draft and colour", wish)
    _int(wish, "cards", 1, 65535, None)
    _bool(wish, "draft", None)
    _colour(wish)


def _refuse(key, expected, got):
    raise Refused(key, "%s must be %s, not %s." % (key, expected, _shown(got)))


def _shown(got):
    """A wrong value as people wrote it, cut short."""
    text = json.dumps(got)
    return text if len(text) <= 60 else text[:57] + "..."


def _one_of(setup, key, choices, default):
    value = setup.get(key)
    if value is None:
        return default
    if value not in choices:
        _refuse(key, " or ".join('"%s"' % choice for choice in choices), value)
    return value


def _int(setup, key, low, high, default):
    value = setup.get(key)
    if value is None:
        return default
    if type(value) is not int or not low <= value <= high:
        _refuse(key, "a whole number from %d to %d" % (low, high), value)
    return value


def _bool(setup, key, default):
    value = setup.get(key)
    if value is None:
        return default
    if value is not True and value is not False:
        _refuse(key, "true or false", value)
    return value


def _colour(setup):
    return _one_of(setup, "colour", ("yellow", "blue"), "yellow")


def _name(key, value):
    if not isinstance(value, str) or not value.strip() or len(value) > 40:
        _refuse(key, "names of 1 to 40 letters", value)
    value = " ".join(value.split())
    for code in code_points(value):
        if code < 32 or code == 127 or 0xD800 <= code < 0xE000:
            _refuse(key, "names without control characters", value)
    return value


def _players(players):
    least, most = PLAYERS
    if not isinstance(players, (list, tuple)) or not least <= len(players) <= most:
        count = len(players) if isinstance(players, (list, tuple)) else _shown(players)
        raise Refused("players_range", "players must be %d to %d names, not %s."
                      % (least, most, count))  # fmt: skip
    return [_name("players", player) for player in players]


def _teams(setup, full):
    players, teams = full["players"], setup.get("teams")
    count = len(players)
    if _bool(setup, "ring", False):
        if teams is not None and teams != RING:
            raise Refused("ring", "A ring has no teams: leave out either ring or teams.")
        teams = RING
    if teams is None or teams == LOT:
        wanted = team_count(full["edition"], count)
        if wanted == RING:
            teams = RING
        else:
            seats = list(range(count))
            if teams == LOT:  # a seat keeps its place at the table; who is with whom is chance
                Rng((full["seed"] or 0) ^ LOT_TWIST).shuffle(seats)
            teams = sorted([sorted(seats[first::wanted]) for first in range(wanted)])
    if teams == RING:
        if count % 2 == 0 or count > RING_MOST:
            raise Refused("teams", "A ring is for an odd number of players from 3 to %d, not %d."
                          % (RING_MOST, count))  # fmt: skip
        if setup.get("team_names") is not None:
            raise Refused("team_names", "A ring has no teams: leave team_names out.")
    else:
        _check_teams(teams, count)
    names = setup.get("team_names")
    if names is not None and (not isinstance(names, (list, tuple)) or len(names) != len(teams)):
        _refuse("team_names", "a list of %d names, one a team" % len(teams), names)
    full["teams"] = teams if teams == RING else [list(team) for team in teams]
    if names:
        full["team_names"] = [_name("team_names", name) for name in names]
    elif teams == RING:
        full["team_names"] = []
    else:
        full["team_names"] = [" & ".join(players[seat] for seat in team) for team in teams]


def _check_teams(teams, count):
    if not isinstance(teams, (list, tuple)) or not 2 <= len(teams) <= TEAMS_MOST:
        _refuse("teams", 'a list of 2 to %d teams, "ring" or "lot"' % TEAMS_MOST, teams)
    seats = []
    for team in teams:
        if not isinstance(team, (list, tuple)) or len(team) < 2:
            _refuse("teams", "lists of at least 2 seats each", team)
        for seat in team:
            if type(seat) is not int or not 0 <= seat < count or seat in seats:
                _refuse("teams", "seats 0 to %d, each in one team" % (count - 1), seat)
            seats.append(seat)
    if len(seats) != count:
        missing = [seat for seat in range(count) if seat not in seats]
        raise Refused("teams", "teams leave out seat %d: every player needs a team." % missing[0])


def _cards(setup, full, deck):
    if deck is None:
        if setup.get("deck") is not None:
            raise Refused("deck", "The deck %s is not on the device." % _shown(setup["deck"]))
        _bool(setup, "peek", False)
        if _bool(setup, "draft", False):
            raise Refused("draft", "A draft needs a deck: leave draft out with paper cards.")
        full["cards"] = _int(setup, "cards", 1, PAPER_MOST, 40)
        full["draft"] = full["peek"] = False
        full["colour"] = _colour(setup)
        return
    if deck["kind"] != "names":
        raise Refused("deck", 'The deck "%s" is of the kind %s: Time\'s Up! needs one of names.'
                      % (deck["name"], deck["kind"]))  # fmt: skip
    full["deck"] = deck["name"]
    full["colour"] = _colour(setup)
    if full["colour"] == "blue" and not deck["blue"]:
        raise Refused("colour", 'The deck "%s" has no blue names: play yellow.' % deck["name"])
    full["draft"] = _bool(setup, "draft", True)
    full["peek"] = _bool(setup, "peek", EDITIONS[full["edition"]]["peek"])
    extra = 2 * len(full["players"]) if full["draft"] else 0
    full["cards"] = cards = _int(setup, "cards", 1, 65535, 40)
    most = deck["cards"] - extra
    if cards > most:
        text = 'The deck "%s" has %d cards' % (deck["name"], deck["cards"])
        if extra:
            text += " and the draft takes %d of them" % extra
        if most < 1:
            raise Refused("cards", text + ": load a larger deck or play without the draft.")
        raise Refused("cards", text + ": ask for at most %d cards, not %d." % (most, cards))
