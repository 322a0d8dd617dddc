"""Runs in MicroPython: every file on flash damaged in every way, and flash that is full.

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
import packing  # noqa: E402
import stories  # noqa: E402

from glass.store import files, games  # noqa: E402

SETUP = {"game": "timesup", "edition": "fr", "players": stories.PLAYERS, "deck": "d", "cards": 6,
         "draft": False}  # fmt: skip
# Of other formats: newer ones, and older ones.
FORMATS = ((b"BZG2", b"BZG3"), (b"BZD3", b"BZD4"), (b'"format": 1', b'"format": 2'),
           (b"BZG2", b"BZG1"), (b"BZD3", b"BZD2"))  # fmt: skip
dice = stories.Dice(5)
faults = []
count = 0


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
count = 0
harmless = every_file()
damaged = count
abandoned_as_it_gets_long()
full()
for small in (0, 200):
    full_of_synced(small)
fill_with_decks()
print(json.dumps({"damaged": damaged, "tried": count, "faults": faults, "harmless": harmless}))
