"""Decks on flash: each a file named after a digest of its name, with its marks beside it.

Installing (install.py) and dealing (deal.py) are loaded when they are needed.
"""

import binascii
import hashlib

from glass.formats import deck_file
from glass.formats.errors import Refused
from glass.store import files

ROOT = "/decks"
UPLOAD = ROOT + "/upload"


def path_of(name):
    """Where a deck is, or would be; the endings are `.deck`, and for the marks the colors'."""
    if not isinstance(name, str):
        raise Refused("no_deck", "A deck's name is a text.")
    return ROOT + "/" + binascii.hexlify(hashlib.sha256(name.encode()).digest()[:6]).decode()


def listing():
    """[{"name", "kind", "cards", "bytes"}] of all decks, by name."""
    decks = []
    for entry in files.names(ROOT):
        if entry.endswith(".deck"):
            path = ROOT + "/" + entry
            try:
                with open(path, "rb") as file:
                    reader = deck_file.Reader(file)
                    decks.append({"name": reader.name, "kind": reader.kind,
                                  "cards": reader.cards, "bytes": files.size(path),
                                  "blue": reader.has_blue})  # fmt: skip
            except (ValueError, OSError):  # damaged: the next start sets it aside
                continue
    return sorted(decks, key=lambda deck: deck["name"])


def open_deck(name):
    """A deck_file.Reader. Raises Refused if there is no such deck."""
    try:
        return deck_file.Reader(open(path_of(name) + ".deck", "rb"))
    except (OSError, ValueError):
        raise Refused("no_deck", "There is no deck \"%s\" on the device: see `deck list`, or load "
                      "it with `deck load`." % name[:60])  # fmt: skip


def remove(name):
    """Remove a deck and what was noted of its cards."""
    open_deck(name).close()
    for ending in (".deck", ".yellow", ".blue"):
        files.remove(path_of(name) + ending)


def read_at(name, at, count):
    """(bytes from offset `at`, size of the file)."""
    open_deck(name).close()
    path = path_of(name) + ".deck"
    with open(path, "rb") as file:
        file.seek(at)
        return file.read(count), files.size(path)
