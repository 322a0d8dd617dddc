"""Reading games back, and whether they are whole. Borrowed at power-on and where a laptop asks."""

import binascii
import gc
import json
import struct
from array import array

from glass.formats.frame import crc16
from glass.games.session import Session
from glass.store import files
from glass.store.journal import HEAD, MAGIC, ROOT, SEGMENT_EVENTS, Journal, entries


def replay(ident):
    """(journal ready to append, session, True if it was left) of the last game.

    Raises whatever damage may raise: ValueError, OSError, Refused and others.
    """
    log = Journal(ident)
    setup, events = read(log)
    session, left = Session(setup), False
    for kind, value in events:
        if kind:
            session.apply(kind, value)
        else:
            left = value == 0
    return log, session, left


def read(log):
    """(set-up, generator of all (kind, value)) of a Journal, which can be appended to afterwards.

    A damaged segment and all after it are set aside. Raises OSError, or ValueError if the set-up
    is damaged.
    """
    with open(log.folder + "/setup", "rb") as file:
        size, log.first = check(file)
        setup = json.loads(file.read(size))
    if setup.get("deal"):
        setup["deal"] = array("H", setup["deal"])  # a quarter of the list
    return setup, _events(log, HEAD + size + 1)


def _events(log, at):
    with open(log.folder + "/setup", "rb") as file:
        file.seek(at)
        while True:
            data = file.read(256)
            yield from _words(data, 0)
            if len(data) < 256:
                break
    log.segment = log.first
    found = log.segments()
    while found and found[0] < "%05d" % log.first:  # the power went in the middle of compacting
        files.remove(log.folder + "/" + found.pop(0))
    while found:
        path = log.path(log.segment)
        data = files.read(path)
        if (log.begun or found[0] != path[-5:] or data is None or len(data) % 4 != 2
                or len(data) < 6 or crc16(data[2:]) != data[0] | data[1] << 8):  # fmt: skip
            for name in found:
                files.set_aside(log.folder + "/" + name, "aside_game")
            return
        yield from _words(data, 2)
        found.pop(0)
        if len(data) < 2 + 4 * SEGMENT_EVENTS:
            log.waiting, log.begun = bytearray(data[2:]), True
        else:
            log.segment += 1


def _words(data, start):
    for at in range(start, len(data) - 3, 4):
        word = struct.unpack_from("<I", data, at)[0]
        yield word >> 28, word & 0xFFFFFFF


def check(file):
    """(bytes of the set-up, first segment) of a game's open file, which then stands at its set-up.

    Raises ValueError if the file is damaged or of another format.
    """
    top = file.read(HEAD)
    if len(top) < HEAD or top[:4] != MAGIC:
        raise ValueError("not a game")
    crc, size, first = struct.unpack("<IHH", top[4:])
    if files.crc32(file, binascii.crc32(top[8:])) != crc:
        raise ValueError("a damaged game")
    file.seek(HEAD)
    return size, first


def unreadable(whole=False):
    """Paths of the games whose file is damaged or of another format: by their heads and sizes, or
    by every byte of them."""
    paths = [ROOT + "/" + name for name in entries() if name[14:]]
    return [path for path in paths if not _is_whole(path, whole)]


def _is_whole(path, whole):
    gc.collect()  # a file takes 1.2 KB in one block
    with open(path, "rb") as file:
        if whole:
            try:
                check(file)
                return True
            except ValueError:
                return False
        top = file.read(HEAD)
    size = HEAD + (top[8] | top[9] << 8) if len(top) == HEAD else 0
    return top[:4] == MAGIC and size < files.size(path)


def check_all():
    """Set aside every older game that is damaged, before a laptop reads them."""
    for path in unreadable(True):
        files.set_aside(path, "aside_game")
