"""A game at one moment as bytes, to come back to without all the events before it."""

import io
import json
from array import array


class Freezable:
    """Something that knows its state by the names of its attributes.

    FROZEN: those with a whole number, a text, None, True, False or a list of these, or with another
    Freezable, which stays the same object. ARRAYS: (name, typecode) of those with an array or a
    list of arrays; the typecode of a bytearray is None.
    """

    FROZEN = ()
    ARRAYS = ()

    def freeze(self, values, data):
        """Add the state to `values` (list) and `data` (list of bytes)."""
        for name in self.FROZEN:
            value = getattr(self, name)
            if isinstance(value, Freezable):
                value.freeze(values, data)
            else:
                values.append(value)
        for name, _ in self.ARRAYS:
            arrays = getattr(self, name)
            if isinstance(arrays, list):
                values.append(len(arrays))
            else:
                arrays = (arrays,)
            for one in arrays:
                data.append(bytes(one))
                values.append(len(data[-1]))

    def thaw(self, values, data):
        """Take the state from `values` (list), of which the last is the next, and `data` (file)."""
        for name in self.FROZEN:
            value = getattr(self, name)
            if isinstance(value, Freezable):
                value.thaw(values, data)
            else:
                setattr(self, name, values.pop())
        for name, kind in self.ARRAYS:
            several = isinstance(getattr(self, name), list)
            arrays = [_array(kind, data.read(values.pop()))
                      for _ in range(values.pop() if several else 1)]  # fmt: skip
            setattr(self, name, arrays if several else arrays[0])


def _array(kind, data):
    return bytearray(data) if kind is None else array(kind, data)


def frozen(thing):
    """The state (bytes) of a Freezable."""
    values, data = [], [b""]
    thing.freeze(values, data)
    data[0] = json.dumps(values).encode() + b"\n"
    return b"".join(data)


def thaw(thing, state):
    """Bring a Freezable, made as the one was that `state` is `frozen` of, to that state. Raises
    ValueError, IndexError or others if the state is of something else."""
    data = io.BytesIO(state)
    values = json.loads(data.readline())
    values.reverse()
    thing.thaw(values, data)
    if values or data.read(1):
        raise ValueError("the state of something else")
