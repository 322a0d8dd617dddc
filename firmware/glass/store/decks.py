"""Decks on flash: each a file named after a digest of its name, with its marks beside it.

The marks say which cards were played (played.py), a file for each column that names were shown of.
"""

import binascii
import hashlib

from glass.formats import deck_file
from glass.formats.errors import Refused
from glass.store import files

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
