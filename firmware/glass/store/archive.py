"""Older games: packed into one file each, dropped when the laptop has them.

At most GAMES_MAX games are kept; synced ones are dropped first. Before one is dropped that no
laptop has, the screen asks for a sync 10 games ahead, and says when it happens.
"""

import binascii

from micropython import const

from glass.formats import game_file
from glass.store import files, games, replay
from glass.store.journal import Journal
from glass.store.quarantine import set_aside

GAMES_MAX = 60
_NEAR = const(10)
_CHUNK = const(256)


def settle():
    """After a new game has begun: pack the older ones, remove what a power cut left half done, drop
    games beyond GAMES_MAX. Raises OSError if the flash is full; nothing is lost then."""
    newest = games.current()
    for name in games.entries():
        if not games.is_packed(name) and name != newest:
            _settle_folder(name)
    done = [name for name in games.entries() if name.endswith(games.PACKED[1])]
    waiting = [name for name in games.entries() if not name.endswith(games.PACKED[1])]
    spare = len(done) + len(waiting) - GAMES_MAX
    for name in (done + waiting)[: max(0, spare)]:
        if name in waiting:
            files.say("old_gone")
        games.remove(games.ident_of(name))
    if len(waiting) > GAMES_MAX - _NEAR:
        files.say("sync_soon")


def _settle_folder(ident):
    folder = games.ROOT + "/" + ident
    try:
        if files.exists(folder + "/setup") and games.packed(ident) is None:
            pack(ident)
        games.remove_folder(ident)
    except ValueError:
        set_aside(folder, "aside_game")


def pack(ident):
    """Write a game in a folder as one file beside it. Raises ValueError for a damaged set-up."""
    journal = Journal(ident)
    for _ in replay.read(journal)[1]:  # damaged segments go into quarantine
        pass
    with open(journal.folder + "/setup", "rb") as file:
        size = game_file.parse_head(file.read(game_file.HEAD))[1]
    total = games.byte_size(ident)
    crc = binascii.crc32(game_file.head(0, size, 0)[8:])
    for at in range(0, total, _CHUNK):
        crc = binascii.crc32(games.read_at(ident, at, _CHUNK), crc)
    with open(files.TEMPORARY, "wb") as file:
        file.write(game_file.head(crc, size, 0))
        for at in range(0, total, _CHUNK):
            file.write(games.read_at(ident, at, _CHUNK))
    files.replace(files.TEMPORARY, games.ROOT + "/" + ident + games.PACKED[games.is_synced(ident)])
