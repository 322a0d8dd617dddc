"""The laptop's half of the formats that both sides know. No board loads it. Pure."""

import binascii
import struct

from glass.formats.deck_file import CARDS_MAX, KINDS, MAGIC
from glass.formats.deck_name import NAME_MAX
from glass.formats.frame import PAYLOAD_MAX


def pack(name: str, kind: str, cards: list[tuple[str, str, str, str]]) -> bytes:
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
    return bytes(MAGIC) + struct.pack("<I", binascii.crc32(rest)) + rest


def pieces(payload: str, size: int = PAYLOAD_MAX) -> list[tuple[str, bool]]:
    """Cut a payload into parts of `size` characters, one a frame: [(part, is the last)]."""
    starts = range(0, max(1, len(payload)), size)
    return [(payload[at : at + size], at + size >= len(payload)) for at in starts]
