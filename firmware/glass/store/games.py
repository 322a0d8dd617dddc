"""The games kept on flash, and what the laptop has of them.

The last game begun is a folder (journal.py). An older one is a file as in formats/game_file.py,
with the ending `.done` if the laptop has all of it, else `.game`.
"""

import os

from micropython import const

from glass.formats import game_file
from glass.store import files

ROOT = "/games"
PACKED = (".game", ".done")  # endings of older games
SEGMENT_HEAD = 4  # bytes of CRC-32 in front of a segment
_ID = 14  # letters of a game's name
_KEEP_SYNCED = const(5)  # at least so many stay


def entries():
    """Sorted names of folders and files in ROOT that have the name of a game, whole or not."""
    return [name for name in files.names(ROOT) if len(name) >= _ID and name[:5].isdigit()
            and name[5:6] == "-" and name[_ID:] in ("",) + PACKED]  # fmt: skip


def is_packed(entry):
    """True if an entry is the file of an older game."""
    return len(entry) > _ID


def ident_of(entry):
    """The game's name that an entry begins with."""
    return entry[:_ID]


def ids():
    """Names of all games kept, oldest first."""
    whole = [name for name in entries()
             if is_packed(name) or files.exists(ROOT + "/" + name + "/setup")]  # fmt: skip
    return sorted(set([ident_of(name) for name in whole]))


def current():
    """The name of the last game begun, or None."""
    games = ids()
    return games[-1] if games and packed(games[-1]) is None else None


def packed(ident):
    """The path of an older game's file, None for a game in a folder."""
    for ending in PACKED:
        if files.exists(ROOT + "/" + ident + ending):
            return ROOT + "/" + ident + ending
    return None


def next_id():
    """A new game's name: a running number, then 8 hex digits by chance."""
    games = entries()
    number = int(games[-1][:5]) + 1 if games else 1
    return "%05d-%08x" % (number, files.entropy())


def segments(folder):
    """Names of a game's segments, in order."""
    return [name for name in files.names(folder) if name < "a"]


def _parts(ident):
    """[(path, bytes to pass over)] of a game's files in order."""
    path = packed(ident)
    if path:
        return [(path, game_file.HEAD)]
    folder = ROOT + "/" + ident
    parts = [(folder + "/setup", game_file.HEAD)]
    first = _first(folder)
    return parts + [(folder + "/" + name, SEGMENT_HEAD) for name in segments(folder)
                    if name >= first]  # fmt: skip


def _first(folder):
    """Name of the first segment that counts; older ones are still to be removed since the journal
    was compacted."""
    try:
        with open(folder + "/setup", "rb") as file:
            return "%05d" % game_file.parse_head(file.read(game_file.HEAD))[2]
    except (OSError, ValueError):  # damaged: the next start quarantines it
        return ""


def byte_size(ident):
    """Bytes of a game as `read_at` gives it."""
    return sum(files.size(path) - skip for path, skip in _parts(ident))


def checksum(ident):
    """CRC-32 of a game as `read_at` gives it."""
    crc = 0
    for path, skip in _parts(ident):
        with open(path, "rb") as file:
            file.seek(skip)
            crc = files.crc32(file, crc)
    return crc


def read_at(ident, at, count):
    """Up to `count` bytes from offset `at` of: set-up as JSON, a newline, the events."""
    out = b""
    for path, skip in _parts(ident):
        length = files.size(path) - skip
        if at < length and len(out) < count:
            with open(path, "rb") as file:
                file.seek(at + skip)
                out += file.read(count - len(out))
            at = 0
        else:
            at -= min(at, length)
    return out


def mark_synced(ident, size):
    """Note that the laptop has `size` bytes of the game safe; old games that it has whole are
    dropped, but for the newest _KEEP_SYNCED."""
    path = packed(ident)
    if path is None:
        files.write(ROOT + "/" + ident + "/synced", str(size).encode())
    elif size == byte_size(ident) and not path.endswith(PACKED[1]):
        os.rename(path, ROOT + "/" + ident + PACKED[1])
    for game in _droppable()[:-_KEEP_SYNCED]:
        remove(game)


def is_synced(ident):
    """True if the laptop has all of the game."""
    path = packed(ident)
    if path:
        return path.endswith(PACKED[1])
    return files.read(ROOT + "/" + ident + "/synced") == str(byte_size(ident)).encode()


def _droppable():
    """Names of games that may be dropped, oldest first: never the last one begun."""
    newest = current()
    return [ident for ident in ids() if ident != newest and is_synced(ident)]


def make_room():
    """Drop every game that the laptop has; True if there was one."""
    games = _droppable()
    for ident in games:
        remove(ident)
    return bool(games)


def remove(ident):
    """Remove a game."""
    path = packed(ident)
    if path:
        files.remove(path)
    if files.exists(ROOT + "/" + ident):
        remove_folder(ident)


def remove_folder(ident):
    """Remove a game that is a folder, or what is left of one."""
    files.remove_folder(ROOT + "/" + ident, "setup")  # without that it is no game any more
