"""A flash with a file of every kind, for the tests that damage it or fill it up."""

import packing
import rig
import truth as truths
from stage import PLAYERS

SETUP = {"game": "timesup", "edition": "fr", "players": PLAYERS, "deck": "d", "cards": 6,
         "draft": False}  # fmt: skip


def fresh():
    """A flash image with a file of every kind: (image, {path: bytes})."""
    image = bytearray(rig.BLOCK * rig.BLOCKS)
    for at in range(0, len(image), rig.BLOCK):
        image[at : at + rig.BLOCK] = rig.ERASED
    board = rig.Board(image, format=True)
    board.ask({"do": "settings_set", "settings": {"turn_s": 45, "volume": 1}})
    for name in ("d", "other"):
        cards = [("%s %d" % (name, n), "", "", "") for n in range(30)]
        assert board.upload(name, packing.pack(name, "names", cards))["ok"]
    for deck in ("other", "d", "d"):
        assert board.ask({"do": "new", "setup": dict(SETUP, deck=deck)})["ok"]
        for _ in range(40):
            board.buttons.press("start", gap_s=0.1)
        board.buttons.press("start")
        # The first turn is over: the cards are noted as played.
        board.buttons.press("foul", gap_s=1.08)
    found = truths.files_under()
    board.off()
    return image, found
