"""Reading games back, and whether they are whole."""

import binascii
import struct
from array import array

from glass.formats import event_record, game_file
from glass.games.events import LEFT
from glass.games.session import Session
from glass.store import files, games
from glass.store.journal import Journal
from glass.store.quarantine import isolate


def replay(ident, rules_of):
    """(Journal ready to append, Session, True if it was abandoned) of the game in the folder
    `ident`.

    rules_of(setup) gives the class of the game's rules. Of a damaged game it raises
    ValueError, OSError, Refused or others.
    """
    journal = Journal(ident)
    setup, events = read(journal)
    session, left = Session(setup, rules_of(setup)), False
    for kind, value, text in events:
        if kind != LEFT:
            session.apply(kind, value, text)
        left = kind == LEFT and value == 0  # what was played after a mark outweighs it
    return journal, session, left


def read(journal):
    """(set-up, generator of all (kind, value, text)) of a Journal, which can be appended to
    afterwards.

    A damaged segment and all after it go into quarantine, or are removed if the flash is too full
    to move them. Raises OSError, or ValueError if the
    set-up is damaged.
    """
    with open(journal.folder + "/setup", "rb") as file:
        size, journal.first = check(file)
        setup = game_file.setup_of(file.read(size))
    if setup.get("deal"):
        setup["deal"] = array("H", setup["deal"])  # a quarter of the list
    return setup, _events(journal, game_file.HEAD + size + 1)


def _events(journal, at):
    for event in _compacted(journal.folder + "/setup", at):
        yield event
    found = games.segments(journal.folder)
    while found and found[0] < "%05d" % journal.first:  # the power went while it was compacted
        files.remove(journal.folder + "/" + found.pop(0))
    segment = journal.first
    journal.resume(segment, b"")
    while found:
        path = journal.path(segment)
        data = _whole_segment(path) if found[0] == path[-5:] else None
        if data is None:
            for name in found:
                isolate(journal.folder + "/" + name, "aside_game")
                # Where the flash is too full to move it: it must not come after newer events.
                files.remove(journal.folder + "/" + name)
            return
        for event in event_record.records(data):
            yield event
        found.pop(0)
        journal.resume(segment, data)
        segment += 1


def _compacted(path, at):
    """Yield the events in a game's file from offset `at` on."""
    rest = b""
    with open(path, "rb") as file:
        file.seek(at)
        while True:
            data = file.read(256)
            rest += data
            start = 0
            while start < len(rest) and (len(rest) - start > event_record.LONGEST or not data):
                kind, value, text, start = event_record.unpack(rest, start)
                yield kind, value, text
            if not data:
                return
            rest = rest[start:]


def _whole_segment(path):
    """The events (bytes) of a segment, None if it is damaged."""
    data = files.read(path)
    if data is None or len(data) <= games.SEGMENT_HEAD:
        return None
    data = memoryview(data)
    body = data[games.SEGMENT_HEAD :]
    return body if struct.unpack("<I", data)[0] == binascii.crc32(body) else None


def check(file):
    """(bytes of the set-up, first segment) of a game's open file, which then stands at its set-up.

    Raises ValueError if the file is damaged or of another format.
    """
    top = file.read(game_file.HEAD)
    crc, size, first = game_file.parse_head(top)
    if files.crc32(file, binascii.crc32(top[8:])) != crc:
        raise ValueError("a damaged game")
    file.seek(game_file.HEAD)
    return size, first


def unreadable(whole=False):
    """Paths of the older games whose file is damaged or of another format: by their heads and
    sizes, or if `whole` by every byte of them."""
    judge = _is_whole if whole else _has_head
    paths = [games.ROOT + "/" + name for name in games.entries() if games.is_packed(name)]
    return [path for path in paths if not judge(path)]


def _is_whole(path):
    with open(path, "rb") as file:
        try:
            check(file)
            return True
        except ValueError:
            return False


def _has_head(path):
    try:
        with open(path, "rb") as file:
            size = game_file.parse_head(file.read(game_file.HEAD))[1]
        return game_file.HEAD + size < files.size(path)
    except ValueError:
        return False


def check_all():
    """Quarantine every older game that is damaged, before a laptop reads them."""
    for path in unreadable(True):
        isolate(path, "aside_game")
