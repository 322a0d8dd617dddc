"""The journal of the game in play: its set-up, and every event before it is shown or sent.

It is a folder: the file `setup` (game_file.py), then segments of at most SEGMENT_BYTES of events
with a CRC-32 in front, each rewritten until the next event does not fit. So small a file stays
inside littlefs's directory block and one page of flash holds it: an event costs about 0.1 erases
where one growing file costs 1.
"""

import binascii
import json
import struct

from glass.formats import event_record, game_file
from glass.formats.errors import Refused
from glass.formats.json_pieces import pieces
from glass.games.events import LEFT, TICK
from glass.store import files, games
from glass.store.room import roomy

SEGMENT_BYTES = 222  # with its CRC, and what littlefs adds, one page of 256
SEGMENTS_MAX = 32  # more are compacted
_CARDS_A_PART = 64


class Journal:
    """The journal of a game; `ident` is the name of its folder. `create` it, or have replay.py read
    it.

    `unsaved` is True after a failed write; the events stay queued for the next `save`. `due` is
    True from `add` to the end of `save`, which a full heap may break off: then it is called again.
    `left` is True if the last event says that the game was abandoned.
    """

    def __init__(self, ident):
        self.ident = ident
        self.unsaved = self.due = False
        self.folder = games.ROOT + "/" + ident
        self.first = self.segment = 0
        self._open = bytearray()  # events on flash in the segment that is still rewritten
        self._queue = []  # records that are not
        self._tick_bytes = 0  # of the last record, if it is a TICK
        self.left = False
        self._setup = None  # the set-up, while it is not on flash

    def create(self, setup):
        """Begin a new game with its complete set-up (dict; "deal" any sequence)."""
        self._setup = setup
        self.save()

    def resume(self, segment, data):
        """Go on in segment number `segment`, of which `data` (bytes) is on flash."""
        self.segment, self._open = segment, bytearray(data)

    def add(self, kind, value, text=""):
        """Take one event; `save` puts it on flash."""
        record = event_record.pack(kind, value, text)
        if kind == TICK:  # only the clock's newest checkpoint matters
            self._drop_tick()
        self._queue.append(record)
        self._tick_bytes = len(record) if kind == TICK else 0
        self.left = kind == LEFT and value == 0
        self.due = True

    def _drop_tick(self):
        if self._tick_bytes and self._queue:
            self._queue.pop()
        elif self._tick_bytes:
            self._open = self._open[: -self._tick_bytes]
        self._tick_bytes = 0

    def save(self):
        """Put the events on flash; `unsaved` is True if that failed."""
        try:
            roomy(self._write)
            self.unsaved = False
        except (OSError, Refused):
            self.unsaved = True
        self.due = False

    def _write(self):
        if self._setup is not None:
            files.make(games.ROOT)
            files.make(self.folder)
            write_whole(self.folder + "/setup", self._setup, 0, ())
            self._setup = None
        while self._queue:
            count = self._fitting()
            if not count:
                self._open = bytearray()
                self.segment += 1
                continue
            rest = self._queue[count:]  # before they are on flash: then nothing may fail
            self._write_segment(self._open + b"".join(self._queue[:count]))
            self._queue = rest

    def _fitting(self):
        """How many of the queued records fit into the open segment: one at least if it is empty."""
        size = len(self._open)
        count = 0
        for record in self._queue:
            size += len(record)
            if size > SEGMENT_BYTES and size > len(record):
                break
            count += 1
        return count

    def _write_segment(self, data):
        head = struct.pack("<I", binascii.crc32(data))
        path = self.path(self.segment)
        # A segment is born whole, by a rename: an empty one is always a damaged one. In one folder
        # that is one write to flash, and never two erases one after the other.
        born = self.folder + "/new"
        with open(path if self._open else born, "wb") as file:
            file.write(head)
            file.write(data)
        if not self._open:
            files.replace(born, path)
        self._open = data

    def is_long(self):
        """True if it is time to compact it, which drops the mark of a game that was left."""
        return self.segment - self.first >= SEGMENTS_MAX and not self.left

    def compact(self, session):
        """Write the set-up as it is now, and the events that still count, in place of all.

        A larger count `compacted` in the set-up tells the laptop that what it has is not the
        beginning of the game any more. Raises OSError if the flash takes no more: the long journal
        stays, which holds the same game.
        """
        setup = session.setup
        setup["compacted"] = setup.get("compacted", 0) + 1
        if self._setup is not None:
            return
        old = [self.folder + "/" + name for name in games.segments(self.folder)]
        first, nothing, no_events = self.segment + 1, bytearray(), []
        files.remove(self.folder + "/synced")
        write_whole(self.folder + "/setup", setup, first, session.log)
        # From here on nothing needs memory.
        self.first = self.segment = first
        self._open, self._queue, self._tick_bytes = nothing, no_events, 0
        for path in old:
            files.remove(path)

    def path(self, segment):
        """Where segment number `segment` is."""
        return "%s/%05d" % (self.folder, segment)


def _setup_parts(setup):
    """Yield a complete set-up as JSON (bytes) in short parts: never all of it in one text."""
    lead = b"{"
    for key in setup:
        if key != "deal":
            yield lead + json.dumps(key).encode() + b": "
            for piece in pieces(setup[key]):
                yield piece.encode()
            lead = b", "
    deal = setup.get("deal")
    if deal is None:
        yield lead + b'"deal": null}'
        return
    lead += b'"deal": ['
    for at in range(0, len(deal), _CARDS_A_PART):
        yield lead
        yield ",".join([str(card) for card in deal[at : at + _CARDS_A_PART]]).encode()
        lead = b","
    yield b"]}"


def _body(setup, log):
    """Yield what follows the head of a game's file."""
    for part in _setup_parts(setup):
        yield part
    yield b"\n"
    if log:
        for part in log.records():
            yield part


def write_whole(path, setup, first, log):
    """Write a game's file: `setup` (dict), number of the `first` segment that counts, `log` (Log,
    or empty). Raises OSError, nothing changed then."""
    size = sum(len(part) for part in _setup_parts(setup))
    crc = binascii.crc32(game_file.head(0, size, first)[8:])
    for part in _body(setup, log):
        crc = binascii.crc32(part, crc)
    with open(files.TEMPORARY, "wb") as file:
        file.write(game_file.head(crc, size, first))
        for part in _body(setup, log):
            file.write(part)
    files.replace(files.TEMPORARY, path)
