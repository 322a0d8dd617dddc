"""Frames made and read whole: frame.py and what a laptop needs besides."""

import binascii

from glass.formats import frame
from glass.formats.frame import (
    ACK,
    BLOCK,
    DATA,
    EVENT,
    HEAD,
    LINE_MAX,
    PAYLOAD_MAX,
    REPLY,
    REQUEST,
    REQUEST_MAX,
    SEALED_MAX,
    TAIL,
    ascii_json,
    escaped,
    parse,
    seal,
    text_of,
)

__all__ = [
    "ACK", "BLOCK", "DATA", "EVENT", "HEAD", "LINE_MAX", "PAYLOAD_MAX", "REPLY", "REQUEST",
    "REQUEST_MAX", "SEALED_MAX", "TAIL", "ascii_json", "escaped", "parse", "seal", "text_of",
    "Decoder", "decode", "encode",
]  # fmt: skip


def encode(kind, ident, seq, last, payload):
    """One frame as bytes. kind: REQUEST, REPLY, EVENT, ACK or DATA; ident 0..65535; seq 0..255.

    payload: printable ASCII str of at most PAYLOAD_MAX characters.
    """
    body = ("%s%04x%02x%s%s" % (kind, ident, seq, "." if last else "+", payload)).encode()
    return body + b"*%08x\n" % binascii.crc32(body)


def decode(line):
    """(kind, ident, seq, last, payload) of a line (bytes or memoryview) without its newline; None
    if it is not whole."""
    got = parse(line)
    text = text_of(line) if got else None
    return None if text is None else got + (text,)


class Decoder(frame.Decoder):
    """One that is fed byte by byte."""

    def feed(self, byte):
        """Take one byte (0..255); returns (kind, ident, seq, last, payload) of the frame it ends,
        or None."""
        if byte == 10:
            got = self.end()
            text = text_of(self.line) if got else None
            return None if text is None else got + (text,)
        if byte != 13 and self.size < LINE_MAX:
            self.buffer[self.size] = byte
            self.size += 1
        return None
