"""Runs in MicroPython: flash that is full, or of another kind, and a journal at its longest.

Arguments: stand-ins' folder, firmware's folder, this folder, the board. Prints a JSON object: how
many things were tried, and the faults.
"""

import json
import sys

import vfs

sys.path.insert(0, sys.argv[3])
import rig  # noqa: E402
import truth as truths  # noqa: E402

rig.install(*sys.argv[1:5])
import packing  # noqa: E402
from images import SETUP, fresh  # noqa: E402

from glass.store import files, games  # noqa: E402

faults = []
count = 0


def full():
    """A flash without a free block: play, undo, sync, replace and remove decks."""
    global count
    image, found = fresh()
    board = rig.Board(image)
    kept = {ident: truths.game_crc(ident) for ident in _ids()}
    del files.notices[:]
    ballast = rig.fill_up(64)
    said = []
    board.ask({"do": "stop"})
    for turn in range(6):
        reply = board.ask({"do": "new", "setup": dict(SETUP, deck="d", seed=turn)})
        if not reply["ok"]:
            faults.append("full: no new game: %s" % reply)
            return
        for button in ("start", "start", "got", "got"):
            board.buttons.press(button)
        board.buttons.hold("start", 1.1)
        for _ in range(60):
            phase = board.phase
            board.buttons.press("got" if phase == "turn" else "start")
            if board.app.messages.code:
                said.append(board.app.messages.code)
            if phase == "game_over":
                break
        if board.game and not board.game.finished:
            faults.append("full: the game came to %s" % board.app.laptop.state())
        count += 1
    if "unsaved" not in said:
        faults.append("full: nobody was told that games are not stored: %s" % said)
    cards = [("same %d" % n, "", "", "") for n in range(30)]
    reply = board.upload("other", packing.pack("other", "names", cards))
    if not reply["ok"] and reply["error"] != "full":
        faults.append("full: a deck over an old one: %s" % reply)
    if truths.deck_crc("other") is None:
        faults.append("full: the old deck is gone")
    for ident in kept:
        if truths.game_crc(ident) is None:
            faults.append("full: the old game %s is lost" % ident)
    reply = board.ask({"do": "deck_remove", "name": "other"})
    if not reply["ok"]:
        faults.append("full: a deck cannot be removed: %s" % reply)
    reply = board.upload("other", packing.pack("other", "names", cards[:4]))
    if not reply["ok"] and reply["error"] == "full":  # a new deck leaves room for games
        for path in ballast[:4]:
            files.remove(path)
        reply = board.upload("other", packing.pack("other", "names", cards[:4]))
    if not reply["ok"]:
        faults.append("full: no deck in a removed one's place: %s" % reply)
    board.off()
    rig.Board(image).off()


def full_of_synced(small):
    """A flash full to the last block, with games that the laptop has: they make room. `small`
    files of somebody else's fill the root folder, which littlefs cannot split then."""
    global count
    image, _ = fresh()
    board = rig.Board(image)
    for _ in range(4):  # so long that each takes blocks of its own
        board.ask({"do": "new", "setup": dict(SETUP, cards=30)})
        for _ in range(100):
            board.buttons.press("got" if board.phase == "turn" else "start")
    board.ask({"do": "stop"})
    board.ask({"do": "new", "setup": SETUP})
    for ident in _ids():
        board.ask({"do": "synced", "id": ident, "bytes": games.byte_size(ident)})
    del files.notices[:]
    rig.fill_up(4096)
    for number in range(small):
        try:
            with open("/small%d" % number, "wb") as file:
                file.write(bytes(40))
        except OSError:
            break
    board.off()
    board = rig.Board(image)
    free = board.ask({"do": "hello"})["free"]
    if not 0 <= free <= len(image):
        faults.append("full: %d bytes free" % free)
    for volume in (3, 1):
        reply = board.ask({"do": "settings_set", "settings": {"volume": volume}})
        if not reply["ok"] and (reply["error"] != "full" or _ids()):
            faults.append("full, %d files: no synced game made room: %s" % (small, reply))
    count += 1
    board.off()


