"""Quarantine: damaged files are moved where a laptop can fetch them (`doctor`); the screen says so.

At most 8 of them are kept, and 64 KB in all but for the newest: the oldest go.
"""

import os

from micropython import const

from glass.formats.errors import Refused
from glass.store import files

ROOT = "/aside"
_KEEP = const(8)
_BYTES = const(65536)


def isolate(path, code):
    """Move a file that cannot be read, or the folder of a game, into quarantine, and queue `code`
    for the screen. If the flash refuses, it stays where it is."""
    try:
        _move(path)
        _drop_oldest()
    except OSError:
        pass
    files.say(code)


def _move(path):
    files.make(ROOT)
    kept = files.names(ROOT)
    number = int(kept[-1][:4]) + 1 if kept else 1
    os.rename(path, "%s/%04d-%s" % (ROOT, number % 10000, path.split("/")[-1]))


def _drop_oldest():
    while True:
        kept = files.names(ROOT)
        large = sum([one["bytes"] for one in listing()]) > _BYTES and len(kept) > 1
        if len(kept) <= _KEEP and not large:
            return
        remove(kept[0])


def listing():
    """[{"name", "bytes"}], oldest first; a game's files as `folder/file`."""
    return [one for entry in files.names(ROOT) for one in contents(entry)]


def contents(entry):
    """The same of one of `entries`."""
    try:
        inside = sorted([(one[0], one[3]) for one in os.ilistdir(ROOT + "/" + entry)])
    except OSError:  # a file
        return [{"name": entry, "bytes": files.size(ROOT + "/" + entry)}]
    return [{"name": entry + "/" + name, "bytes": size} for name, size in inside]


def entries():
    """Names of what is in quarantine, oldest first."""
    return files.names(ROOT)


def read_at(name, at, count):
    """(bytes from offset `at`, size of the file). Raises Refused if there is no such file."""
    entry = name.partition("/")[0]
    if entry in files.names(ROOT):
        for one in contents(entry):
            if one["name"] == name:
                with open(ROOT + "/" + name, "rb") as file:
                    file.seek(at)
                    return file.read(count), one["bytes"]
    raise Refused("no_game", 'No file "%s" is in quarantine: list them again.' % name[:60])


def remove(entry):
    """Remove one of `entries`."""
    path = ROOT + "/" + entry
    if files.names(path):
        files.remove_folder(path)
        return
    files.remove(path)
    if files.exists(path):
        os.rmdir(path)
