"""Games on flash: set-up and events, 4 bytes an event.

The game on the table is a folder: the file `setup`, then segments with a CRC-16 in front, each
rewritten until full: small files stay inside the directory block, and one page holds them, so an
event costs about 0.1 erases where one growing file costs 1. Older games are one file each
(archive.py), laid out as `setup` is: b"BZG1", CRC-32 of all that follows, u16 bytes of the set-up,
u16 number of the first segment that counts, the set-up as JSON, a newline, events.
"""

import binascii
import json
import struct

from glass import borrow
from glass.formats.errors import Refused
from glass.formats.frame import crc16
from glass.games.events import TICK
from glass.store import files

ROOT = "/games"
LAST = "/last.json"  # the last set-up that was played, to play it again
MAGIC = b"BZG1"  # the digit is the format
HEAD = 12
SEGMENT_EVENTS = 56  # 2 bytes of CRC and 224 of events: one 256-byte page with what littlefs adds
_CARDS_A_PART = 64
SEGMENTS_MAX = 32  # more are compacted
PACKED = (".game", ".done")  # endings of older games; .done: the laptop has it


class Journal:
    """The journal of one game; `ident` names its folder. `create` it, or let replay.py read it.

    `unsaved` is True while the flash takes no more; the events wait in RAM and go with the next.
    """

    def __init__(self, ident):
        self.ident = ident
        self.unsaved = False
        self.folder = ROOT + "/" + ident
        self.first = self.segment = 0
        self.begun = False  # the segment is on flash
        self.waiting = bytearray()  # its events
        self._setup = None  # the set-up as_json while it is not on flash

    def create(self, setup):
        """Begin a new game with its complete set-up (dict; "deal" any sequence)."""
        self._setup = as_json(setup)
        self.save()

    def add(self, kind, value):
        """Take one event; `save` puts it on flash."""
        # The clock's newest checkpoint is the only one that matters.
        if kind == TICK and self.waiting and self.waiting[-1] >> 4 == TICK:
            self.waiting = self.waiting[:-4]
        self.waiting.extend(struct.pack("<I", kind << 28 | value))

    def save(self):
        """Put the events on flash; `unsaved` tells if that could not be. Raises MemoryError."""
        self.unsaved = True
        try:
            files.roomy(self._write)
            self.unsaved = False
        except (OSError, Refused):
            pass

    def _write(self):
        if self._setup is not None:
            files.make(ROOT)
            files.make(self.folder)
            files.write(self.folder + "/setup", *whole(self._setup, 0))
            self._setup = None
        while self.waiting:
            data = memoryview(self.waiting)[: 4 * SEGMENT_EVENTS]
            crc = crc16(data)
            path = self.path(self.segment)
            # A segment is born whole, by a rename: an empty one is always a damaged one.
            with open(path if self.begun else files.TEMPORARY, "wb") as file:
                file.write(bytes((crc & 255, crc >> 8)))
                file.write(data)
            if not self.begun:
                files.replace(files.TEMPORARY, path)
            self.begun = len(data) < 4 * SEGMENT_EVENTS
            if self.begun:
                return
            self.segment += 1
            self.waiting = self.waiting[4 * SEGMENT_EVENTS :]

    def is_long(self):
        """True if it is time to compact it."""
        return self.segment - self.first >= SEGMENTS_MAX

    def compact(self, session):
        """Write the set-up as it is now, and the events that still count in place of all. The count
        in the set-up tells a laptop that what it has of the game is not the beginning of it."""
        session.setup["compacted"] = session.setup.get("compacted", 0) + 1
        if self._setup is not None:
            self._setup = as_json(session.setup)
            return
        try:
            borrow("store.archive").compact(
                self.folder, session.setup, session.log, self.segment + 1
            )
        except OSError:  # full: the long journal is as good
            return
        self.first = self.segment = self.segment + 1
        self.begun = False
        self.waiting = bytearray()

    def segments(self):
        """Names of the segments, in order."""
        return [name for name in files.names(self.folder) if name < "a"]

    def path(self, segment):
        """Where segment number `segment` is."""
        return "%s/%05d" % (self.folder, segment)


def as_json(setup):
    """A complete set-up as JSON, in short parts (bytes): no list and no text of a whole deck."""
    rest = dict(setup)
    deal = rest.pop("deal", None)
    parts = [json.dumps(rest)[:-1].encode(), b', "deal": ']
    if deal is None:
        parts.append(b"null}")
    else:
        lead = "["
        for at in range(0, len(deal), _CARDS_A_PART):
            cards = [str(card) for card in deal[at : at + _CARDS_A_PART]]
            parts.append((lead + ",".join(cards)).encode())
            lead = ","
        parts.append(b"]}")
    return parts


def whole(setup, first, *events):
    """The parts of a game's file: `setup` as_json, `first` segment that counts, `events` in
    arrays."""
    size = sum([len(part) for part in setup])
    rest = [struct.pack("<HH", size, first)] + setup + [b"\n"] + list(events)
    crc = 0
    for part in rest:
        crc = binascii.crc32(part, crc)
    return [MAGIC + struct.pack("<I", crc)] + rest


def entries():
    """Sorted names of folders and files that are games, or were meant to be."""
    return [name for name in files.names(ROOT) if len(name) >= 14 and name[:5].isdigit()
            and name[5:6] == "-" and name[14:] in ("",) + PACKED]  # fmt: skip


def ids():
    """Names of all games kept, oldest first."""
    return sorted(set(name[:14] for name in entries()
                      if name[14:] or files.exists(ROOT + "/" + name + "/setup")))  # fmt: skip


def current():
    """The name of the last game begun, or None."""
    games = ids()
    return games[-1] if games and packed(games[-1]) is None else None


def packed(ident):
    """The path of an older game's file, None for a game in a folder."""
    for ending in PACKED:
        if files.exists(ROOT + "/" + ident + ending):
            return ROOT + "/" + ident + ending
    return None


def next_id(random4):
    """A new game's name: a running number, then 4 random bytes in hex."""
    games = entries()
    number = int(games[-1][:5]) + 1 if games else 1
    return "%05d-%02x%02x%02x%02x" % ((number,) + tuple(random4))


def _parts(ident):
    """[(path, bytes to pass over)] of a game's files in order."""
    path = packed(ident)
    if path:
        return [(path, HEAD)]
    log = Journal(ident)
    return [(log.folder + "/setup", HEAD)] + [(log.folder + "/" + name, 2)
                                              for name in log.segments()]  # fmt: skip


def byte_size(ident):
    """Bytes of a game as `read_at` gives it."""
    return sum(files.size(path) - skip for path, skip in _parts(ident))


def checksum(ident):
    """CRC-32 of a game as `read_at` gives it."""
    crc = 0
    for path, skip in _parts(ident):
        with open(path, "rb") as file:
            file.seek(skip)
            crc = files.crc32(file, crc)
    return crc


def read_at(ident, at, count):
    """Up to `count` bytes from offset `at` of: set-up as JSON, a newline, the events."""
    out = b""
    for path, skip in _parts(ident):
        length = files.size(path) - skip
        if at < length and len(out) < count:
            with open(path, "rb") as file:
                file.seek(at + skip)
                out += file.read(count - len(out))
            at = 0
        else:
            at -= min(at, length)
    return out
