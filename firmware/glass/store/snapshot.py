"""A long game as it stood some events ago, beside its journal: a start need not replay them all.

The file `snapshot` in the game's folder holds a frozen state and the log, both as they were at a
place in the journal (snapshot_writing.py writes it). Only this board reads it. If it is missing,
damaged, of another firmware, or of a journal that has been compacted since, the journal is replayed
from its beginning.

Layout, little-endian: HEAD as below, the state, the log's texts as JSON, the log's blocks, CRC-32
of all that.
"""

import binascii
import json
import struct
from array import array

from glass.games.log import BLOCK, Log
from glass.store import files

NAME = "/snapshot"
MAGIC = b"BZS1"
# MAGIC; CRC-32 of the firmware's version and of the game's file; the last segment: its number, its
# bytes and their CRC-32; events that count, events in the log, and of these before the state; bytes
# of the state and of the texts.
HEAD = "<4sIIHHIIIIHH"
_WITH_ITS_OWN = 0x2144DF1C  # CRC-32 of anything that ends with its CRC-32


def blocks(size):
    """How many blocks a Log of so many events has."""
    return (size + BLOCK - 1) // BLOCK


def read(folder, version, game_crc):
    """(place, log, how many events of it count, (index, state) as in a Session's `states`) of the
    snapshot in a game's folder; None if there is none that can be used.

    place: (number of a segment of the journal, its bytes then, CRC-32 of these); what came after it
    is not in the snapshot. game_crc: of the game's file.
    """
    try:
        with open(folder + NAME, "rb") as file:
            if files.crc32(file) != _WITH_ITS_OWN:
                return None
            file.seek(0)
            head = struct.unpack(HEAD, file.read(struct.calcsize(HEAD)))
            if head[:3] != (MAGIC, binascii.crc32(version.encode()), game_crc):
                return None
            events, size, index, state_bytes, text_bytes = head[6:]
            state = file.read(state_bytes)
            texts = dict(json.loads(file.read(text_bytes)))
            kinds, values = [], []
            for _ in range(blocks(size)):
                values.append(array("I", file.read(4 * BLOCK)))
                kinds.append(bytearray(file.read(BLOCK)))
    except OSError:
        return None
    return head[3:6], Log(size, kinds, values, texts), events, (index, state)
