"""The laptop's half of the formats that both sides know. No board loads it. Pure."""

import binascii
import struct

from glass.formats.deck_file import CARDS_MAX, KINDS, MAGIC
from glass.formats.deck_name import NAME_MAX
from glass.formats.frame import PAYLOAD_MAX


def pack(name, kind, cards):
    """Bytes of a deck. cards: list of (yellow, blue, yellow_note, blue_note), each str."""
    has_blue = any(card[1] for card in cards)
    has_notes = any(card[2] or card[3] for card in cards)
    title = name.encode()
    if len(title) > NAME_MAX or not 0 < len(cards) <= CARDS_MAX:
        raise ValueError("deck name or number of cards out of range")
    flags = (1 if has_blue else 0) | (2 if has_notes else 0)
    head = struct.pack("<HBBB", len(cards), KINDS.index(kind), flags, len(title)) + title
    at = 8 + len(head) + 4 * (len(cards) + 1)
    offsets, bodies = [], []
    for card in cards:
        fields = [field.encode() for field in card]
        while fields and not fields[-1]:
            fields.pop()
        body = b"\0".join(fields)
        offsets.append(struct.pack("<I", at))
        bodies.append(body)
        at += len(body)
    offsets.append(struct.pack("<I", at))
    rest = head + b"".join(offsets) + b"".join(bodies)
    return MAGIC + struct.pack("<I", binascii.crc32(rest)) + rest


def pieces(payload, size=PAYLOAD_MAX):
    """Cut a payload into parts of `size` that go into one frame each: yields (part, last)."""
    at = 0
    while True:
        part = payload[at : at + size]
        at += size
        yield part, at >= len(payload)
        if at >= len(payload):
            return
