"""The set-ups that were played last, to play them again: JSON, then its CRC-32.

A game has begun with each of them, so they hold what a set-up may hold.
"""

import binascii
import json
import struct

from glass.store import files

PATH = "/last.json"
_OF_GAME = "/last-%s.json"  # of a game, once another game was played


def exists():
    """True if there is one."""
    return files.exists(PATH)


def load(game=None):
    """The set-up that was played last (dict), of the `game` named or of any; None without one.
    Raises ValueError if it is damaged."""
    setup = read(PATH)
    if game is None or setup is not None and setup.get("game", game) == game:
        return setup
    return read(_OF_GAME % game)


def read(path):
    """The set-up (dict) in a file, None if there is none. Raises ValueError if it is damaged."""
    if not files.exists(path):
        return None
    data = files.read(path, b"")
    if len(data) <= 4 or struct.pack("<I", binascii.crc32(data[:-4])) != data[-4:]:
        raise ValueError("the set-up is damaged")
    return json.loads(data[:-4])


def _write(path, setup):
    data = json.dumps(setup).encode()
    files.write(path, data, struct.pack("<I", binascii.crc32(data)))


def remember(wanted):
    """Keep a set-up as people wrote it (dict, with its "game"), to be played again with other
    cards; the last one of another game stays beside it."""
    wanted = dict(wanted)
    wanted.pop("seed", None)
    try:
        before = read(PATH)
    except ValueError:
        before = None
    if before is not None and before.get("game", wanted["game"]) != wanted["game"]:
        _write(_OF_GAME % before["game"], before)
    _write(PATH, wanted)
