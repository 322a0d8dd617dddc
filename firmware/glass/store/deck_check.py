"""What decks are on flash, and whether they are whole: loaded where that is asked."""

import struct

from glass.formats import deck_file
from glass.store import decks, files
from glass.store.damage import isolate

_PLACES = 64  # of cards that are checked at once


def marks_paths():
    """Paths of all marks."""
    whole = decks.paths()
    found = [decks.ROOT + "/" + entry for entry in files.names(decks.ROOT)]
    return [path for path in found if path not in whole and path != decks.UPLOAD]


def check(reader):
    """Raise ValueError unless every byte of a deck is as packed, and every card can be read."""
    file = reader.file
    file.seek(8)
    if files.crc32(file) != reader.crc:
        raise ValueError("a damaged deck file")
    for _ in check_places(reader, file.tell()):
        pass


def check_places(reader, size):
    """Raise ValueError unless every card of a deck of `size` bytes can be read. A generator that
    yields after each short piece."""
    file, last, left = reader.file, None, reader.cards + 1
    file.seek(reader.index)
    while left:
        count = min(left, _PLACES)
        left -= count
        data = file.read(4 * count)
        if len(data) < 4 * count:
            raise ValueError("not a deck file")
        for at in struct.unpack("<%dI" % count, data):
            if not (at == reader.index + 4 * (reader.cards + 1) if last is None
                    else 0 < at - last <= deck_file.CARD_MAX):  # fmt: skip
                raise ValueError("not a deck file")
            last = at
        yield
    if last != size:
        raise ValueError("a damaged deck file")


def check_before_play(name):
    """Read every byte of a deck (name: str); a damaged one goes into quarantine."""
    path = decks.file_of(name)
    try:
        with open(path, "rb") as file:
            check(deck_file.Reader(file))
    except OSError:
        pass  # there is none
    except ValueError:
        isolate(path, "aside_deck")


def facts(path):
    """{"name", "kind", "cards", "bytes", "columns"} of a deck's file, None if it is damaged."""
    try:
        with open(path, "rb") as file:
            reader = deck_file.Reader(file)
            return {"name": reader.name, "kind": reader.kind, "cards": reader.cards,
                    "bytes": files.size(path), "columns": list(reader.columns)}  # fmt: skip
    except (ValueError, OSError):  # damaged: the next start quarantines it
        return None


def listing():
    """`facts` of all decks, by name."""
    found = [facts(path) for path in decks.paths()]
    return sorted([deck for deck in found if deck], key=lambda deck: deck["name"])


def marks_of_deck(name):
    """Paths of the marks of a deck's cards."""
    return [path for path in marks_paths() if path.startswith(decks.path_of(name) + ".")]


def crc_of(path):
    """The sum (bytes) in the head of a deck's file, None if there is none."""
    try:
        with open(path, "rb") as file:
            return file.read(8)[4:]
    except OSError:
        return None
