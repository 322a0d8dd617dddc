"""Games on flash as a laptop reads them: the set-up as JSON, a newline, the events.

All that takes a while is a generator that yields after each short piece of work. Between two pieces
the last game may grow, or its journal be compacted: then a sum does not fit what is read later, or
OSError is raised, and the laptop asks again.
"""

import binascii
import os

from micropython import const

from glass.formats import game_file
from glass.store import files, games

_ENTRIES = const(6)  # of a folder that are looked at at once: with 60 games 0.7 ms each on a Pico
_CHUNK = const(256)
_CHUNKS = const(8)  # that are read at once
_KEEP_SYNCED = const(5)  # at least so many stay


def look(folder):
    """A generator that returns the sorted [(name, bytes)] of what is in `folder`; [] if it is
    missing."""
    found = []
    try:
        for entry in os.ilistdir(folder):
            found.append((entry[0], entry[3]))
            if not len(found) % _ENTRIES:
                yield
    except OSError:
        pass
    found.sort()
    return found


def entries():
    """A generator that returns the sorted [(entry, bytes)] of all games, whole or not."""
    found = yield from look(games.ROOT)
    return [one for one in found if games.is_entry(one[0])]


def newest(found):
    """The name of the last game begun, of what `entries` found; None if it is packed, or if there
    is none."""
    for entry, _ in reversed(found):
        if games.is_packed(entry):
            return None
        if files.exists(games.ROOT + "/" + entry + "/setup"):
            return entry
    return None


def parts(ident):
    """A generator that returns the [(path, bytes to pass over, bytes after these)] of a game's
    files in order; [] if there is no such game."""
    if not games.is_entry(ident) or games.is_packed(ident):
        return []
    folder = games.ROOT + "/" + ident
    for ending in games.PACKED:
        size = _size(folder + ending)
        yield
        if size is not None:
            return [(folder + ending, game_file.HEAD, size - game_file.HEAD)]
    found = yield from look(folder)
    whole = [(folder + "/setup", game_file.HEAD, size - game_file.HEAD)
             for name, size in found if name == "setup"]  # fmt: skip
    if not whole:
        return []
    first = games.first_segment(folder)
    return whole + [(folder + "/" + name, games.SEGMENT_HEAD, size - games.SEGMENT_HEAD)
                    for name, size in found
                    if games.is_segment(name) and name >= first]  # fmt: skip


def _size(path):
    try:
        return files.size(path)
    except OSError:
        return None


def size_of(found):
    """Bytes of a game, of what `parts` found."""
    return sum([size for _, _, size in found])


def read_at(found, at, count):
    """Up to `count` bytes from offset `at` of a game, of which `parts` found these."""
    out = b""
    for path, skip, size in found:
        if at < size and len(out) < count:
            with open(path, "rb") as file:
                file.seek(at + skip)
                out += file.read(count - len(out))
            at = 0
        else:
            at -= min(at, size)
    return out


def sum_of(found, crc=0):
    """A generator that returns (bytes, CRC-32, going on from `crc`) of a game, of which `parts`
    found these."""
    total = 0
    for path, skip, _ in found:
        with open(path, "rb") as file:
            file.seek(skip)
            for data in _chunks(file):
                if data:
                    crc = binascii.crc32(data, crc)
                    total += len(data)
                else:
                    yield
        yield
    return total, crc


def sum_of_packed(path):
    """A generator that returns (bytes, CRC-32) of an older game's file, as `sum_of` does; None if
    the file is damaged or of another format."""
    with open(path, "rb") as file:
        head = file.read(game_file.HEAD)
        try:
            want = game_file.parse_head(head)[0]
        except ValueError:
            return None
        whole, crc, total = binascii.crc32(head[8:]), 0, 0
        for data in _chunks(file):
            if data:
                whole, crc = binascii.crc32(data, whole), binascii.crc32(data, crc)
                total += len(data)
            else:
                yield
    return (total, crc) if whole == want else None


def copy(found, file):
    """A generator that appends a game, of which `parts` found these, to an open file."""
    for path, skip, _ in found:
        with open(path, "rb") as source:
            source.seek(skip)
            for data in _chunks(source, 1):
                if data:
                    file.write(data)
                else:
                    yield


def _chunks(file, count=_CHUNKS):
    """Yield the rest of an open file in chunks, in one buffer, and None after every few of them."""
    buffer = memoryview(bytearray(_CHUNK))
    left = count
    while True:
        size = file.readinto(buffer)
        if not size:
            return
        yield buffer[:size]
        left -= 1
        if not left:
            left = count
            yield None


def mark_synced(found, size):
    """Note that the laptop has `size` bytes of a game safe, of which `parts` found these; old games
    that it has whole are dropped, but for the newest five. A generator."""
    path = found[0][0]
    if path.endswith("/setup"):
        files.write(path[: -len("setup")] + "synced", str(size).encode())
    elif size == found[0][2] and path.endswith(games.PACKED[0]):
        os.rename(path, path[: -len(games.PACKED[0])] + games.PACKED[1])
    yield
    found = yield from entries()
    done = [entry for entry, _ in found if entry.endswith(games.PACKED[1])]
    for entry in done[:-_KEEP_SYNCED]:
        yield
        files.remove(games.ROOT + "/" + entry)
