"""Files that could not be read, kept for a laptop to fetch. Borrowed when needed.

At most 8 of them, and 64 KB in all but for the newest: the oldest go.
"""

import os

from micropython import const

from glass.formats.errors import Refused
from glass.store import files

ROOT = "/aside"
_KEEP = const(8)
_BYTES = const(65536)


def keep(path):
    """Move a file, or the folder of a game, aside. What the flash refuses stays where it is."""
    try:
        files.make(ROOT)
        entries = files.names(ROOT)
        number = int(entries[-1][:4]) + 1 if entries else 1
        os.rename(path, "%s/%04d-%s" % (ROOT, number % 10000, path.split("/")[-1]))
        while True:
            found = listing()
            entries = files.names(ROOT)
            large = sum([one["bytes"] for one in found]) > _BYTES and len(entries) > 1
            if len(entries) <= _KEEP and not large:
                return
            remove(entries[0])
    except OSError:
        pass


def listing():
    """[{"name", "bytes"}], oldest first; a game's files as `folder/file`."""
    found = []
    for entry in files.names(ROOT):
        inside = files.names(ROOT + "/" + entry)
        for name in [entry + "/" + one for one in inside] or [entry]:
            found.append({"name": name, "bytes": files.size(ROOT + "/" + name)})
    return found


def read_at(name, at, count):
    """(bytes from offset `at`, size of the file). Raises Refused if there is no such file."""
    for one in listing():
        if one["name"] == name:
            with open(ROOT + "/" + name, "rb") as file:
                file.seek(at)
                return file.read(count), one["bytes"]
    raise Refused("no_game", "No file \"%s\" was set aside: list them again." % name[:60])


def remove(entry):
    """Remove a file, or a folder with its files."""
    path = ROOT + "/" + entry
    for name in files.names(path):
        files.remove(path + "/" + name)
    files.remove(path)
    if files.exists(path):
        os.rmdir(path)


def clear():
    """Remove all of them."""
    for entry in files.names(ROOT):
        remove(entry)
