"""Older games: packed into one file each, dropped when the laptop has them. Borrowed when needed.

At most GAMES_MAX games are kept. Synced ones go first; one that no laptop has goes only beyond that
number, and the screen says so, and asks for a sync 10 games before.
"""

import binascii
import struct

from micropython import const

from glass import borrow
from glass.store import files
from glass.store.journal import (
    HEAD,
    MAGIC,
    PACKED,
    ROOT,
    Journal,
    as_json,
    byte_size,
    current,
    entries,
    packed,
    read_at,
    whole,
)

GAMES_MAX = 60
_NEAR = const(10)
_CHUNK = const(256)


def settle():
    """After a new game has begun: pack the older ones, sweep up what a power cut left, drop games
    beyond the bound. Raises OSError if the flash is full; nothing is lost then."""
    newest = current()
    for name in entries():
        if name[14:] or name == newest:
            continue
        try:
            if files.exists(ROOT + "/" + name + "/setup") and packed(name) is None:
                pack(name)
            borrow("store.synced").remove_folder(name)
        except ValueError:
            files.set_aside(ROOT + "/" + name, "aside_game")
    done = [name for name in entries() if name.endswith(PACKED[1])]
    waiting = [name for name in entries() if not name.endswith(PACKED[1])]
    spare = len(done) + len(waiting) - GAMES_MAX
    for name in (done + waiting)[: max(0, spare)]:
        if name in waiting:
            files.say("old_gone")
        borrow("store.synced").remove(name[:14])
    if len(waiting) > GAMES_MAX - _NEAR:
        files.say("sync_soon")


def pack(ident):
    """Write a game in a folder as one file beside it. Raises ValueError for a damaged set-up."""
    log = Journal(ident)
    for _ in borrow("store.replay").read(log)[1]:  # what is damaged of it is set aside
        pass
    with open(log.folder + "/setup", "rb") as file:
        start = MAGIC + bytes(4) + file.read(HEAD)[8:10] + bytes(2)
    total = byte_size(ident)
    crc = binascii.crc32(start[8:])
    for at in range(0, total, _CHUNK):
        crc = binascii.crc32(read_at(ident, at, _CHUNK), crc)
    with open(files.TEMPORARY, "wb") as file:
        file.write(MAGIC + struct.pack("<I", crc) + start[8:])
        for at in range(0, total, _CHUNK):
            file.write(read_at(ident, at, _CHUNK))
    files.replace(
        files.TEMPORARY, ROOT + "/" + ident + PACKED[borrow("store.synced").is_synced(ident)]
    )


def compact(folder, setup, log, first):
    """Write `setup` (dict) and `log` (Log) as the whole of a running game; segments
    from number `first` on will count. Raises OSError, nothing changed then."""
    files.remove(folder + "/synced")
    files.write(folder + "/setup", *whole(as_json(setup), first, *log.parts()))
    for name in files.names(folder):
        if name < "%05d" % first:
            files.remove(folder + "/" + name)
