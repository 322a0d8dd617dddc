"""Writing a long game as it stands beside its journal (snapshot.py)."""

import binascii
import json
import struct

from glass.formats import game_file
from glass.store import files
from glass.store.snapshot import HEAD, MAGIC, NAME, blocks

_ROOM = 65536  # bytes that must be free on flash: a journal comes first


def writing(session, journal, version):
    """A generator that writes the snapshot of a game in play, a piece for each `next`: in each the
    flash is busy with a block at most. Nothing of the journal may be unsaved as it begins. Raises
    OSError."""
    cuts = None
    while session.states and files.free() > _ROOM and cuts != session.cuts:
        cuts, behind, crc = session.cuts, journal.behind, 0
        with open(journal.folder + NAME + ".new", "wb") as file:
            for part in _parts(session, journal, version):
                crc = binascii.crc32(part, crc)
                file.write(part)
                yield False
                if session.cuts != cuts:
                    break  # the log has other events now
            file.write(struct.pack("<I", crc))
        yield False
        if session.cuts == cuts:
            files.replace(journal.folder + NAME + ".new", journal.folder + NAME)
            journal.behind -= behind
            yield True


def _parts(session, journal, version):
    log, (index, state) = session.log, session.states[0]
    size = len(log)
    texts = [[at, log.texts[at]] for at in sorted(log.texts) if at < size]
    texts = json.dumps(texts).encode()
    with open(journal.folder + "/setup", "rb") as file:
        game_crc = game_file.parse_head(file.read(game_file.HEAD))[0]
    segment, data = journal.place()
    yield struct.pack(
        HEAD, MAGIC, binascii.crc32(version.encode()), game_crc, segment, len(data),
        binascii.crc32(data), session.events, size, index, len(state), len(texts)
    )  # fmt: skip
    yield state
    yield texts
    for block in range(blocks(size)):
        yield log.values[block]
        yield log.kinds[block]
