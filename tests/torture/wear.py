"""Runs in MicroPython: games of 40 cards one after the other, synced now and then; what they cost
the flash of a Pico (352 blocks of 4 KB).

Arguments: stand-ins' folder, firmware's folder, this folder, number of games. Prints a JSON object:
events, bytes programmed and erases a game, and the most erases a game that any one block had.
"""

import json
import sys

standins, rom, here, games = sys.argv[1:5]
sys.path.insert(0, here)
import rig  # noqa: E402

rig.install(standins, rom, here)

from glass import hostside, journal  # noqa: E402

games = int(games)
image = bytearray(352 * rig.BLOCK)
for at in range(0, len(image), rig.BLOCK):
    image[at : at + rig.BLOCK] = rig.ERASED
erases = {}
programmed = 0


def seen(op, at, data):
    global programmed
    if op == "erase":
        erases[at] = erases.get(at, 0) + 1
    programmed += len(data)


def play(board):
    """Four names a turn, then time runs out, or the deck does. Returns the events that count."""
    while True:
        phase = board.app.game.phase
        if phase == "game_over":
            return board.app.session.events
        board.press("start", then=920)
        if board.app.game.phase == "turn":
            for _ in range(4):
                if board.app.game.phase == "turn":
                    board.press("got", then=2920)
            if board.app.game.phase == "turn":
                board.run(board.app.left_ms + 1000)


board = rig.Board(image, seen, format=True)
cards = [("Person %d" % n, "Blue %d" % n, "", "") for n in range(432)]
board.upload("d", hostside.pack("d", "names", cards))
erases.clear()
programmed = events = 0
for number in range(games):
    board.ask({"do": "new", "setup": {"game": "timesup", "edition": "fr", "deck": "d", "cards": 40,
                                      "players": ["Ann", "Bob", "Cid", "Dee"],
                                      "draft": False}})  # fmt: skip
    events += play(board)
    board.ask({"do": "stop"})
    if number % 3 == 2:
        for ident in journal.ids():
            board.ask({"do": "synced", "id": ident, "bytes": journal.byte_size(ident)})
print(json.dumps({"events": events / games, "bytes": programmed / games,
                  "erases": sum(erases.values()) / games,
                  "worst": max(erases.values()) / games}))  # fmt: skip
