"""What takes up to a second in a long game, cut in pieces between which the game goes on: its file
and its snapshot, written as a whole."""

import binascii
import json

from micropython import const

from glass.formats import event_record, game_file
from glass.formats.json_pieces import pieces
from glass.store import files, games
from glass.store.snapshot_writing import writing

_PART = const(256)  # bytes
_CARDS_A_PIECE = const(32)
_EVENTS_A_PART = const(48)


def due(session, journal, version):
    """A generator that writes what a Journal's is_due asks for, a piece for each `next`: False, or
    True once it is done. version: the firmware's. Raises OSError."""
    if journal.is_long():
        return _compacting(journal, session)
    return writing(session, journal, version)


def create(folder, setup):
    """Write the file of a new game. Raises OSError, nothing changed then."""
    for _ in _writing(folder, setup, 0, (), 0):
        pass
    files.replace(folder + "/setup.new", folder + "/setup")


def _compacting(journal, session):
    """Replace a game's file and its journal by the set-up as it is now and the events that still
    count.

    A larger count `compacted` in the set-up tells the laptop that what it has is not the beginning
    of the game any more. Raises OSError if the flash takes no more: the long journal stays, which
    holds the same game.
    """
    setup, folder = session.setup, journal.folder
    cuts = None
    while cuts != session.cuts:
        cuts, size, first = session.cuts, len(session.log), journal.begin_segment()
        setup["compacted"] = setup.get("compacted", 0) + 1
        for _ in _writing(folder, setup, first, session.log, size):
            yield False
            if cuts != session.cuts:
                break
    files.remove(folder + "/synced")
    files.replace(folder + "/setup.new", folder + "/setup")
    journal.first, journal.outdated = first, False
    journal.behind = len(session.log)  # the snapshot is of what was here before
    for name in games.segments(folder):
        if name < journal.path(first)[-5:]:
            yield True
            files.remove(folder + "/" + name)


def _writing(folder, setup, first, log, size):
    """Write `setup.new` in pieces. first: the number of the first segment that counts; size: of the
    log, how many events."""
    setup_bytes = -1  # without the newline
    for part in _setup_parts(setup):
        setup_bytes += len(part)
    crc = binascii.crc32(game_file.head(0, setup_bytes, first)[8:])
    for part in _body(setup, log, size):
        crc = binascii.crc32(part, crc)
        yield False
    with open(folder + "/setup.new", "wb") as file:
        file.write(game_file.head(crc, setup_bytes, first))
        for part in _body(setup, log, size):
            file.write(part)
            yield False


def _body(setup, log, size):
    """Yield what follows the head of a game's file."""
    for part in _setup_parts(setup):
        yield part
    for at in range(0, size, _EVENTS_A_PART):
        end = min(at + _EVENTS_A_PART, size)
        yield b"".join([event_record.pack(*log[index]) for index in range(at, end)])


def _setup_parts(setup):
    """Yield a complete set-up as JSON (bytes) and a newline in parts of some hundred bytes: never
    all of it in one text."""
    part = bytearray()
    for piece in _setup_pieces(setup):
        part.extend(piece.encode())
        if len(part) > _PART:
            yield part
            part = bytearray()
    part.extend(b"\n")
    yield part


def _setup_pieces(setup):
    lead = "{"
    for key in setup:
        if key != "deal":
            yield lead + json.dumps(key) + ": "
            for piece in pieces(setup[key]):
                yield piece
            lead = ", "
    deal = setup.get("deal")
    if deal is None:
        yield lead + '"deal": null}'
        return
    lead += '"deal": ['
    for at in range(0, len(deal), _CARDS_A_PIECE):
        yield lead + ",".join([str(card) for card in deal[at : at + _CARDS_A_PIECE]])
        lead = ","
    yield "]}"
