"""A game as a file: set-up and events.

Layout, little-endian: MAGIC (the digit is the format), CRC-32 of all that follows, u16 bytes of
the set-up, u16 number of the first journal segment that counts, the set-up as JSON, a newline, then
events (event_record.py). What a laptop reads of a game (PROTOCOL.md) begins at the set-up.
"""

import json
import struct

MAGIC = b"BZG2"
HEAD = 12  # bytes before the set-up


def head(crc, setup_bytes, first_segment):
    """The first HEAD bytes of a game's file. crc: of all that follows it."""
    return MAGIC + struct.pack("<IHH", crc, setup_bytes, first_segment)


def parse_head(data):
    """(CRC-32, bytes of the set-up, first segment). Raises ValueError if `data` is no such head."""
    if len(data) < HEAD or data[:4] != MAGIC:
        raise ValueError("not a game, or of another format")
    return struct.unpack("<IHH", data[4:HEAD])


def setup_of(text):
    """The set-up (dict) in its JSON (str or bytes). Raises ValueError."""
    setup = json.loads(text)
    if not isinstance(setup, dict) or not isinstance(setup.get("game"), str):
        raise ValueError("the game's set-up is damaged")
    return setup
