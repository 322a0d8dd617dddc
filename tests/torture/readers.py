"""What the readers of files make of bytes, on CPython and on MicroPython alike: `outcome`.

As a MicroPython program (arguments: the firmware's folder, this folder) it takes lines "kind hex"
from standard input and prints an outcome a line, all in one process.
"""

import binascii
import io
import sys

KINDS = ("deck", "game", "settings")

if __name__ == "__main__":
    sys.path[:0] = sys.argv[1:3]

from glass.formats import deck_file  # noqa: E402
from glass.store import checkup, files, replay, settings  # noqa: E402


def outcome(kind, data):
    """A text that says what was read of `data`, or "ValueError": no other exception is allowed."""
    try:
        if kind == "deck":
            reader = deck_file.Reader(io.BytesIO(data))
            checkup.check_deck(reader)
            cards = [reader.fields(index) for index in range(reader.cards)]
            return "%d cards %d letters" % (len(cards), sum(len("".join(card)) for card in cards))
        if kind == "game":
            return "%d %d" % replay.check(io.BytesIO(data))
        return _settings(data)
    except ValueError:
        return "ValueError"


def _settings(data):
    """How many settings were taken from a file; each of them must be allowed."""
    wrote, aside = [], []
    saved = files.exists, files.read, files.write, files.set_aside
    files.exists, files.read = lambda path: True, lambda path, default=None: data
    files.write = lambda path, data: wrote.append(data)
    files.set_aside = lambda path, code: aside.append(code)
    try:
        found = settings.Settings()
    finally:
        files.exists, files.read, files.write, files.set_aside = saved
    for key in settings.FIELDS:
        settings.Settings.get(found, key)
        settings._check(key, found.get(key))
    return "%d set, %d aside" % (len([k for k in settings.FIELDS if found.chosen(k) is not None]),
                                 len(aside))  # fmt: skip


if __name__ == "__main__":
    for line in sys.stdin:
        kind, _, digits = line.strip().partition(" ")
        print(outcome(kind, binascii.unhexlify(digits)))
