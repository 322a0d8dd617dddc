"""Frames of the serial protocol (PROTOCOL.md): a printable ASCII line each. For board and host.

A line is kind, id (4 hex), seq (2 hex), "." (last) or "+" (more), payload, "*", CRC-32 (8 hex),
newline: at most LINE_MAX bytes in all, so that it fits a 260-byte receive ring. What a device sends
has a multiple of BLOCK bytes, with blanks at the end of the payload: its USB port, which has room
for 256 bytes, takes such a block as soon as it takes a byte. What only a laptop does with frames is
in whole_frame.py.
"""

import binascii

LINE_MAX = 240
BLOCK = 32
HEAD, TAIL = 8, 10  # bytes around the payload
PAYLOAD_MAX = LINE_MAX - HEAD - TAIL
SEALED_MAX = LINE_MAX // BLOCK * BLOCK - HEAD - TAIL  # of a payload from a device
REQUEST_MAX = 4096  # characters of one request, all its frames joined
REQUEST, REPLY, EVENT, ACK, DATA = "?", "=", "!", "&", "%"
_KINDS = b"?=!&%"
_HEX = b"0123456789abcdef"


def seal(line, kind, ident, seq, last, size):
    """Make a frame of the payload, `size` bytes from HEAD on in `line` (memoryview); returns its
    bytes, a multiple of BLOCK. It leaves hardly any garbage."""
    end = (HEAD + size + TAIL + BLOCK - 1) // BLOCK * BLOCK
    body = end - TAIL
    line[0] = ord(kind)
    number = ident << 8 | seq
    for at in range(6, 0, -1):
        line[at] = _HEX[number & 15]
        number >>= 4
    line[7] = 46 if last else 43
    for at in range(HEAD + size, body):
        line[at] = 32
    line[body:end] = b"*%08x\n" % binascii.crc32(line[:body])
    return end


def parse(line):
    """(kind, ident, seq, last) of a line (bytes or memoryview) without its newline, whose payload
    is line[HEAD : 1 - TAIL]; None if it is not whole."""
    end = len(line) - TAIL + 1
    if not HEAD <= end <= LINE_MAX - TAIL or line[end] != 42 or line[0] not in _KINDS:
        return None
    try:  # not int(): that takes signs and blanks too, and not the same on each Python
        crc = binascii.unhexlify(line[end + 1 :])
        number = binascii.unhexlify(line[1:7])
    except ValueError:
        return None
    if int.from_bytes(crc, "big") != binascii.crc32(line[:end]) or line[7] not in b".+":
        return None
    return chr(line[0]), number[0] << 8 | number[1], number[2], line[7] == 46


def text_of(line):
    """The payload (str) of a line that `parse` takes, None if it is not printable ASCII."""
    part = line[HEAD : 1 - TAIL]
    try:
        text = str(part, "utf-8")
    except ValueError:
        return None
    good = len(text) == len(part) and (not text or min(part) >= 32) and "\x7f" not in text
    return text if good else None


class Decoder:
    """Collects bytes into frames; lines that are damaged or too long are dropped at their newline.

    Who reads them puts them into `buffer` (memoryview), counts in `size` those of the line so far,
    LINE_MAX at the most, and calls `end` at its newline.
    `line` (memoryview) is then the line that has ended. `dropped` says why it was dropped if it was
    meant as a request: "damaged" or "too_long"; else it is None.
    """

    def __init__(self):
        self.buffer = memoryview(bytearray(LINE_MAX))
        self.size = 0
        self.line = self.buffer[:0]
        self.dropped = None

    def end(self):
        """The newline has come; returns what `parse` gives of the line."""
        self.line, self.size = self.buffer[: self.size], 0
        got = parse(self.line)
        self.dropped = None
        if got is None and len(self.line) and self._is_request():
            self.dropped = "damaged" if len(self.line) < LINE_MAX else "too_long"
        return got

    def _is_request(self):
        return self.line[0] in b"?%" or b'"do"' in bytes(self.line)


def ascii_json(text):
    """JSON text with every non-ASCII character as \\u escapes (MicroPython's json leaves them)."""
    return bytes(escaped(text.encode("utf-8", "surrogatepass"))).decode()


def escaped(data):
    """JSON in UTF-8 (bytes or memoryview, not empty) with all but printable ASCII as \\u
    escapes."""
    if max(data) < 127:
        return data
    out, start, code, rest = bytearray(), 0, 0, 0
    for at in range(len(data)):
        byte = data[at]
        if byte < 127:
            continue
        out.extend(data[start:at])  # plain characters in between
        start = at + 1
        if byte < 0xC0:
            code, rest = code << 6 | byte & 0x3F, rest - 1
        else:
            rest = 1 if byte < 0xE0 else 2 if byte < 0xF0 else 3
            code = byte & 0x3F >> rest
        if rest <= 0:
            out.extend(_escape(byte if byte == 127 else code))
    out.extend(data[start:])
    return out


def _escape(code):
    if code < 0x10000:
        return b"\\u%04x" % code
    code -= 0x10000
    return b"\\u%04x\\u%04x" % (0xD800 + (code >> 10), 0xDC00 + (code & 0x3FF))
