"""Reading games back, and whether they are whole."""

import binascii
import struct
from array import array

from glass.formats import event_record, game_file
from glass.games.events import LEFT
from glass.store import files, games
from glass.store.damage import isolate

_SEGMENT_MOST = 1024  # bytes: more than any has


def read(journal):
    """(set-up, generator of all events) of a Journal, see head_of and events_of."""
    _, at, setup = head_of(journal)
    return setup, events_of(journal, at)


def head_of(journal):
    """(CRC-32, offset of the first event, set-up) of the file of a Journal, whose `first` is set.
    Raises OSError, or ValueError if the file is damaged."""
    with open(journal.folder + "/setup", "rb") as file:
        size, journal.first, crc = check(file)
        setup = game_file.setup_of(file.read(size))
    if setup.get("deal"):
        setup["deal"] = array("H", setup["deal"])  # a quarter of the list
    return crc, game_file.HEAD + size + 1, setup


def events_of(journal, at, place=None):
    """Yield the events (kind, value, text) from offset `at` of a Journal's file on, or those after
    a `place` (snapshot.py). Afterwards the journal can be appended to.

    A damaged segment and all after it go into quarantine, or are removed if the flash is too full
    to move them. Raises OSError, or ValueError if the journal does not have that place.
    """
    if place is None:
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
            _set_aside([journal.folder + "/" + name for name in found])
            break
        start = _after(place, segment, data)
        if start is None:
            break
        for event in event_record.records(data, start):
            yield event
        found.pop(0)
        journal.resume(segment, data)
        segment += 1
    if place and (segment < place[0] or segment == place[0] and place[1]):
        raise ValueError("another journal")


def was_left(folder):
    """True if the last event in a game's folder says that it was abandoned: such a game need not be
    replayed to be offered again."""
    names, last = games.segments(folder), ()
    data = names and _whole_segment(folder + "/" + names[-1])
    try:
        for last in event_record.records(data or b""):
            pass
    except ValueError:  # a damaged one
        return False
    return last[:2] == (LEFT, 0)


def _set_aside(paths):
    for path in paths:
        isolate(path, "aside_game")
        files.remove(path)  # where the flash is too full to move it: newer events will come


def _after(place, segment, data):
    """Where in a segment (its number and bytes) the events begin that a snapshot of `place` does
    not have; None if it has others than these."""
    last, size, crc = place or (-1, 0, 0)
    if segment != last:
        return 0 if segment > last else len(data)
    return size if len(data) >= size and binascii.crc32(data[:size]) == crc else None


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
    try:
        with open(path, "rb") as file:
            data = memoryview(file.read(_SEGMENT_MOST))
    except OSError:
        return None
    if not games.SEGMENT_HEAD < len(data) < _SEGMENT_MOST:
        return None
    body = data[games.SEGMENT_HEAD :]
    return body if struct.unpack("<I", data[:4])[0] == binascii.crc32(body) else None


def check(file):
    """(bytes of the set-up, first segment, CRC-32) of a game's open file, which then stands at its
    set-up.

    Raises ValueError if the file is damaged or of another format.
    """
    top = file.read(game_file.HEAD)
    crc, size, first = game_file.parse_head(top)
    if files.crc32(file, binascii.crc32(top[8:])) != crc:
        raise ValueError("a damaged game")
    file.seek(game_file.HEAD)
    return size, first, crc
