"""The laptop's half of the formats that both sides know. No board loads it. Pure."""

import binascii
import struct

from glass.formats.deck_file import CARD_MAX, CARDS_MAX, KINDS, MAGIC
from glass.formats.deck_name import NAME_MAX
from glass.formats.frame import PAYLOAD_MAX


NAMES_COLUMNS = ("yellow", "blue", "yellow_note", "blue_note")


def pack(name, kind, cards, columns=NAMES_COLUMNS):
    """Bytes of a deck (deck_file.py). cards: list of sequences of str, a text for each column.

    Columns in which no card has a text are left out, but for the first. Raises ValueError for a
    name, a number of cards or a card out of range.
    """
    used = [at for at in range(len(columns)) if at == 0 or any(card[at] for card in cards)]
    title = name.encode()
    names = "\0".join(columns[at] for at in used).encode()
    if len(title) > NAME_MAX or not 0 < len(cards) <= CARDS_MAX:
        raise ValueError("deck name or number of cards out of range")
    head = struct.pack("<HBBBH", len(cards), KINDS.index(kind), len(used), len(title), len(names))
    head += title + names
    at = 8 + len(head) + 4 * (len(cards) + 1)
    offsets, bodies = [], []
    for card in cards:
        body = _body([card[column].encode() for column in used])
        offsets.append(struct.pack("<I", at))
        bodies.append(body)
        at += len(body)
    offsets.append(struct.pack("<I", at))
    rest = head + b"".join(offsets) + b"".join(bodies)
    return MAGIC + struct.pack("<I", binascii.crc32(rest)) + rest


def _body(fields):
    while fields and not fields[-1]:
        fields.pop()
    body = b"\0".join(fields)
    if len(body) > CARD_MAX:
        raise ValueError("a card is too long")
    return body


def pieces(payload, size=PAYLOAD_MAX):
    """Cut a payload into parts of `size` that go into one frame each: yields (part, last)."""
    at = 0
    while True:
        part = payload[at : at + size]
        at += size
        yield part, at >= len(payload)
        if at >= len(payload):
            return
