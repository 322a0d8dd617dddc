"""Whether two games are the same in everything that they are made of."""

from glass.games.timesup.drawn import Drawn
from glass.games.timesup.pile import Pile


def difference(one, other, without=()):
    """Where two values differ, by the names of attributes; None if they are the same. without:
    attributes of the outermost that may differ."""
    if isinstance(one, Pile):  # what was drawn may lie behind it
        one, other = (list(one), one._known, one._rng), (list(other), other._known, other._rng)
    if isinstance(one, Drawn):  # or room to grow
        one, other = list(one), list(other)
    if isinstance(one, range):  # MicroPython compares them by identity
        one, other = list(one), list(other)
    if isinstance(one, (list, tuple)):
        if len(one) != len(other):
            return "length"
        for at, item in enumerate(one):
            found = difference(item, other[at])
            if found:
                return "[%d] %s" % (at, found)
    elif hasattr(one, "FROZEN"):
        if set(one.__dict__) != set(other.__dict__):
            return "attributes"
        for name in sorted(one.__dict__):
            if name not in without:
                found = difference(getattr(one, name), getattr(other, name))
                if found:
                    return "%s %s" % (name, found)
    elif one != other:
        return "%r %r" % (one, other)
    return None
