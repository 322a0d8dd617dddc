"""Older games: packed into one file each, dropped when the laptop has them.

At most GAMES_MAX games are kept; synced ones are dropped first. Before one is dropped that no
laptop has, the screen asks for a sync 10 games ahead, and says when it happens.

What takes a while is a generator that yields after each short piece of work.
"""

import binascii
import os

from micropython import const

from glass.formats import game_file
from glass.store import files, game_reader, games, replay
from glass.store.damage import isolate
from glass.store.journal import Journal

GAMES_MAX = 60
_NEAR = const(10)
_EVENTS = const(16)  # of a journal that are read at once
_PACKING = games.ROOT + "/packing"  # files.TEMPORARY is others' between two pieces


def settle():
    """After a new game has begun: pack the older ones, remove what a power cut left half done, drop
    games beyond GAMES_MAX. A generator. Raises OSError if the flash is full; nothing is lost
    then."""
    files.remove(_PACKING)
    found = yield from game_reader.entries()
    last, entries = game_reader.newest(found), [entry for entry, _ in found]
    for entry in entries:
        if not games.is_packed(entry) and entry != last:
            yield from _settle_folder(entry, [entry + end for end in games.PACKED], entries)
    found = yield from game_reader.entries()
    done = [entry for entry, _ in found if entry.endswith(games.PACKED[1])]
    waiting = [entry for entry, _ in found if not entry.endswith(games.PACKED[1])]
    spare = len(found) - GAMES_MAX
    for entry in (done + waiting)[: max(0, spare)]:
        yield
        if entry in waiting:
            files.say("old_gone")
        files.remove(games.ROOT + "/" + entry)
    if len(waiting) > GAMES_MAX - _NEAR:
        files.say("sync_soon")


def _settle_folder(ident, packed, entries):
    """Pack a game's folder unless one of the files `packed` is there already, and remove it."""
    folder = games.ROOT + "/" + ident
    try:
        if files.exists(folder + "/setup") and not any(name in entries for name in packed):
            yield from pack(ident)
    except ValueError:
        isolate(folder, "aside_game")
        return
    files.remove(folder + "/setup")  # without that it is no game any more
    for name in files.names(folder):
        yield
        files.remove(folder + "/" + name)
    os.rmdir(folder)


def pack(ident):
    """Write a game in a folder as one file beside it. A generator. Raises ValueError for a damaged
    set-up."""
    journal, count = Journal(ident), 0
    for _ in replay.read(journal)[1]:  # damaged segments go into quarantine
        count += 1
        if not count % _EVENTS:
            yield
    yield
    with open(journal.folder + "/setup", "rb") as file:
        size = game_file.parse_head(file.read(game_file.HEAD))[1]
    found = yield from game_reader.parts(ident)
    crc = binascii.crc32(game_file.head(0, size, 0)[8:])
    total, crc = yield from game_reader.sum_of(found, crc)
    with open(_PACKING, "wb") as file:
        file.write(game_file.head(crc, size, 0))
        yield from game_reader.copy(found, file)
    yield
    synced = files.read(journal.folder + "/synced") == str(total).encode()
    files.replace(_PACKING, games.ROOT + "/" + ident + games.PACKED[synced])
    yield
