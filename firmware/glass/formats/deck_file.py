"""The packed deck: what the host sends and the board keeps. Pure: board and host.

Layout, little-endian: magic "BZD2" (the digit is the format), CRC-32 of all that follows, u16
cards, u8 kind (0 names, 1 twentyq), u8 flags (1: blue, 2: notes), u8 length of the deck's name in
bytes, the name; then cards + 1 u32 offsets from the start of the file; then each card's fields in
UTF-8 with 0x00 between them (yellow, blue, yellow note, blue note; trailing empty fields left out).
A card is found by one seek, so RAM does not grow with the deck.
"""

import struct

MAGIC = b"BZD2"
HEAD = 13
KINDS = ("names", "twentyq")
CARDS_MAX = 10000
CARD_MAX = 2000  # bytes of one card


class Reader:
    """A deck in an open binary file (seekable). Raises ValueError if it is not one.

    Only the head is read and judged; checkup.py reads all of it.
    """

    def __init__(self, file):
        self.file = file
        head = file.read(HEAD)
        if len(head) < HEAD or head[:4] != MAGIC:
            raise ValueError("not a deck file")
        self.crc, self.cards, kind, flags, size = struct.unpack("<IHBBB", head[4:])
        if kind >= len(KINDS) or not self.cards:
            raise ValueError("not a deck file")
        self.kind = KINDS[kind]
        self.has_blue = bool(flags & 1)
        self.name = file.read(size).decode()
        self.index = HEAD + size

    def fields(self, index):
        """(yellow, blue, yellow_note, blue_note) of card `index` (0..cards - 1)."""
        file = self.file
        file.seek(self.index + 4 * index)
        place = file.read(8)
        start, end = struct.unpack("<II", place) if len(place) == 8 else (0, 0)
        if not 0 < end - start <= CARD_MAX:
            raise ValueError("card %d of the deck is damaged" % index)
        file.seek(start)
        fields = file.read(end - start).decode().split("\0")
        return (fields + ["", "", "", ""])[:4]

    def name_of(self, index, colour="yellow"):
        """The name of card `index` in that colour."""
        return self.fields(index)[1 if colour == "blue" else 0]

    def note_of(self, index, colour="yellow"):
        """The glossary line, "" if the card has none."""
        return self.fields(index)[3 if colour == "blue" else 2]

    def close(self):
        """Close the file."""
        self.file.close()
