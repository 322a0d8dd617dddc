"""A deck's upload: unpacked as it comes in, installed whole or not at all.

What takes a while is a generator that yields after each short piece of work.
"""

import binascii
import io

import deflate
from micropython import const

from glass.formats import deck_file, deck_name
from glass.formats.errors import Refused
from glass.memory import unloaded
from glass.store import decks, files

WINDOW_BITS = 10  # of the packed bytes: 1 KB of RAM to unpack them
# Bytes that a new deck leaves free, besides room to replace any deck: about ten games.
_RESERVE = const(65536)
_DIRECTORIES = const(8192)  # what an upload may need beyond its bytes
_PIECE = const(256)  # bytes unpacked at once: a page of flash
# Packed bytes that are enough for a piece in any case: 2 for each of its bytes, and what two blocks
# of packed bytes begin with.
_ENOUGH = const(1200)
_ROOM = const(1536)


def check_name(name):
    """Raise Refused for a name that no deck can have."""
    fault = deck_name.fault(name)
    if fault:
        raise Refused("name", fault)


def missing(name, size, free):
    """Bytes of flash that are missing for a deck of `size`, of which `free` are free (0 or less:
    none). The old one stays until the new one is whole, and a new or larger one must leave room to
    replace any deck so."""
    free -= size + _DIRECTORIES
    old, largest = 0, size
    for path in decks.paths():
        largest = max(largest, files.size(path))
        if path == decks.file_of(name):
            old = files.size(path)
    if size > old:
        free = min(free, free + old - largest - _RESERVE)
    return -free


class Install:
    """An upload under way: packed bytes in order, then `finish`; the old deck stays until then."""

    def __init__(self, name, size, crc, packed):
        """name: of the deck; size: its bytes; crc: CRC-32 of them; packed: how many bytes come, as
        raw deflate. Raises OSError."""
        files.make(decks.ROOT)
        with unloaded():
            from glass.store import deck_check
        self._checks = deck_check
        self.name, self.at = name, 0
        self._size, self._want, self._packed = size, crc, packed
        self._unpacked = self._crc = self._inner = 0  # bytes, their CRC-32; the same from byte 8 on
        self._cards, self._marks = 0, None
        self._stream = io.BytesIO(bytearray(_ROOM))  # packed bytes that are not unpacked yet
        self._first = self._end = 0  # where they are in it
        self._inflate = None
        self._piece = memoryview(bytearray(_PIECE))
        self._file = open(decks.UPLOAD, "wb")

    def put(self, at, data):
        """Take `data` (bytes) for offset `at`; data for another offset than the next is ignored. A
        generator that returns the number of bytes taken so far. Raises Refused."""
        if at == self.at and at + len(data) <= self._packed:
            self._hold(data)
            self.at += len(data)
        while self._end - self._first >= _ENOUGH and self._unpacked < self._size:
            self._step()
            yield
        return self.at

    def _hold(self, data):
        stream = self._stream
        if self._end + len(data) > _ROOM:
            stream.seek(self._first)
            rest = stream.read(self._end - self._first)
            stream.seek(0)
            stream.write(rest)
            self._first, self._end = 0, len(rest)
        stream.seek(self._end)
        stream.write(data)
        self._end += len(data)

    def _step(self):
        """Unpack a piece onto the flash."""
        piece = self._piece[: self._size - self._unpacked]
        self._stream.seek(self._first)
        if not self._unpacked:  # again, should there have been no memory for its window
            self._inflate = deflate.DeflateIO(self._stream, deflate.RAW, WINDOW_BITS)
        try:
            if self._inflate.readinto(piece) != len(piece):
                raise ValueError
        except (OSError, EOFError, ValueError):
            raise self._damaged()
        self._first = self._stream.tell()
        try:
            self._file.write(piece)
        except OSError:
            raise self._full()
        self._crc = binascii.crc32(piece, self._crc)
        self._inner = binascii.crc32(piece if self._unpacked else piece[8:], self._inner)
        self._unpacked += len(piece)

    def finish(self, may_replace):
        """Check and install: a generator that returns the number of cards. Raises Refused, also
        what may_replace() raises, which is called right before the old deck goes."""
        while self.at == self._packed and self._unpacked < self._size:
            self._step()
            yield
        if self._marks is None:
            self._end_file()
            yield
            yield from self._check()
            path = decks.file_of(self.name)
            same = self._checks.crc_of(path) == self._checks.crc_of(decks.UPLOAD)
            marks = [] if same else self._checks.marks_of_deck(self.name)
            yield
            try:
                may_replace()
            except Refused:
                self.abort()
                raise
            files.replace(decks.UPLOAD, path)
            self._marks = marks  # installed
        while self._marks:
            yield
            files.remove(self._marks.pop())
        return self._cards

    def _end_file(self):
        try:
            self._file.close()
        except OSError:
            raise self._full()
        if self._unpacked != self._size or self._crc != self._want:
            raise self._damaged()

    def _check(self):
        """Is it a deck, and the one named? A generator. Raises Refused."""
        try:
            with open(decks.UPLOAD, "rb") as file:
                reader = deck_file.Reader(file)
                if reader.name != self.name or reader.crc != self._inner:
                    raise ValueError
                yield from self._checks.check_places(reader, self._size)
                self._cards = reader.cards
        except ValueError:
            self.abort()
            raise Refused("damaged", "What arrived is no deck: load it again.")

    def _damaged(self):
        self.abort()
        return Refused("damaged", "The deck arrived damaged (%d of %d bytes): load it again."
                       % (self._unpacked, self._size))  # fmt: skip

    def _full(self):
        self.abort()
        return Refused("full", "The device's flash is full: remove a deck first.")

    def abort(self):
        """Forget the upload."""
        try:
            self._file.close()
        except OSError:  # it could not be written to the end
            pass
        files.remove(decks.UPLOAD)
