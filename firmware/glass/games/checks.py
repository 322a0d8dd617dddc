"""What the set-ups of all games have in common: checks of single keys, each fault a sentence.

The checks take a set-up as a person wrote it (a dict from JSON), the key to look at and what to
give back where the key is missing or null. All raise Refused(key, sentence).
"""

import json

from glass.formats.code_points import code_points
from glass.formats.errors import Refused

# The keys that every game's set-up may have; `board` and `order` are for the virtual device.
KEYS = ("game", "language", "seed", "turn_s", "deck", "order", "board")
NAME_MAX = 40  # letters of a player's or a team's name
_SHOWN_MAX = 60


def known_keys(wanted, keys, unlisted=()):
    """Refuse a set-up with a key that is not among `keys`; those in `unlisted` are allowed, but the
    sentence does not name them."""
    for key in wanted:
        if key not in keys and key not in unlisted:
            raise Refused("setup", 'A set-up has no key "%s": the keys are %s.'
                          % (key, ", ".join(keys)))  # fmt: skip


def refuse(key, expected, got):
    """Raise Refused: the value `got` of `key` is not what was expected ("true or false")."""
    raise Refused(key, "%s must be %s, not %s." % (key, expected, shown(got)))


def shown(value):
    """A value as a person wrote it, as JSON of at most 60 letters: for a sentence."""
    text = json.dumps(value)
    return text if len(text) <= _SHOWN_MAX else text[: _SHOWN_MAX - 3] + "..."


def quoted(choices):
    """'"a" or "b"' of the texts ("a", "b")."""
    return " or ".join(['"%s"' % choice for choice in choices])


def one_of(wanted, key, choices, default):
    """The text at `key`, one of `choices`."""
    value = wanted.get(key)
    if value is None:
        return default
    if value not in choices:
        refuse(key, quoted(choices), value)
    return value


def whole(wanted, key, low, high, default):
    """The whole number at `key`, from `low` to `high`."""
    value = wanted.get(key)
    if value is None:
        return default
    if not is_whole(value, low, high):
        refuse(key, "a whole number from %d to %d" % (low, high), value)
    return value


def is_whole(value, low, high):
    """True for an int from `low` to `high`; True and False are none."""
    return type(value) is int and low <= value <= high


def true_or_false(wanted, key, default):
    """The bool at `key`."""
    value = wanted.get(key)
    if value is None:
        return default
    if value is not True and value is not False:
        refuse(key, "true or false", value)
    return value


def name(key, value):
    """A name of a person or a team from the list at `key`, with its spaces tidied: 1 to NAME_MAX
    letters."""
    if not isinstance(value, str) or not value.strip() or len(value) > NAME_MAX:
        refuse(key, "names of 1 to %d letters" % NAME_MAX, value)
    value = " ".join(value.split())
    if not is_printable(value):
        refuse(key, "names without control characters", value)
    return value


def players(wanted, least, most):
    """The names at "players", one a seat: a list of `least` to `most`. The code of a wrong number
    is "players_range"."""
    names = wanted.get("players")
    if not isinstance(names, (list, tuple)) or not least <= len(names) <= most:
        count = len(names) if isinstance(names, (list, tuple)) else shown(names)
        raise Refused("players_range", "players must be %d to %d names, not %s."
                      % (least, most, count))  # fmt: skip
    return [name("players", one) for one in names]


def is_printable(text):
    """True for a text without control characters and halves of a pair (surrogates)."""
    for code in code_points(text):
        if code < 32 or code == 127 or 0xD800 <= code < 0xE000:
            return False
    return True
