"""What the readers of files make of bytes, on CPython and on MicroPython alike: `outcome`.

As a MicroPython program (arguments: the firmware's folder, this folder, the tests') it takes lines
"kind hex" from standard input and prints an outcome a line, all in one process.
"""

import binascii
import io
import sys

KINDS = ("deck", "game", "settings")

if __name__ == "__main__":
    sys.path[:0] = sys.argv[1:4]

from support import board_modules  # noqa: E402, F401, I001  the firmware needs it

from glass import registry  # noqa: E402
from glass.formats import deck_file, event_record, game_file  # noqa: E402
from glass.store import deck_check, files, replay, settings  # noqa: E402


def outcome(kind, data):
    """A text that says what was read of `data`, or "ValueError": no other exception is allowed."""
    try:
        if kind == "deck":
            reader = deck_file.Reader(io.BytesIO(data))
            deck_check.check(reader)
            cards = [reader.fields(index) for index in range(reader.cards)]
            return "%d cards %d letters" % (len(cards), sum(len("".join(card)) for card in cards))
        if kind == "game":
            return _game(io.BytesIO(data))
        return _settings(data)
    except ValueError:
        return "ValueError"


def _game(file):
    """What a game's file says; not its set-up, which each Python's JSON reads in its own way."""
    size, first, _ = replay.check(file)
    file.seek(game_file.HEAD + size + 1)
    count = total = letters = 0
    for kind, value, text in event_record.records(file.read()):
        count, total, letters = count + 1, total + kind + value, letters + len(text)
    return "%d %d: %d events %d %d" % (size, first, count, total, letters)


def _settings(data):
    """How many settings were taken from a file; each of them must be allowed."""
    wrote, aside = [], []
    saved = files.exists, files.read, files.write, settings.isolate
    files.exists, files.read = lambda path: True, lambda path, default=None: data
    files.write = lambda path, data: wrote.append(data)
    settings.isolate = lambda path, code: aside.append(code)
    try:
        found = settings.Settings(registry.settings())
    finally:
        files.exists, files.read, files.write, settings.isolate = saved
    for key in found.fields:
        found._check(key, found.get(key))
    chosen = [key for key in found.fields if found.chosen(key) is not None]
    return "%d set, %d aside" % (len(chosen), len(aside))


if __name__ == "__main__":
    for line in sys.stdin:
        kind, _, digits = line.strip().partition(" ")
        print(outcome(kind, binascii.unhexlify(digits)))
