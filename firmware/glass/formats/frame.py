"""Frames of the serial protocol (PROTOCOL.md): a printable ASCII line each. For board and host.

A line is kind, id (4 hex), seq (2 hex), "." (last) or "+" (more), payload, "*", CRC-32 (8 hex),
newline: at most LINE_MAX bytes in all, so that it fits a 260-byte receive ring.
"""

import binascii

from glass.formats.code_points import code_points

LINE_MAX = 240
PAYLOAD_MAX = LINE_MAX - 18
REQUEST_MAX = 4096  # characters of one request, all its frames joined
REQUEST, REPLY, EVENT, ACK = "?", "=", "!", "&"
_KINDS = b"?=!&"
_HEX = b"0123456789abcdefABCDEF"


def encode(kind, ident, seq, last, payload):
    """One frame as bytes. kind: REQUEST, REPLY, EVENT or ACK; ident 0..65535; seq 0..255.

    payload: printable ASCII str of at most PAYLOAD_MAX characters.
    """
    body = ("%s%04x%02x%s%s" % (kind, ident, seq, "." if last else "+", payload)).encode()
    return body + b"*%08x\n" % binascii.crc32(body)


def decode(line):
    """(kind, ident, seq, last, payload) of a line without its newline; None if it is not whole."""
    if len(line) < 17 or len(line) >= LINE_MAX or line[0] not in _KINDS or line[-9] != 42:
        return None
    body, crc = line[:-9], line[-8:]
    if min(body) < 32 or max(body) > 126:
        return None
    for byte in body[1:7] + crc:
        if byte not in _HEX:  # int() takes signs and blanks too, and not the same on each Python
            return None
    if int(crc, 16) != binascii.crc32(body) or body[7] not in b".+":
        return None
    text = body.decode()
    return text[0], int(text[1:5], 16), int(text[5:7], 16), text[7] == ".", text[8:]


class Decoder:
    """Collects bytes into frames; lines that are damaged or too long are dropped at their newline.

    `dropped` says why the line that has just ended was dropped, if it was meant as a request:
    "damaged" or "too_long"; else it is None.
    """

    def __init__(self):
        self._line = bytearray(LINE_MAX)
        self._size = 0
        self.dropped = None

    def feed(self, byte):
        """Take one byte (0..255); returns (kind, ident, seq, last, payload) of the frame it ends,
        or None."""
        if byte == 10:
            size, self._size = self._size, 0
            self.dropped = None
            if not size:
                return None
            line = bytes(memoryview(self._line)[:size])
            got = decode(line)
            if got is None and (line[0] == 63 or b'"do"' in line):
                self.dropped = "damaged" if size < LINE_MAX else "too_long"
            return got
        if byte == 13:
            return None
        if self._size < LINE_MAX:
            self._line[self._size] = byte
            self._size += 1
        return None


def ascii_json(text):
    """JSON text with every non-ASCII character as \\u escapes (MicroPython's json leaves them)."""
    if max(text.encode("utf-8", "surrogatepass")) < 127:
        return text
    out = bytearray()
    for code in code_points(text):
        if code < 127:
            out.append(code)
        elif code < 0x10000:
            out.extend(b"\\u%04x" % code)
        else:
            code -= 0x10000
            out.extend(b"\\u%04x\\u%04x" % (0xD800 + (code >> 10), 0xDC00 + (code & 0x3FF)))
    return out.decode()
