"""What the laptop has of the games, and so what may go. Borrowed when a laptop has told."""

import os

from micropython import const

from glass.store import files
from glass.store.journal import PACKED, ROOT, byte_size, current, ids, packed

_KEEP_SYNCED = const(5)  # at least so many stay


def mark(ident, size):
    """The laptop has committed `size` bytes of the game; old games it has whole may go."""
    path = packed(ident)
    if path is None:
        files.write(ROOT + "/" + ident + "/synced", str(size).encode())
    elif size == byte_size(ident) and not path.endswith(PACKED[1]):
        os.rename(path, ROOT + "/" + ident + PACKED[1])
    for game in _synced()[:-_KEEP_SYNCED]:
        remove(game)


def is_synced(ident):
    """True if the laptop has all of the game."""
    path = packed(ident)
    if path:
        return path.endswith(PACKED[1])
    return files.read(ROOT + "/" + ident + "/synced") == str(byte_size(ident)).encode()


def _synced():
    """Games that may go, oldest first: the one on the table never."""
    newest = current()
    return [ident for ident in ids() if ident != newest and is_synced(ident)]


def make_room():
    """Drop every game that the laptop has; True if there was one."""
    games = _synced()
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
    folder = ROOT + "/" + ident
    files.remove(folder + "/setup")  # first: without it, it is no game any more
    for name in files.names(folder):
        files.remove(folder + "/" + name)
    os.rmdir(folder)
