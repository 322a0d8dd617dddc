"""The check of the files on flash at power-on: what cannot be read goes into quarantine.

By heads and sizes, which takes some ten ms; all of a deck or a game is checked as it is used.
"""

import binascii
import json
import os
import struct

from glass.formats import deck_file
from glass.formats.errors import Refused
from glass.store import decks, files, last_set_up, replay
from glass.store.quarantine import set_aside


def run(check_setup):
    """Quarantine what is damaged or of a format that this firmware does not know, and remove what a
    power cut left half done.

    check_setup(setup) raises if no game can be begun with a set-up.

    Nothing is ever formatted here: MicroPython makes a file system on an empty flash itself, and
    any other holds data, this firmware at the least. The screen says what is missing.
    """
    try:
        if not os.statvfs("/")[2]:  # blocks: no file system
            files.say("no_flash")
        for name in ("/main.py", "/games", "/settings.json"):
            if files.exists(name) and files.exists(name.upper()):  # FAT knows no small letters
                files.say("fat")
        files.remove(files.TEMPORARY)
        files.remove(decks.UPLOAD)
        _check_last(check_setup)
        _check_decks()
        for path in replay.unreadable():
            set_aside(path, "aside_game")
    except OSError:  # a flash that fails: the game goes on without
        files.say("flash")


def _check_last(check_setup):
    """The last set-up must be one that a game can begin with, whatever its deck has become."""
    if not files.exists(last_set_up.PATH):
        return
    try:
        check_setup(json.loads(files.read(last_set_up.PATH)))
    except (ValueError, TypeError, AttributeError, Refused):
        set_aside(last_set_up.PATH, "damaged")


def _check_decks():
    for path in decks.paths():
        if not _is_deck(path):
            set_aside(path, "aside_deck")
    for path in decks.marks_paths():
        if not _are_marks(path):
            set_aside(path, "damaged")


def _is_deck(path):
    try:
        with open(path, "rb") as file:
            return deck_file.Reader(file).end() == files.size(path)
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
