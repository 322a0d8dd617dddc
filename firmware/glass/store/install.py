"""A deck's upload: installed whole or not at all. Borrowed while one is under way."""

import binascii

from micropython import const

from glass import borrow
from glass.formats import deck_file
from glass.formats.errors import Refused
from glass.store import files
from glass.store.decks import ROOT, UPLOAD, path_of

# Bytes that a new deck leaves free, besides room to replace any deck: about ten games.
_RESERVE = const(65536)
_DIRECTORIES = const(8192)  # what an upload may need beyond its bytes


def check_name(name):
    """Raise Refused for a name that no deck can have."""
    fault = borrow("formats.deck_name").fault(name)
    if fault:
        raise Refused("name", fault)


class Install:
    """An upload under way: bytes in order, then `finish`; the old deck stays until then."""

    def __init__(self, name, size, crc):
        missing = _missing(name, size)
        if missing > 0 and borrow("store.synced").make_room():
            missing = _missing(name, size)
        if missing > 0:
            raise Refused("full", "The deck needs %d bytes more than the device has to spare: "
                          "remove a deck, or copy its games with `sync`." % missing)  # fmt: skip
        files.make(ROOT)
        self.name, self.size, self.at = name, size, 0
        self._crc, self._want = 0, crc
        self._file = open(UPLOAD, "wb")

    def put(self, at, data):
        """Take `data` for offset `at`; what came already is passed over. Returns bytes held."""
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
            with open(UPLOAD, "rb") as file:
                reader = deck_file.Reader(file)
                if reader.name != self.name:
                    raise ValueError
                borrow("store.checkup").check_deck(reader)
        except ValueError:
            self.abort()
            raise Refused("damaged", "What arrived is no deck: load it again.")
        same = files.exists(path_of(self.name) + ".deck") and self._same()
        files.replace(UPLOAD, path_of(self.name) + ".deck")
        if not same:
            for colour in ("yellow", "blue"):
                files.remove(path_of(self.name) + "." + colour)
        return reader.cards

    def _same(self):
        with open(path_of(self.name) + ".deck", "rb") as file:
            return files.crc32(file) == self._want

    def abort(self):
        """Forget the upload."""
        try:
            self._file.close()
        except OSError:  # it could not be written to the end
            pass
        files.remove(UPLOAD)


def _missing(name, size):
    """Bytes that a deck of `size` finds too few. The old one stays until the new one is whole, and
    a new or larger one must leave room to replace any deck the same way."""
    free = files.free() - size - _DIRECTORIES
    old, largest = 0, size
    for entry in files.names(ROOT):
        if entry.endswith(".deck"):
            path = ROOT + "/" + entry
            largest = max(largest, files.size(path))
            if path == path_of(name) + ".deck":
                old = files.size(path)
    if size > old:
        free = min(free, free + old - largest - _RESERVE)
    return -free
