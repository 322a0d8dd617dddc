"""Older games are packed a short piece at a time, while nothing else is due."""

from micropython import const

from glass.memory import unloaded

_TRIES = const(3)


class Settling:
    """`due` is True while older games may wait to be packed."""

    def __init__(self):
        self.due = False
        self._work = None  # a generator
        self._begun = 0  # how often that was

    def step(self):
        """Do a piece; from the beginning, if the last one failed. Raises OSError if the flash is
        full."""
        self.due = False
        work, self._work = self._work, None
        if work is None:
            self._begun += 1
            if self._begun > _TRIES:  # the next start, or the next game, does it
                return
            with unloaded():
                from glass.store import archive
            work = archive.settle()
        for _ in work:
            self._work, self.due = work, True
            return

    def anew(self, due):
        """What was found of older games does not hold any more. due: pack them, if that was not
        due anyway."""
        self.stop()
        self._begun = 0
        self.due = self.due or due

    def stop(self):
        """Let go of what is under way: the next piece is the first again."""
        if self._work:
            self._work.close()  # its files: littlefs must not be left with one that is gone
            self._work = None
