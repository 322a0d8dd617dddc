"""The laptop's half of the formats that both sides know. No board loads it. Pure."""

import binascii
import struct

from glass.formats.deck_file import CARD_MAX, CARDS_MAX, KINDS, MAGIC
from glass.formats.deck_name import NAME_MAX
from glass.formats.frame import PAYLOAD_MAX

NAMES_COLUMNS = ("yellow", "blue", "yellow_note", "blue_note")


def pack(
    name: str,
    kind: str,
    cards: list[tuple[str, str, str, str]] | list[tuple[str, ...]],
    columns: tuple[str, ...] = NAMES_COLUMNS,
) -> bytes:
    """Bytes of a deck (deck_file.py). cards: tuples of texts, one for each column.

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
    return bytes(MAGIC) + struct.pack("<I", binascii.crc32(rest)) + rest


def _body(fields: list[bytes]) -> bytes:
    while fields and not fields[-1]:
        fields.pop()
    body = b"\0".join(fields)
    if len(body) > CARD_MAX:
        raise ValueError("a card is too long")
    return body


def pieces(payload: str, size: int = PAYLOAD_MAX) -> list[tuple[str, bool]]:
    """Cut a payload into parts of `size` characters, one a frame: [(part, is the last)]."""
    starts = range(0, max(1, len(payload)), size)
    return [(payload[at : at + size], at + size >= len(payload)) for at in starts]
