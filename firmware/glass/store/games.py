"""The games kept on flash, and what the laptop has of them.

The last game begun is a folder (journal.py). An older one is a file as in formats/game_file.py,
with the ending `.done` if the laptop has all of it, else `.game`. What a laptop asks of them is in
game_reader.py.
"""

from glass.formats import game_file
from glass.store import files

ROOT = "/games"
PACKED = (".game", ".done")  # endings of older games
SEGMENT_HEAD = 4  # bytes of CRC-32 in front of a segment
_ID = 14  # letters of a game's name


def is_entry(name):
    """True if a file or folder in ROOT has the name of a game."""
    return (len(name) >= _ID and name[:5].isdigit() and name[5:6] == "-" and "/" not in name
            and name[_ID:] in ("",) + PACKED)  # fmt: skip


def entries():
    """Sorted names of folders and files in ROOT that have the name of a game, whole or not."""
    return [name for name in files.names(ROOT) if is_entry(name)]


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
    for entry in reversed(entries()):
        if is_packed(entry):
            return None
        if files.exists(ROOT + "/" + entry + "/setup"):
            return entry
    return None


def packed(ident):
    """The path of an older game's file, None for a game in a folder."""
    for ending in PACKED:
        if files.exists(ROOT + "/" + ident + ending):
            return ROOT + "/" + ident + ending
    return None


def segments(folder):
    """Names of a game's segments, in order."""
    return [name for name in files.names(folder) if is_segment(name)]


def first_segment(folder):
    """Name of the first segment that counts; older ones are still to be removed since the journal
    was compacted."""
    try:
        with open(folder + "/setup", "rb") as file:
            return "%05d" % game_file.parse_head(file.read(game_file.HEAD))[2]
    except (OSError, ValueError):  # damaged: the next start quarantines it
        return ""


def is_segment(name):
    """True if a file in a game's folder is a segment."""
    return name < "a"


def byte_size(ident):
    """Bytes of a game as a laptop reads it."""
    path = packed(ident)
    if path:
        return files.size(path) - game_file.HEAD
    folder = ROOT + "/" + ident
    first = first_segment(folder)
    return files.size(folder + "/setup") - game_file.HEAD + sum(
        [files.size(folder + "/" + name) - SEGMENT_HEAD for name in segments(folder)
         if name >= first])  # fmt: skip


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
