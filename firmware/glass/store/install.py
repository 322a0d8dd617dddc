"""A deck's upload: installed whole or not at all."""

import binascii

from micropython import const

from glass.formats import deck_file, deck_name
from glass.formats.errors import Refused
from glass.store import decks, files, games

# Bytes that a new deck leaves free, besides room to replace any deck: about ten games.
_RESERVE = const(65536)
_DIRECTORIES = const(8192)  # what an upload may need beyond its bytes


def check_name(name):
    """Raise Refused for a name that no deck can have."""
    fault = deck_name.fault(name)
    if fault:
        raise Refused("name", fault)


class Install:
    """An upload under way: bytes in order, then `finish`; the old deck stays until then."""

    def __init__(self, name, size, crc):
        """name: of the deck; size: its bytes; crc: CRC-32 of them. Raises Refused, OSError."""
        missing = _missing(name, size)
        if missing > 0 and games.make_room():
            missing = _missing(name, size)
        if missing > 0:
            raise Refused("full", "The deck needs %d bytes more than the device has to spare: "
                          "remove a deck, or copy its games with `sync`." % missing)  # fmt: skip
        files.make(decks.ROOT)
        self.name, self.size, self.at = name, size, 0
        self._crc, self._want = 0, crc
        self._file = open(decks.UPLOAD, "wb")

    def put(self, at, data):
        """Take `data` (bytes) for offset `at`; data for another offset than the next is ignored.
        Returns bytes held. Raises Refused("full")."""
        if at == self.at and at + len(data) <= self.size:
            try:
                self._file.write(data)
            except OSError:
                self.abort()
                raise Refused("full", "The device's flash is full: remove a deck first.")
            self._crc = binascii.crc32(data, self._crc)
            self.at += len(data)
        return self.at

    def finish(self):
        """Check and install. Returns the number of cards; raises Refused."""
        try:
            self._file.close()
        except OSError:
            self.at = -1
        if self.at != self.size or self._crc != self._want:
            self.abort()
            raise Refused("damaged", "The deck arrived damaged (%d of %d bytes): load it again."
                          % (self.at, self.size))  # fmt: skip
        try:
            cards = self._check()
        except ValueError:
            self.abort()
            raise Refused("damaged", "What arrived is no deck: load it again.")
        path = decks.file_of(self.name)
        same = files.exists(path) and self._is_same(path)
        files.replace(decks.UPLOAD, path)
        if not same:
            decks.forget_played(self.name)
        return cards

    def _check(self):
        """The number of cards in what arrived. Raises ValueError if it is not the deck named."""
        with open(decks.UPLOAD, "rb") as file:
            reader = deck_file.Reader(file)
            if reader.name != self.name:
                raise ValueError
            decks.check(reader)
            return reader.cards

    def _is_same(self, path):
        with open(path, "rb") as file:
            return files.crc32(file) == self._want

    def abort(self):
        """Forget the upload."""
        try:
            self._file.close()
        except OSError:  # it could not be written to the end
            pass
        files.remove(decks.UPLOAD)


def _missing(name, size):
    """Bytes of flash that are missing for a deck of `size` (0 or less: none). The old one stays
    until the new one is whole, and a new or larger one must leave room to replace any deck so."""
    free = files.free() - size - _DIRECTORIES
    old, largest = 0, size
    for path in decks.paths():
        largest = max(largest, files.size(path))
        if path == decks.file_of(name):
            old = files.size(path)
    if size > old:
        free = min(free, free + old - largest - _RESERVE)
    return -free
