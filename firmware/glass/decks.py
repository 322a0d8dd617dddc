"""Decks on flash: installed whole or not at all, dealt so that cards come round fairly."""

import binascii
import hashlib
import os
from array import array

from glass import deckfile, files
from glass.games.errors import Refused

ROOT = "/decks"


def _path(name):
    return ROOT + "/" + binascii.hexlify(hashlib.sha256(name.encode()).digest()[:6]).decode()


def listing():
    """[{"name", "kind", "cards", "bytes"}] of all decks, by name."""
    decks = []
    for entry in files.names(ROOT):
        if entry.endswith(".deck"):
            path = ROOT + "/" + entry
            try:
                with open(path, "rb") as file:
                    reader = deckfile.Reader(file)
                    decks.append({"name": reader.name, "kind": reader.kind,
                                  "cards": reader.cards, "bytes": files.size(path),
                                  "blue": reader.has_blue})  # fmt: skip
            except (ValueError, OSError):
                continue
    return sorted(decks, key=lambda deck: deck["name"])


def open_deck(name):
    """A deckfile.Reader. Raises Refused if there is no such deck."""
    try:
        return deckfile.Reader(open(_path(name) + ".deck", "rb"))
    except (OSError, ValueError, AttributeError):  # or the name is no text
        raise Refused("no_deck", "There is no deck \"%s\" on the device: see `deck list`, or load "
                      "it with `deck load`." % name)  # fmt: skip


def remove(name):
    """Remove a deck and what was noted of its cards."""
    open_deck(name).close()
    for ending in (".deck", ".yellow", ".blue"):
        files.remove(_path(name) + ending)


def read_at(name, at, count):
    """(bytes from offset `at`, size of the file)."""
    open_deck(name).close()
    path = _path(name) + ".deck"
    with open(path, "rb") as file:
        file.seek(at)
        return file.read(count), files.size(path)


class Install:
    """An upload under way: bytes in order, then `finish`; the old deck stays until then."""

    def __init__(self, name, size, crc):
        stat = os.statvfs("/")
        if size > stat[0] * stat[3] - 16384:
            raise Refused("full", "The deck needs %d bytes and %d are free: remove a deck first."
                          % (size, stat[0] * stat[3]))  # fmt: skip
        files.names(ROOT)
        self.name, self.size, self.at = name, size, 0
        self._crc, self._want = 0, crc
        self._temporary = ROOT + "/upload"
        self._file = open(self._temporary, "wb")

    def put(self, at, data):
        """Take `data` for offset `at`; what came already is passed over. Returns bytes held."""
        if at == self.at and at + len(data) <= self.size:
            self._file.write(data)
            self._crc = binascii.crc32(data, self._crc)
            self.at += len(data)
        return self.at

    def finish(self):
        """Check and install. Returns the number of cards; raises Refused."""
        self._file.close()
        if self.at != self.size or self._crc != self._want:
            self.abort()
            raise Refused("damaged", "The deck arrived damaged (%d of %d bytes): load it again."
                          % (self.at, self.size))  # fmt: skip
        try:
            with open(self._temporary, "rb") as file:
                reader = deckfile.Reader(file)
                if reader.name != self.name:
                    raise ValueError
                reader.check(self.size)
        except ValueError:
            self.abort()
            raise Refused("damaged", "What arrived is no deck: load it again.")
        same = files.exists(_path(self.name) + ".deck") and self._same()
        os.rename(self._temporary, _path(self.name) + ".deck")
        if not same:
            for colour in ("yellow", "blue"):
                files.remove(_path(self.name) + "." + colour)
        return reader.cards

    def _same(self):
        crc = 0
        with open(_path(self.name) + ".deck", "rb") as file:
            while True:
                data = file.read(256)
                if not data:
                    return crc == self._want
                crc = binascii.crc32(data, crc)

    def abort(self):
        """Forget the upload."""
        self._file.close()
        files.remove(self._temporary)


def deal(name, cards, colour, count, rng, in_order):
    """`count` card indices: those not played yet first, then the oldest; list of int.

    One byte a card on flash says in which game it was last played (0: never), so two passes over
    that file do it without holding the deck.
    """
    if in_order:
        return list(range(count))
    tally = array("H", bytes(512))  # half of what a list takes
    for _, age in _ages(name, cards, colour):
        tally[age] += 1
    # Every card below the cutoff is in; from the cutoff's cards as many as are still wanted.
    want, cutoff = count, 0
    while want > tally[cutoff]:
        want -= tally[cutoff]
        cutoff += 1
    left = tally[cutoff]
    dealt = []
    for index, age in _ages(name, cards, colour):
        if age < cutoff:
            dealt.append(index)
        elif age == cutoff:
            # Selection sampling (Knuth, vol. 2, 3.4.2, algorithm S): uniform in one pass.
            if rng.below(left) < want:
                dealt.append(index)
                want -= 1
            left -= 1
    rng.shuffle(dealt)
    return dealt


def _ages(name, cards, colour):
    try:
        file = open(_path(name) + "." + colour, "rb")
    except OSError:
        file = None
    for start in range(0, cards, 64):
        block = file.read(64) if file else b""
        for index in range(start, min(start + 64, cards)):
            yield index, block[index - start] if index - start < len(block) else 0
    if file:
        file.close()


def mark_played(name, cards, colour, played):
    """Note that the cards in `played` (list of indices) were played in the newest game.

    The marks go from file to file, a card at a time: a deck of thousands takes no RAM.
    """
    newest, oldest_played = 0, 255
    for index, age in _ages(name, cards, colour):
        newest = max(newest, age)
        if index in played:
            oldest_played = min(oldest_played, age)
    if newest and oldest_played == newest:
        return  # noted already, before a power cut
    drop = 127 if newest == 255 else 0  # forget the oldest half rather than wrap
    mark = newest - drop + 1
    path = _path(name) + "." + colour
    block = bytearray(64)
    size = 0
    with open(path + "-", "wb") as file:
        for index, age in _ages(name, cards, colour):
            block[size] = mark if index in played else max(0, age - drop)
            size += 1
            if size == 64 or index == cards - 1:
                file.write(memoryview(block)[:size])
                size = 0
    os.rename(path + "-", path)
