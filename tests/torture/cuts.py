"""Runs in MicroPython: cut the power at every flash operation of stories, and look what boots.

Arguments: stand-ins' folder, firmware's folder, this folder, the board, story's number, seed, cuts
wanted, noisy tears an operation. Prints a JSON object a line: a tally, or what went wrong where.
"""

import json
import sys

number, seed, wanted, noise = sys.argv[5:9]
sys.path.insert(0, sys.argv[3])
import rig  # noqa: E402
import truth as truths  # noqa: E402

rig.install(*sys.argv[1:5])
import stories  # noqa: E402
from stage import Dice, Stage  # noqa: E402

SHOWN = 5  # faults told in full
HELD_US = 400_000  # near a deadline a press is held back so long, untold
PLAY_ON = 5  # every so many cuts the game is played on, and the power cut again


def tears(op, data, before, dice, noisy):
    """Yield (kind, bytes found afterwards) for an operation that broke off: `before` is what
    was there, of the operation's length."""
    size = len(before)
    after = data if op == "program" else rig.ERASED
    for done in (1, size // 2, size - 1):
        yield "torn", after[:done] + before[done:]
    if size > rig.PROGRAM:
        yield "torn", after[: rig.PROGRAM] + before[rig.PROGRAM :]
    for _ in range(noisy):
        first = dice.below(size)
        last = min(size, first + 1 + dice.below(64))
        mess = bytes([dice.below(256) for _ in range(last - first)])
        if op == "program":  # bits go from 1 to 0 only
            mess = bytes([before[first + n] & (after[first + n] | mess[n])
                          for n in range(last - first)])  # fmt: skip
        yield "noise", after[:first] + mess + before[last:]


class Cuts:
    """Plays a story, then tries its cuts."""

    def __init__(self, story, seed, wanted, noise):
        self.dice = Dice(seed + 77)
        self.wanted, self.noise = wanted, noise
        self.tally = {"clean": 0, "torn": 0, "noise": 0, "played_on": 0, "operations": 0}
        self.faults = 0
        self._seen = {}
        self.story = story
        self.truth = truths.Truth()
        # Large blocks first, while the heap is whole.
        size = rig.BLOCK * rig.BLOCKS
        self.image, self._work, self.start = bytearray(size), bytearray(size), bytearray(size)
        for at in range(0, size, rig.BLOCK):
            self.image[at : at + rig.BLOCK] = rig.ERASED
        stage = Stage(self.image, self.start, self.truth, seed)
        story(stage)
        stage.buttons.run(0.5)
        stage.ops.append(("end", 0, b"", self.truth.span(), self.truth.left_on_flash()))
        stage.board.off()
        self.truth.release()
        self.ops = stage.ops

    def run(self):
        """Try `wanted` cuts: one pass over all operations, then passes of more noise. With less
        room than for one pass, what is tried is spread over the whole story."""
        each = 5 + self.noise
        tried = len([op for op in self.ops if op[3] is not None])
        chance = 1000 * self.wanted // (each * tried) + 50
        while self.done() < self.wanted:
            before = self.done()
            self._pass(1000 if before else chance, before == 0)
            if self.done() == before:
                return

    def _pass(self, chance, first):
        image = self.image
        image[:] = self.start
        left = None
        for index, (op, at, data, span, left_ms) in enumerate(self.ops):
            if span is not None:
                if first and self.dice.below(1000) < chance:
                    self.attempt(image, "clean", index, span, left)
                if op != "end":
                    self._tear(index, chance, first)
                if self.done() >= self.wanted:
                    return
            if op == "program":
                image[at : at + len(data)] = data
            elif op == "erase":
                image[at : at + rig.BLOCK] = rig.ERASED
            left = left_ms

    def _tear(self, index, chance, first):
        """Break off operation `index` in several ways."""
        image = self.image
        op, at, data, span, left_ms = self.ops[index]
        size = rig.BLOCK if op == "erase" else len(data)
        before = bytes(image[at : at + size])
        for kind, found in tears(op, data, before, self.dice, self.noise):
            if first and self.dice.below(1000) >= chance or kind == "torn" and not first:
                continue
            image[at : at + size] = found
            self.attempt(image, kind, index, span, left_ms)
            if self.done() >= self.wanted:
                return
        image[at : at + size] = before

    def done(self):
        """Cuts tried."""
        return self.tally["clean"] + self.tally["torn"] + self.tally["noise"]

    def attempt(self, image, kind, index, span, left):
        """Boot what a cut left, and judge it."""
        self.tally[kind] += 1
        try:
            self._work[:] = image
            board = rig.Board(self._work)
            try:
                board.settle()
                self.truth.check(board, span, left)
                if self.done() % PLAY_ON == 0:
                    self.play_on(board)
            finally:
                board.off()
        except Exception as error:
            self.fault(kind, index, error)

    def play_on(self, board):
        """A press counts, and outlasts the next cut."""
        self.tally["played_on"] += 1
        current = board.app.current
        if current.session:
            board.buttons.press("got" if board.phase == "carry" else "start")
            for _ in range(4):
                rig.hw.advance(rig.hw.now + HELD_US)
                board.settle()
                if not current.unsaved:
                    break
        before = truths.fingerprint(current.session) if current.session else None
        data, on_flash = board.flash.data, board.on_flash
        board.off()
        again = rig.Board(data)
        try:
            again.settle()
            session = again.app.current.session
            after = truths.fingerprint(session) if session else None
            if after != before and on_flash:
                raise AssertionError("played on to %s, then came back %s" % (before, after))
        finally:
            again.off()

    def fault(self, kind, index, error):
        """Tell a fault, the first of each text in full."""
        self.faults += 1
        text = "%s: %s" % (type(error).__name__, error)
        if len(self._seen) < SHOWN and text[:60] not in self._seen:
            self._seen[text[:60]] = True
            print(json.dumps({"fault": text, "cut": kind, "operation": index,
                              "of": len(self.ops), "story": self.story.__name__}))  # fmt: skip
            if not isinstance(error, AssertionError):
                sys.print_exception(error)


cuts = Cuts(stories.STORIES[int(number)], int(seed), int(wanted), int(noise))
cuts.run()
cuts.tally["operations"] = len(cuts.ops)
print(json.dumps({"tally": cuts.tally, "faults": cuts.faults,
                  "story": stories.STORIES[int(number)].__name__}))  # fmt: skip
