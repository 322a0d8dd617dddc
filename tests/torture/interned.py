"""Runs in MicroPython: does anything that comes from outside stay in its table of names?

Arguments: stand-ins' folder, firmware's folder, this folder, the board. The table's figures are
printed before and after each ("qstr pool: ... n_qstr=1100, ..."): it only grows, and as it outgrows
its place it asks for a block that a heap in use does not have.
"""

import sys

import micropython

sys.path.insert(0, sys.argv[3])
figures = micropython.qstr_info
import rig  # noqa: E402

rig.install(*sys.argv[1:5])
import packing  # noqa: E402
from stage import PLAYERS  # noqa: E402


def text(first, count):
    """`count` characters from code point `first` on, none of which becomes a name here."""
    return b"".join(bytes((0xC0 | code >> 6, 0x80 | code & 63))
                    for code in range(first, first + count)).decode()  # fmt: skip


def game(deck, players):
    """Every card of a deck comes up, every player's name, and a laptop asks for it all."""
    setup = {"game": "timesup", "edition": "fr", "players": players, "deck": deck, "cards": 12,
             "draft": False}  # fmt: skip
    assert board.ask({"do": "new", "setup": setup})["ok"]
    for _ in range(2):
        board.buttons.press("start")
        for _ in range(6):
            board.buttons.press("got")
        board.buttons.run(board.app.play.left_ms() / 1000 + 1)
        board.buttons.press("start")
        board.buttons.press("start")
        assert board.ask({"do": "scores"})["ok"]
    board.buttons.hold("foul", 2.2)
    board.buttons.hold("foul", 2.2)
    for file, name in (("deck", deck), ("game", board.game.setup["game_id"])):
        assert board.ask({"do": "read", "file": file, "name": name, "at": 0})["ok"]
    assert board.ask({"do": "deck_list"})["ok"] and board.ask({"do": "games"})["ok"]


def deck(name, first):
    """A deck of 12 names whose letters no other deck has."""
    cards = [(text(first + 10 * n, 5) + "-" + text(first + 10 * n + 5, 5), "", "", "")
             for n in range(12)]  # fmt: skip
    assert board.upload(name, packing.pack(name, "names", cards))["ok"]


image = bytearray(rig.BLOCK * rig.BLOCKS)
for at in range(0, len(image), rig.BLOCK):
    image[at : at + rig.BLOCK] = rig.ERASED
board = rig.Board(image, format=True)
deck("d", 0x100)
for _ in range(3):
    game("d", PLAYERS)
print("begin")
figures()
deck("d2", 0x180)
game("d2", ["\u0100nn", "B\u0101b", "C\u0102d", "D\u0103e"])
print("letters")
figures()
for wanted in range(50):
    reply = board.ask({"do": "w%dx" % wanted, "k%d" % wanted: {"v%d" % wanted: "s%d" % wanted}})
    assert not reply["ok"]
    board.ask({"do": "new", "setup": {"k%d" % wanted: 1}})
    board.ask({"do": "settings_set", "settings": {"set%d" % wanted: 1}})
    board.ask({"do": "read", "file": "f%d" % wanted, "name": "n%d" % wanted, "at": 0})
    board.ask({"do": "deck_remove", "name": "deck%d" % wanted})
print("requests")
figures()
