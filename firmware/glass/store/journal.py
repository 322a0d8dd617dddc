"""The journal of the game in play: its set-up, and every event before it is shown or sent.

It is a folder: the file `setup` (game_file.py), then segments of at most SEGMENT_BYTES of events
with a CRC-32 in front, each rewritten until the next event does not fit. So small a file stays
inside littlefs's directory block and one page of flash holds it: an event costs about 0.1 erases
where one growing file costs 1.
"""

import binascii
import struct

from glass.formats import event_record
from glass.formats.errors import Refused
from glass.games.events import LEFT, TICK
from glass.memory import unloaded
from glass.store import files, games
from glass.store.room import roomy

SEGMENT_BYTES = 220  # with its CRC, and what littlefs adds, one page of 256
SEGMENTS_MAX = 32  # more are compacted
_BEHIND = 128  # events from one snapshot to the next


class Journal:
    """The journal of a game; `ident` is the name of its folder. `create` it, or have replay.py read
    it.

    `unsaved` is True after a failed write; the events stay queued for the next `save`. `due` is
    True from `add` to the end of `save`, which a full heap may break off: then it is called again.
    `left` is True if the last event says that the game was abandoned. `behind` is how many events
    the snapshot beside it (snapshot.py) does not have; `outdated` is True if the set-up on flash is
    not what it is in RAM.
    """

    def __init__(self, ident):
        self.ident = ident
        self.unsaved = self.due = self.outdated = False
        self.folder = games.ROOT + "/" + ident
        self.first = self.segment = self.behind = 0
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

    def place(self):
        """(number of the last segment, its bytes on flash)."""
        return self.segment, self._open

    def add(self, kind, value, text=""):
        """Take one event; `save` puts it on flash."""
        record = event_record.pack(kind, value, text)
        if kind == TICK:  # only the clock's newest checkpoint matters
            self._drop_tick()
        self._queue.append(record)
        self._tick_bytes = len(record) if kind == TICK else 0
        self.behind += kind != TICK
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
            with unloaded():
                from glass.store.in_pieces import create
            create(self.folder, self._setup)
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

    def begin_segment(self):
        """Let what comes from now on be in another segment; returns its number."""
        if self._open:
            self._open = bytearray()
            self.segment += 1
        self._tick_bytes = 0
        return self.segment

    def is_long(self):
        """True if the game's file and the journal are to be written anew, which drops the mark of a
        game that was left."""
        return (self.segment - self.first >= SEGMENTS_MAX or self.outdated) and not self.left

    def is_due(self):
        """True if it is long or its snapshot is far behind (in_pieces.py), and the flash takes
        something."""
        return (self.is_long() or self.behind >= _BEHIND) and not self.unsaved

    def path(self, segment):
        """Where segment number `segment` is."""
        return "%s/%05d" % (self.folder, segment)
