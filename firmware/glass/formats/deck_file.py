"""The packed deck: what the host sends and the board keeps.

Layout, little-endian: MAGIC (the digit is the format), CRC-32 of all that follows, u16 cards, u8
kind (index into KINDS), u8 columns, u8 bytes of the deck's name, u16 bytes of the columns' names,
the name, the columns' names with 0x00 between them; then cards + 1 u32 offsets from the start of
the file; then each card's fields in UTF-8 with 0x00 between them, in the order of the columns,
trailing empty ones left out. A card is found by one seek, so RAM does not grow with the deck.
"""

import struct

MAGIC = b"BZD3"
HEAD = 15  # bytes before the deck's name
KINDS = ("names", "twentyq")
CARDS_MAX = 10000
CARD_MAX = 8192  # bytes of one card
_PART = 256  # bytes of a card in RAM while one field of it is looked for


class Reader:
    """A deck in an open binary file (seekable). Raises ValueError if it is not one.

    Only the head is read and judged; `check` reads all of it.
    `name`, `kind` and `cards` (how many) say what it is, `columns` (tuple of str) what a card has,
    `index` is the offset of the first card's offset, `crc` the sum of all from byte 8 on.
    """

    def __init__(self, file):
        self.file = file
        head = file.read(HEAD)
        if len(head) < HEAD or head[:4] != MAGIC:
            raise ValueError("not a deck file, or of another format")
        self.crc, self.cards, kind, columns, name, names = struct.unpack("<IHBBBH", head[4:])
        if kind >= len(KINDS) or not 0 < self.cards <= CARDS_MAX:
            raise ValueError("not a deck file")
        self.kind = KINDS[kind]
        self.name = file.read(name).decode()
        self.columns = tuple(file.read(names).decode().split("\0"))
        if len(self.columns) != columns:
            raise ValueError("not a deck file")
        self.index = HEAD + name + names

    def fields(self, index):
        """The fields (list of str, one a column) of card `index` (0 to cards - 1).

        Raises ValueError if the card is damaged.
        """
        fields = self.file.read(self._seek(index)).decode().split("\0")
        if len(fields) > len(self.columns):
            raise ValueError("card %d of the deck is damaged" % index)
        return fields + [""] * (len(self.columns) - len(fields))

    def _seek(self, index):
        """Go to the first byte of a card; returns how many it has. Raises ValueError."""
        file = self.file
        file.seek(self.index + 4 * index)
        place = file.read(8)
        start, end = struct.unpack("<II", place) if len(place) == 8 else (0, 0)
        if not 0 < end - start <= CARD_MAX:
            raise ValueError("card %d of the deck is damaged" % index)
        file.seek(start)
        return end - start

    def field(self, index, column):
        """The text of card `index` in the column named, "" if the deck has no such column. A long
        card is never in RAM as a whole. Raises ValueError if the card is damaged."""
        if column not in self.columns:
            return ""
        before = self.columns.index(column)  # fields to pass over
        left, text = self._seek(index), b""
        while left > 0:
            fields = self.file.read(min(left, _PART)).split(b"\0")
            left -= _PART
            if before < len(fields):
                text += fields[before]
                if before + 1 < len(fields):
                    break
            before = max(0, before - len(fields) + 1)
        return text.decode()

    def end(self):
        """Where the last card ends: how long the file is. Raises ValueError."""
        self.file.seek(self.index + 4 * self.cards)
        word = self.file.read(4)
        if len(word) < 4:
            raise ValueError("not a deck file")
        return struct.unpack("<I", word)[0]

    def close(self):
        """Close the file."""
        self.file.close()
