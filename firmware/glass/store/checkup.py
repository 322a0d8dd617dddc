"""A look at the files on flash at power-on: what cannot be read is set aside. Borrowed for that.

By heads and sizes, which takes some ten ms; all of a deck or a game is checked as it is used.
"""

import binascii
import json
import os
import struct

from glass import borrow
from glass.formats import deck_file
from glass.formats.errors import Refused
from glass.store import decks, files, journal


def run():
    """Set aside what is damaged or of a format this firmware does not know, and sweep up.

    Nothing is ever formatted here: MicroPython makes a file system on an empty flash itself, and
    any other holds somebody's data, this firmware at the least. The screen says what it misses.
    """
    try:
        if not os.statvfs("/")[2]:  # blocks: no file system
            files.say("no_flash")
        for name in ("/main.py", "/games", "/settings.json"):
            if files.exists(name) and files.exists(name.upper()):  # FAT knows no small letters
                files.say("fat")
        files.remove(files.TEMPORARY)
        files.remove(decks.UPLOAD)
        _last()
        _decks()
        for path in borrow("store.replay").unreadable():
            files.set_aside(path, "aside_game")
    except OSError:  # a flash that fails: the game goes on without
        files.say("flash")


def _last():
    """The last set-up must be one that `new_game` takes, whatever the deck has become."""
    if not files.exists(journal.LAST):
        return
    try:
        setup = json.loads(files.read(journal.LAST))
        deck = {"name": "", "kind": "names", "cards": deck_file.CARDS_MAX, "blue": True}
        borrow("games.setup").complete(setup, deck if setup.get("deck") else None)
    except (ValueError, TypeError, AttributeError, Refused):
        files.set_aside(journal.LAST, "damaged")


def _decks():
    for entry in files.names(decks.ROOT):
        path = decks.ROOT + "/" + entry
        if entry.endswith(".deck"):
            if not _is_deck(path):
                files.set_aside(path, "aside_deck")
        elif not _are_marks(path):
            files.set_aside(path, "damaged")


def _is_deck(path):
    try:
        with open(path, "rb") as file:
            return _end(deck_file.Reader(file)) == files.size(path)
    except ValueError:
        return False


def _are_marks(path):
    size = files.size(path) - 4
    if not 0 < size <= deck_file.CARDS_MAX:
        return False
    crc = 0
    with open(path, "rb") as file:
        while size:
            data = file.read(min(size, 256))
            crc = binascii.crc32(data, crc)
            size -= len(data)
        return file.read(4) == struct.pack("<I", crc)


def _end(reader):
    """Where the last card of a deck_file.Reader ends: how long its file is. Raises ValueError."""
    reader.file.seek(reader.index + 4 * reader.cards)
    word = reader.file.read(4)
    if len(word) < 4:
        raise ValueError("not a deck file")
    return struct.unpack("<I", word)[0]


def check_deck(reader):
    """Raise ValueError unless every byte is as it was packed, and every card can be read."""
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
