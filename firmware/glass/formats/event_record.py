"""Events as bytes, in game files and journals.

An event is a kind (0 to 255), a value (0 to 2**32 - 1) and, for kinds from TEXT on, a short text.
Its record: the kind, a byte; the value, 7 bits a byte, low bits first, bit 7 set if more follow;
for a kind from TEXT on the text's length in bytes, a byte, and the text in UTF-8. Nearly all
values are milliseconds of a turn, so that most records take 3 or 4 bytes.
"""

TEXT = 128
TEXT_MAX = 255  # bytes
LONGEST = 1 + 5 + 1 + TEXT_MAX  # bytes of a record


def pack(kind, value, text=""):
    """The record (bytes) of an event. Raises ValueError for numbers or a text out of range."""
    if not 0 <= kind < 256 or not 0 <= value < 1 << 32:
        raise ValueError("no event")
    record = bytearray((kind,))
    while value > 127:
        record.append(value & 127 | 128)
        value >>= 7
    record.append(value)
    if kind >= TEXT:
        data = text.encode()
        if len(data) > TEXT_MAX:
            raise ValueError("the text is too long")
        record.append(len(data))
        record.extend(data)
    return bytes(record)


def unpack(data, at):
    """(kind, value, text, offset of the next record) of the record at offset `at` of `data`.

    Raises ValueError if the record is cut short or no event.
    """
    end = len(data)
    kind = data[at] if at < end else 0
    value = shift = 0
    while True:
        at += 1
        if at >= end or shift > 28:
            raise ValueError("an event is cut short")
        byte = data[at]
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            break
    if value >> 32:
        raise ValueError("an event is damaged")
    at += 1
    if kind < TEXT:
        return kind, value, "", at
    if at >= end or at + 1 + data[at] > end:
        raise ValueError("an event is cut short")
    start, at = at + 1, at + 1 + data[at]
    return kind, value, bytes(data[start:at]).decode(), at


def records(data, at=0):
    """Yield (kind, value, text) of the records from offset `at` to the end of `data`.

    Raises ValueError at one that is cut short.
    """
    while at < len(data):
        kind, value, text, at = unpack(data, at)
        yield kind, value, text
