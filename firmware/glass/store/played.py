"""Which cards of a deck were played, and a deal that takes those first that were not.

The marks of a deck's column (decks.marks_of) are one byte a card: in which game it was last played
(0: never; 1 and up, later games higher), then a CRC-32 of them all.
"""

import binascii
import struct
from array import array

from glass.formats.errors import Refused
from glass.store import files
from glass.store.decks import marks_of


class CardSet:
    """A set of card numbers, one bit each."""

    def __init__(self, cards):
        self._bits = bytearray((max(cards) >> 3) + 1)
        self._size = 0
        for card in cards:
            if card not in self:
                self._bits[card >> 3] |= 1 << (card & 7)
                self._size += 1

    def __len__(self):
        return self._size

    def __contains__(self, card):
        at = card >> 3
        return at < len(self._bits) and self._bits[at] >> (card & 7) & 1 == 1


def deal(name, cards, column, count, rng, in_order, one_by_one=False):
    """`count` card indices (array) of a deck of `cards`: those not played yet, then the oldest.

    column: the one whose names are shown. in_order: the first ones, as they lie. one_by_one: those
    not played yet come first in the array, too, and the oldest of the others next; else they are
    mixed. Two passes over the marks do it without holding the deck.
    """
    if in_order:
        return array("H", range(count))
    tally = array("H", bytes(512))  # of 256 ages
    for _, age in _ages(name, cards, column):
        tally[age] += 1
    # Every card below the cutoff is in; from the cutoff's cards as many as are still wanted.
    want, cutoff = count, 0
    while want > tally[cutoff]:
        want -= tally[cutoff]
        cutoff += 1
    left = tally[cutoff]
    dealt = array("H", bytes(2 * count))
    at = 0
    for index, age in _ages(name, cards, column):
        taken = age < cutoff
        if age == cutoff:
            # Selection sampling (Knuth, vol. 2, 3.4.2, algorithm S): uniform in one pass.
            taken = rng.below(left) < want
            want -= taken
            left -= 1
        if taken:
            dealt[at] = index
            at += 1
    rng.shuffle(dealt)
    if one_by_one:
        ages = bytes(age for _, age in _ages(name, cards, column))
        dealt = array("H", sorted(dealt, key=lambda card: ages[card]))
    return dealt


def _ages(name, cards, column):
    try:
        file = open(marks_of(name, column), "rb")
    except OSError:
        file = None
    for start in range(0, cards, 64):
        block = file.read(64) if file else b""
        for index in range(start, min(start + 64, cards)):
            yield index, block[index - start] if index - start < len(block) else 0
    if file:
        file.close()


def spare_card(cards, taken, order):
    """Index of one of `cards` that is not in `taken` (indices): any, in the `order` "file" the
    first. Raises Refused("no_spare")."""
    taken = CardSet(taken)
    spare = cards - len(taken)
    if spare <= 0:
        raise Refused("no_spare")
    skip = 0 if order == "file" else files.entropy() % spare
    for index in range(cards):
        if index not in taken:
            if not skip:
                return index
            skip -= 1


def mark_played(name, cards, column, played):
    """Note that the cards in `played` (indices) were played in the newest game. Raises OSError.

    The marks are copied from file to file: a deck of thousands takes one bit of RAM a card.
    """
    played = CardSet(played)
    newest, oldest_played, newest_other = 0, 255, 0
    for index, age in _ages(name, cards, column):
        newest = max(newest, age)
        if index in played:
            oldest_played = min(oldest_played, age)
        else:
            newest_other = max(newest_other, age)
    if newest_other < newest == oldest_played:
        return  # noted already, before a power cut
    drop = 127 if newest == 255 else 0  # forget the oldest half rather than wrap
    mark = newest - drop + 1
    block = bytearray(64)
    size = crc = 0
    with open(files.TEMPORARY, "wb") as file:
        for index, age in _ages(name, cards, column):
            block[size] = mark if index in played else max(0, age - drop)
            size += 1
            if size == 64 or index == cards - 1:
                data = memoryview(block)[:size]
                file.write(data)
                crc = binascii.crc32(data, crc)
                size = 0
        file.write(struct.pack("<I", crc))
    files.replace(files.TEMPORARY, marks_of(name, column))
