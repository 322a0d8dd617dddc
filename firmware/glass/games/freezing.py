"""A game at one moment as bytes, to come back to without all the events before it.

What can be frozen says so by class attributes: FROZEN, names of attributes with a whole number, a
text, None, True, False or a list of these, or with another thing that can be frozen, which stays
the same object; and ARRAYS, (name, typecode) of those with an array or a list of arrays, where the
typecode of a bytearray is None. If it keeps room to grow, `trim()` lets go of that.
"""

import io
import json
from array import array


def frozen(thing):
    """The state (bytes) of something that can be frozen."""
    values, data = [], [b""]
    _freeze(thing, values, data)
    data[0] = json.dumps(values).encode() + b"\n"
    return b"".join(data)


def thaw(thing, state):
    """Bring something, made as the one was that `state` is `frozen` of, to that state. Raises
    ValueError, IndexError or others if the state is of something else."""
    data = io.BytesIO(state)
    values = json.loads(data.readline())
    values.reverse()
    _thaw(thing, values, data)
    if values or data.read(1):
        raise ValueError("the state of something else")


def _freeze(thing, values, data):
    """Add a state to `values` (list) and `data` (list of bytes)."""
    if hasattr(thing, "trim"):
        thing.trim()
    for name in thing.FROZEN:
        value = getattr(thing, name)
        if hasattr(value, "FROZEN"):
            _freeze(value, values, data)
        else:
            values.append(value)
    for name, _ in _arrays(thing):
        arrays = getattr(thing, name)
        if isinstance(arrays, list):
            values.append(len(arrays))
        else:
            arrays = (arrays,)
        for one in arrays:
            data.append(bytes(one))
            values.append(len(data[-1]))


def _thaw(thing, values, data):
    """Take a state from `values` (list), of which the last is the next, and `data` (file)."""
    for name in thing.FROZEN:
        value = getattr(thing, name)
        if hasattr(value, "FROZEN"):
            _thaw(value, values, data)
        else:
            setattr(thing, name, values.pop())
    for name, kind in _arrays(thing):
        several = isinstance(getattr(thing, name), list)
        arrays = [_array(kind, data.read(values.pop()))
                  for _ in range(values.pop() if several else 1)]  # fmt: skip
        setattr(thing, name, arrays if several else arrays[0])


def _arrays(thing):
    return getattr(thing, "ARRAYS", ())


def _array(kind, data):
    return bytearray(data) if kind is None else array(kind, data)
