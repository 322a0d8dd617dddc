"""JSON in short pieces: a heap in use has no block left that is long enough for all of it, and a
board no time to make all of it at once."""

import io
import json

from glass.formats.frame import ascii_json, escaped

SHORT = 96  # letters or so that are made at once: as escapes they are 1,152 at the most
# Bytes for what is made ahead, and for what of it does not fit; both grow.
_ROOM, _SPARE = 256, 64


class Rows:
    """A list in a reply whose items are made as they are sent: make(*arguments) gives them, the
    same ones each time."""

    def __init__(self, make, *arguments):
        self._make, self._arguments = make, arguments

    def __iter__(self):
        return iter(self._make(*self._arguments))


def pieces(value):
    """Yield JSON of `value` (str, printable ASCII) in pieces."""
    for part in _parts(value):
        if type(part) is bytes:
            yield ascii_json(part.decode("utf-8", "surrogatepass"))
        elif type(part) is tuple:
            yield part[0].decode() + ascii_json(json.dumps(part[1]))[1:-1]
        else:
            yield ascii_json(json.dumps(part))


class Writer:
    """The same, into one buffer again and again. It makes no garbage of the texts, and hardly any
    besides: a laptop may ask on and on while a turn's clock runs."""

    def __init__(self, room):
        """room: the buffer (memoryview)."""
        self._room = room
        self._stream = io.BytesIO(bytearray(_ROOM))  # what of it is written, to `_end`
        self._spare = memoryview(bytearray(_SPARE))
        self._parts, self._end = (), 0

    def begin(self, value):
        """What is to be written."""
        self._parts, self._end = _parts(value), 0

    def fill(self, urgent):
        """Fill the buffer; returns (bytes in it, True if that was the end), None if urgent() broke
        it off: then it is called again."""
        last = False
        while not last and self._end <= len(self._room):
            if urgent():
                return None
            last = not self._write_part()
        self._copy()
        if max(self._room) > 126:
            self._escape()
            self._copy()
        rest = self._end - len(self._room)
        if rest <= 0:
            return self._end, last
        if rest > len(self._spare):
            self._spare = memoryview(bytearray(rest))
        self._stream.readinto(self._spare)
        self._stream.seek(0)
        self._stream.write(self._spare)
        self._end = rest
        return len(self._room), False

    def _copy(self):
        self._stream.seek(0)
        self._stream.readinto(self._room)

    def _escape(self):
        self._stream.seek(0)
        text = escaped(self._stream.read(self._end))
        self._stream.seek(0)
        self._stream.write(text)
        self._end = len(text)

    def _write_part(self):
        """Append the next part; False if there is none."""
        stream, end = self._stream, self._end
        for part in self._parts:
            stream.seek(end)
            if type(part) is bytes:
                stream.write(part)
            elif type(part) is tuple:
                lead, value = part
                stream.seek(end + len(lead) - 1)  # its last byte comes in the bracket's place
                json.dump(value, stream)
                self._end = stream.tell() - 1
                stream.seek(end)
                stream.write(lead)
                return True
            else:
                json.dump(part, stream)
            self._end = stream.tell()
            return True
        return False


def _parts(value):
    """Yield what the JSON of `value` consists of: bytes, as they are; values, to be written at
    once; (bytes, value), of which only what is between the brackets is written after the bytes."""
    open_now = [iter((value,))]  # not one generator in the other: a board's stack is short
    while open_now:
        for part in open_now[-1]:
            if type(part) is bytes or type(part) is tuple or _weight(part) <= SHORT:
                yield part
            else:
                open_now.append(_cut(part) if type(part) is str else _opened(part))
                break
        else:
            open_now.pop()


def _cut(text):
    yield b'"'
    for at in range(0, len(text), SHORT):
        yield json.dumps(text[at : at + SHORT])[1:-1].encode("utf-8", "surrogatepass")
    yield b'"'


def _opened(container):
    """What a dict, a list or Rows consists of: items of a dict as many at once as are short."""
    is_dict = type(container) is dict
    lead, group, load = b"{" if is_dict else b"[", {}, 0
    for item in container:
        value = container[item] if is_dict else item
        size = _weight(value) + 8 if is_dict else SHORT + 1
        if group and load + size > SHORT:
            yield lead, group
            lead = b", "
            group.clear()
            load = 0
        if size <= SHORT:
            group[item] = value
            load += size
            continue
        yield lead
        lead = b", "
        if is_dict:
            yield item
            yield b": "
        yield value
    if group:
        yield lead, group
    elif len(lead) == 1:
        yield lead
    yield b"}" if is_dict else b"]"


def _weight(value):
    """About how many letters a value is in JSON; some number above SHORT if it has to be opened."""
    kind = type(value)
    if kind is str:
        return len(value)
    if kind is Rows:
        return SHORT + 1
    if kind is not dict and kind is not list:
        return 4
    load = 2
    for item in value:
        load += _weight(item) + 2
        if kind is dict:
            load += _weight(value[item])
        if load > SHORT:
            break
    return load
