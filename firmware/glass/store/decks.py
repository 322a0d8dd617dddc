"""Decks on flash: each a file named after a digest of its name, with its marks beside it.

The marks say which cards were played (played.py), a file for each column that names were shown of.
"""

import binascii
import hashlib
import struct

from glass.formats import deck_file
from glass.formats.errors import Refused
from glass.store import files
from glass.store.quarantine import isolate

ROOT = "/decks"
UPLOAD = ROOT + "/upload"
_ENDING = ".deck"


def path_of(name):
    """Where a deck is, or would be, without its ending. Raises Refused if the name is no text."""
    if not isinstance(name, str):
        raise Refused("no_deck", "A deck's name is a text.")
    return ROOT + "/" + binascii.hexlify(hashlib.sha256(name.encode()).digest()[:6]).decode()


def file_of(name):
    """The path of a deck's file, whether it is there or not."""
    return path_of(name) + _ENDING


def marks_of(name, column):
    """The path of the marks of a deck's cards as played in `column`."""
    return path_of(name) + "." + column


def paths():
    """Paths of all decks' files."""
    return [ROOT + "/" + entry for entry in files.names(ROOT) if entry.endswith(_ENDING)]


def marks_paths():
    """Paths of all marks."""
    decks = paths()
    found = [ROOT + "/" + entry for entry in files.names(ROOT)]
    return [path for path in found if path not in decks and path != UPLOAD]


def listing():
    """[{"name", "kind", "cards", "bytes", "columns"}] of all decks, by name."""
    decks = []
    for path in paths():
        try:
            with open(path, "rb") as file:
                reader = deck_file.Reader(file)
                decks.append({"name": reader.name, "kind": reader.kind, "cards": reader.cards,
                              "bytes": files.size(path),
                              "columns": list(reader.columns)})  # fmt: skip
        except (ValueError, OSError):  # damaged: the next start quarantines it
            continue
    return sorted(decks, key=lambda deck: deck["name"])


def open_deck(name):
    """A deck_file.Reader. Raises Refused if there is no such deck."""
    try:
        return deck_file.Reader(open(file_of(name), "rb"))
    except (OSError, ValueError):
        raise Refused("no_deck", "There is no deck \"%s\" on the device: see `deck list`, or load "
                      "it with `deck load`." % name[:60])  # fmt: skip


def open_dealt(setup):
    """The deck (deck_file.Reader) of a complete set-up, None without. Raises Refused if it is
    another one now, or none."""
    if not setup.get("deck"):
        return None
    deck = open_deck(setup["deck"])
    if setup.get("deck_crc", deck.crc) != deck.crc:
        deck.close()
        raise Refused("deck_other", "The deck is another one now.")
    return deck


def remove(name):
    """Remove a deck and the marks of its cards. Raises Refused if there is no such deck."""
    open_deck(name).close()
    files.remove(file_of(name))
    forget_played(name)


def forget_played(name):
    """Remove the marks of a deck's cards."""
    for path in marks_paths():
        if path.startswith(path_of(name) + "."):
            files.remove(path)


def read_at(name, at, count):
    """(bytes from offset `at`, size of the file). Raises Refused if there is no such deck."""
    open_deck(name).close()
    path = file_of(name)
    with open(path, "rb") as file:
        file.seek(at)
        return file.read(count), files.size(path)


def check(reader):
    """Raise ValueError unless every byte of a deck is as packed, and every card can be read."""
    file = reader.file
    file.seek(8)
    crc = files.crc32(file)
    size = file.tell()
    file.seek(reader.index)
    last = None
    for _ in range(reader.cards + 1):
        word = file.read(4)
        at = struct.unpack("<I", word)[0] if len(word) == 4 else 0
        if not (at == reader.index + 4 * (reader.cards + 1) if last is None
                else 0 < at - last <= deck_file.CARD_MAX):  # fmt: skip
            raise ValueError("not a deck file")
        last = at
    if last != size or crc != reader.crc:
        raise ValueError("a damaged deck file")


def check_before_play(name):
    """Read every byte of a deck (name: str); a damaged one goes into quarantine."""
    path = file_of(name)
    try:
        with open(path, "rb") as file:
            check(deck_file.Reader(file))
    except OSError:
        pass  # there is none
    except ValueError:
        isolate(path, "aside_deck")
