"""Runs in MicroPython: every file on flash damaged in every way.

Arguments: stand-ins' folder, firmware's folder, this folder, the board. Prints a JSON object: how
many damages were tried, the faults, and what was not noticed.
"""

import json
import sys

import vfs

sys.path.insert(0, sys.argv[3])
import rig  # noqa: E402
import truth as truths  # noqa: E402

rig.install(*sys.argv[1:5])
from images import SETUP, fresh  # noqa: E402
from stage import Dice  # noqa: E402

from glass.store import files  # noqa: E402

# Of other formats: newer ones, and older ones.
FORMATS = ((b"BZG2", b"BZG3"), (b"BZD3", b"BZD4"), (b'"format": 1', b'"format": 2'),
           (b"BZG2", b"BZG1"), (b"BZD3", b"BZD2"))  # fmt: skip
dice = Dice(5)
faults = []
count = 0


def damages(data):
    """Yield what may become of a file's bytes."""
    size = len(data)
    for keep in (0, 1, size // 3, size - 5, size - 1):
        yield data[: max(0, keep)]
    yield bytes(size)
    yield b"\xff" * size
    for length in (size, 2 * size + 3, 5000):
        yield bytes([dice.below(256) for _ in range(length)])
    for first in range(0, size, max(1, size // 5)):
        yield data[:first] + bytes([dice.below(256) for _ in range(4)]) + data[first + 4 :]


def other_formats(data):
    """Yield a file's bytes as another firmware's format would begin."""
    for ours, other in FORMATS:
        if ours in data:
            yield data.replace(ours, other)


def sentence(path):
    """The code of what the screen says of a file that cannot be read."""
    if path.endswith(".deck"):
        return "aside_deck"
    return "aside_game" if path.startswith("/games/") else "damaged"


def damage(image, path, data):
    """Boot with `data` in place of a file; the device says what it sets aside, and plays on.

    Returns the code of what it said, None if it set nothing aside.
    """
    with open(path, "wb") as file:
        file.write(data)
    del files.notices[:]
    board = rig.Board(image)
    board.settle()
    board.buttons.run(0.1)
    kept = [content for name, content in truths.files_under().items() if name[:7] == "/aside/"]
    told = board.app.messages.code
    if kept and told is None:
        raise AssertionError("set aside without a word")
    if kept and data not in kept:
        raise AssertionError("what was set aside is not what was found")
    listed = board.ask({"do": "aside"})["aside"]
    if len(listed) != len(kept):
        raise AssertionError("%d files aside, %d listed" % (len(kept), len(listed)))
    for one in listed:
        reply = board.ask({"do": "read", "file": "aside", "name": one["name"], "at": 0})
        if not reply["ok"] or reply["size"] != one["bytes"]:
            raise AssertionError("what is aside cannot be read: %s" % reply)
    for setup in (dict(SETUP, deck=None), dict(SETUP, deck="other"), {"game": "timer"}):
        reply = board.ask({"do": "new", "setup": setup})
        if not reply["ok"] and reply["error"] not in ("no_deck", "aside_deck"):
            raise AssertionError("no new game: %s" % reply)
        board.buttons.press("start")
    for request in ({"do": "games"}, {"do": "deck_list"}, {"do": "scores"},
                    {"do": "settings_set", "settings": {"volume": 2}}):  # fmt: skip
        reply = board.ask(request)
        if not reply["ok"]:
            raise AssertionError("%s: %s" % (request, reply))
    if board.app.settings.get("volume") != 2:
        raise AssertionError("a setting is not taken")
    board.off()
    again = rig.Board(image)
    again.settle()
    game = again.game
    again.off()
    if game is None or game.setup["game"] != "timer" or game.phase != "paused":
        raise AssertionError("the new game did not outlast a power cut")
    return told if kept else None


def every_file():
    """Damage each file of an image in every way."""
    global count
    image, found = fresh()
    work = bytearray(len(image))
    harmless = {}
    for path, data in sorted(found.items()):
        foreign = list(other_formats(data))
        for bad in list(damages(data)) + foreign:
            if bad == data:
                continue
            work[:] = image
            rig.Board(work).off()
            vfs.mount(vfs.VfsLfs2(rig.Flash(work), progsize=rig.PROGRAM, mtime=False), "/")
            count += 1
            try:
                told = damage(work, path, bad)
                if told is None:
                    harmless.setdefault(path, []).append(len(bad))
                if bad in foreign and told != sentence(path):
                    raise AssertionError("of another format, and the screen says %s" % told)
            except Exception as error:
                faults.append("%s: %s: %s: %s"
                              % (path, bad[:24], type(error).__name__, error))  # fmt: skip
                sys.print_exception(error)
                try:
                    vfs.umount("/")
                except OSError:
                    pass
    return harmless


harmless = every_file()
print(json.dumps({"damaged": count, "faults": faults, "harmless": harmless}))
