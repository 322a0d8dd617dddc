"""The check-up of the files on flash: it begins when the first picture is shown."""

from glass import memory
from glass.store import decks, files


class Checking:
    """`step` makes a short piece while nothing else is due; `finish` the rest, before anything is
    used that may be damaged."""

    def __init__(self, attempt):
        """attempt: Heap.attempt of memory.py."""
        self._attempt = attempt
        self._pieces = None
        for path in (files.TEMPORARY, decks.UPLOAD):  # what a power cut left half done
            files.remove(path)

    def step(self):
        """Make a piece; False if none is left."""
        try:
            if self._pieces is None:
                self._pieces = self._attempt(_load)
            if next(self._pieces, False):
                return True
        except memory.Full:  # the next start does it
            pass
        self._pieces = iter(())
        return False

    def finish(self):
        """Make all pieces that are left."""
        while self.step():
            pass


def _load():
    with memory.unloaded():
        from glass.store import checkup
    return checkup.pieces()
