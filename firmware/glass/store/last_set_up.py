"""The set-ups that were played last, to play them again."""

import json

from glass.store import files

PATH = "/last.json"
_OF_GAME = "/last-%s.json"  # of a game, once another game was played


def exists():
    """True if there is one."""
    return files.exists(PATH)


def load(game=None):
    """The set-up that was played last (dict), of the `game` named or of any; None without one.
    Raises ValueError if it is damaged."""
    setup = _read(PATH)
    if game is None or setup is not None and setup.get("game", game) == game:
        return setup
    return _read(_OF_GAME % game)


def _read(path):
    text = files.read(path)
    setup = None if text is None else json.loads(text)
    if setup is not None and not isinstance(setup, dict):
        raise ValueError("the set-up is damaged")
    return setup


def remember(wanted):
    """Keep a set-up as people wrote it (dict, with its "game"), to be played again with other
    cards; the last one of another game stays beside it."""
    wanted = dict(wanted)
    wanted.pop("seed", None)
    try:
        before = load()
    except ValueError:
        before = None
    if before is not None and before.get("game", wanted["game"]) != wanted["game"]:
        files.write(_OF_GAME % before["game"], json.dumps(before).encode())
    files.write(PATH, json.dumps(wanted).encode())
