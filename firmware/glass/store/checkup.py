"""The check of the files on flash after power-on: what cannot be read goes into quarantine.

By heads and sizes; all of a deck or a game is checked as it is used.
"""

import binascii
import os
import struct

from glass.formats import deck_file, game_file
from glass.store import deck_check, decks, files, games, last_set_up
from glass.store.damage import isolate


def pieces():
    """Quarantine what is damaged or of a format that this firmware does not know, a file for each
    True that this yields.

    Nothing is ever formatted here: MicroPython makes a file system on an empty flash itself, and
    any other holds data, this firmware at the least. The screen says what is missing.
    """
    try:
        yield from _pieces()
    except OSError:  # a flash that fails: the game goes on without
        files.say("flash")


def _pieces():
    if not os.statvfs("/")[2]:  # blocks: no file system
        files.say("no_flash")
    for name in ("/main.py", "/games", "/settings.json"):
        if files.exists(name) and files.exists(name.upper()):  # FAT knows no small letters
            files.say("fat")
    yield True
    for check, paths, code in (
        (_is_set_up, _set_ups(), "damaged"),
        (_is_deck, decks.paths(), "aside_deck"),
        (_are_marks, deck_check.marks_paths(), "damaged"),
        (_is_game, _older_games(), "aside_game"),
    ):
        for path in paths:
            if not check(path):
                isolate(path, code)
            yield True


def _set_ups():
    names = [name for name in files.names("/") if name.startswith("last")]
    return ["/" + name for name in names if name.endswith(".json")]


def _is_set_up(path):
    try:
        return last_set_up.read(path) is not None
    except ValueError:
        return False


def _older_games():
    return [games.ROOT + "/" + name for name in games.entries() if games.is_packed(name)]


def _is_game(path):
    try:
        with open(path, "rb") as file:
            size = game_file.parse_head(file.read(game_file.HEAD))[1]
        return game_file.HEAD + size < files.size(path)
    except ValueError:
        return False


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
