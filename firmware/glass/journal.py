"""Games on flash: one folder a game with its set-up and its events, 4 bytes each.

Events go to segments, each rewritten until full: small files stay inside the directory block, and
one page holds them, so an event costs about 0.1 erases where one growing file costs 1.
"""

import json
import struct

from glass import files
from glass.frame import crc16
from glass.games.events import TICK

ROOT = "/games"
LAST = "/last.json"  # the last set-up that was played, to play it again
SEGMENT_EVENTS = 56  # 2 bytes of CRC and 224 of events: one 256-byte page with what littlefs adds
KEEP_SYNCED = 5


class Journal:
    """The journal of one game; `ident` names its folder."""

    def __init__(self, ident):
        self.ident = ident
        self._folder = ROOT + "/" + ident
        self._segment = 0
        self._events = bytearray()

    def create(self, setup):
        """Begin a new game with its complete set-up (JSON-able dict)."""
        files.names(ROOT)
        files.names(self._folder)
        files.write(self._folder + "/setup", json.dumps(setup).encode())
        files.write("/current", self.ident.encode())

    def setup(self):
        """The set-up as it was given to `create`. Raises OSError or ValueError."""
        with open(self._folder + "/setup", "rb") as file:
            return json.load(file)

    def events(self):
        """Yield (kind, value) of every event that is whole, and be ready to append after them."""
        self._segment, self._events = 0, bytearray()
        while True:
            data = files.read(self._path(self._segment))
            if data is None or len(data) < 6 or crc16(data[2:]) != data[0] | data[1] << 8:
                return
            for at in range(2, len(data) - 3, 4):
                word = struct.unpack_from("<I", data, at)[0]
                yield word >> 28, word & 0xFFFFFFF
            if len(data) < 2 + 4 * SEGMENT_EVENTS:
                self._events = bytearray(data[2:])
                return
            self._segment += 1

    def append(self, kind, value):
        """Put one event on flash."""
        # The clock's newest checkpoint is the only one that matters.
        if kind == TICK and self._events and self._events[-1] >> 4 == TICK:
            self._events = self._events[:-4]
        self._events.extend(struct.pack("<I", kind << 28 | value))
        crc = crc16(self._events)
        with open(self._path(self._segment), "wb") as file:
            file.write(bytes((crc & 255, crc >> 8)))
            file.write(self._events)
        if len(self._events) >= 4 * SEGMENT_EVENTS:
            self._segment += 1
            self._events = bytearray()

    def _path(self, segment):
        return "%s/%03d" % (self._folder, segment)


def ids():
    """Names of all games kept, oldest first."""
    return files.names(ROOT)


def current():
    """The name of the last game begun, or None."""
    ident = files.read("/current")
    return ident.decode() if ident and files.exists(ROOT + "/" + ident.decode()) else None


def next_id(random4):
    """A new game's name: a running number, then 4 random bytes in hex."""
    games = ids()
    number = int(games[-1].split("-")[0]) + 1 if games else 1
    return "%05d-%02x%02x%02x%02x" % ((number,) + tuple(random4))


def _parts(ident):
    folder = ROOT + "/" + ident + "/"
    return folder, [name for name in files.names(folder[:-1]) if name != "synced"]


def byte_size(ident):
    """Bytes of a game as `read_at` gives it."""
    folder, parts = _parts(ident)
    return sum(files.size(folder + n) - (-1 if n == "setup" else 2) for n in parts)


def read_at(ident, at, count):
    """Up to `count` bytes from offset `at` of: set-up as JSON, a newline, the events."""
    folder, parts = _parts(ident)
    out = b""
    for name in ["setup"] + [n for n in parts if n != "setup"]:
        skip = 0 if name == "setup" else 2
        length = files.size(folder + name) - skip + (1 if name == "setup" else 0)
        if at < length and len(out) < count:
            with open(folder + name, "rb") as file:
                file.seek(at + skip)
                out += file.read(count - len(out))
            if name == "setup" and len(out) < count:
                out += b"\n"
            at = 0
        else:
            at -= min(at, length)
    return out


def mark_synced(ident, size):
    """The laptop has committed `size` bytes of the game; old games it has whole may go."""
    files.write(ROOT + "/" + ident + "/synced", str(size).encode())
    whole = [g for g in ids() if is_synced(g) and g != current()]
    for game in whole[:-KEEP_SYNCED]:
        remove(game)


def is_synced(ident):
    """True if the laptop has all of the game."""
    mark = files.read(ROOT + "/" + ident + "/synced")
    return mark == str(byte_size(ident)).encode()


def remove(ident):
    """Remove a game."""
    folder, parts = _parts(ident)
    for name in parts + ["synced"]:
        files.remove(folder + name)
    files.os.rmdir(folder[:-1])
