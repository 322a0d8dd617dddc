"""Runs in MicroPython: what is used right after power-on, before the check-up has begun, is checked
first.

Arguments: stand-ins' folder, firmware's folder, this folder, the board. Prints a JSON object: which
files were set aside, and the faults.
"""

import json
import sys

import vfs

sys.path.insert(0, sys.argv[3])
import rig  # noqa: E402
import truth as truths  # noqa: E402

rig.install(*sys.argv[1:5])
from images import SETUP, fresh  # noqa: E402


def play_again(app):
    app.load_shown()
    app.menu.play_again()
    if app._wanted is not None:
        raise AssertionError("a game begins with it")


def form(app):
    app.load_shown()
    if len(app.menu.decks()) != 1:
        raise AssertionError("the deck is offered")


def new_game(app):
    app.new_game(dict(SETUP, deck="other"))


def abandon(app):
    app.current.come_back(may_enter=False)
    app.abandon_game()


USES = (("/last.json", play_again, True), (".deck", form, True), (".yellow", new_game, False),
        (".yellow", abandon, False))  # fmt: skip
image, found = fresh()
aside, faults = [], []
for ending, use, in_menu in USES:
    path = [path for path in sorted(found) if path.endswith(ending)][0]
    work = bytearray(image)
    board = rig.Board(work)
    if in_menu:
        board.ask({"do": "stop"})
        board.settle()
    board.off()
    vfs.mount(vfs.VfsLfs2(rig.Flash(work), progsize=rig.PROGRAM, mtime=False), "/")
    with open(path, "wb") as file:
        file.write(b"of another format")
    vfs.umount("/")
    board = rig.Board(work)
    try:
        use(board.app)
        kept = truths.files_under()
        if [name for name in kept if name[:7] == "/aside/" and name.endswith(path.split("/")[-1])]:
            aside.append(use.__name__)
    except Exception as error:
        faults.append("%s: %s: %s" % (path, type(error).__name__, error))
        sys.print_exception(error)
    board.off()
print(json.dumps({"aside": aside, "faults": faults}))