def fill_with_decks():
    """Decks until the device takes no more: each can be replaced and removed then."""
    global count
    image, _ = fresh()
    board = rig.Board(image)
    number = 0
    while True:
        cards = [("deck %d card %d" % (number, n), "", "", "a note of some length")
                 for n in range(400)]  # fmt: skip
        reply = board.upload("n%d" % number, packing.pack("n%d" % number, "names", cards))
        if not reply["ok"]:
            break
        number += 1
        count += 1
    if reply["error"] != "full" or number < 2:
        faults.append("decks: %d fit, then %s" % (number, reply))
    for again in range(number):
        cards = [("new %d card %d" % (again, n), "", "", "a note of such length")
                 for n in range(400)]  # fmt: skip
        reply = board.upload("n%d" % again, packing.pack("n%d" % again, "names", cards))
        if not reply["ok"]:
            faults.append("decks: no deck over an old one: %s" % reply)
    reply = board.ask({"do": "new", "setup": dict(SETUP, deck="n0")})
    if not reply["ok"] or not board.on_flash:
        faults.append("decks: no room is left for a game: %s" % reply)
    board.ask({"do": "stop"})
    for again in range(number):
        if not board.ask({"do": "deck_remove", "name": "n%d" % again})["ok"]:
            faults.append("decks: not removed")
    board.off()


def abandoned_as_it_gets_long():
    """A journal that is due to be compacted with the very event that says the game was left."""
    global count
    from glass.formats import event_record
    from glass.games.timesup import kinds
    from glass.store import journal

    image, _ = fresh()
    board = rig.Board(image)
    board.ask({"do": "new", "setup": dict(SETUP, deck=None)})
    log = board.app.current._journal
    value = kinds.correction_value(1, 1, 1)
    # Its records fill a segment to the last byte: the mark begins the one that makes it long.
    per_segment = journal.SEGMENT_BYTES // len(event_record.pack(kinds.CORRECT, value))
    for _ in range(journal.SEGMENTS_MAX * per_segment):
        board.app.play.record(kinds.CORRECT, value)
        board.settle()
    before = log.segment
    board.ask({"do": "stop"})
    if (before, log.segment, log.first) != (journal.SEGMENTS_MAX - 1, journal.SEGMENTS_MAX, 0):
        faults.append("long: the test does not meet the moment: %d, %d, %d"
                      % (before, log.segment, log.first))  # fmt: skip
    board.buttons.run(0.1)
    board.off()
    again = rig.Board(image)
    if again.game is not None or not again.app.current.abandoned:
        faults.append("long: an abandoned game is in play again")
    again.off()
    count += 1


def other_file_systems():
    """FAT, or none at all: nothing is formatted, the screen says so, and one can play."""
    global count
    for kind, word in ((vfs.VfsFat, "fat"), (None, "no_flash")):
        image = bytearray(rig.BLOCK * rig.BLOCKS)
        del files.notices[:]
        board = rig.Board(image, format=kind is not None, kind=kind)
        if kind:
            with open("/main.py", "wb") as file:
                file.write(b"somebody's")
            board.off()
            board = rig.Board(image, kind=kind)
        board.settle()
        said = board.app.messages.code
        for setup in (dict(SETUP, deck=None), {"game": "timer"}, dict(SETUP, deck=None)):
            reply = board.ask({"do": "new", "setup": setup})
            for button in ("start", "got", "got"):
                board.buttons.press(button)
        state = board.app.laptop.state()
        if said != word or not reply["ok"] or state["this_turn"]["got"] != 2:
            faults.append("%s: %s %s %s" % (word, said, reply, state))
        if not board.ask({"do": "hello"})["ok"]:
            faults.append("%s: no answer" % word)
        if kind is None and image != bytes(len(image)):
            faults.append("something was written where no file system is")
        board.off()
        count += 1
        if kind:
            again = rig.Board(image, kind=kind)
            again.settle()
            if again.game is None or again.game.this_turn()["got"] != 2:
                faults.append("FAT: the game is gone after a power cut between events")
            with open("/main.py", "rb") as file:
                if file.read() != b"somebody's":
                    faults.append("FAT: somebody's file is gone")
            again.off()


def _ids():
    return [ident for ident in games.ids() if ident != games.current()]


other_file_systems()  # first: it takes large blocks of RAM
abandoned_as_it_gets_long()
full()
for small in (0, 200):
    full_of_synced(small)
fill_with_decks()
print(json.dumps({"tried": count, "faults": faults}))
