"""The events of a game in a row, in blocks: a heap in pieces has no room for one large array."""

from array import array

BLOCK = 128


class Log:
    """Words of 32 bits, each an event: `kind << 28 | value`."""

    def __init__(self):
        self._blocks = []
        self._size = 0

    def __len__(self):
        return self._size

    def __getitem__(self, at):
        if not 0 <= at < self._size:
            raise IndexError
        return self._blocks[at // BLOCK][at % BLOCK]

    def __iter__(self):
        return (self[at] for at in range(self._size))

    def append(self, word):
        """Add an event at the end. Raises MemoryError, nothing changed then."""
        if self._size == BLOCK * len(self._blocks):
            self._blocks.append(array("I", bytes(4 * BLOCK)))
        self._blocks[self._size // BLOCK][self._size % BLOCK] = word
        self._size += 1

    def extend(self, words):
        """Add several events."""
        for word in words:
            self.append(word)

    def cut(self, at):
        """Take everything from index `at` on off the end; returns it (list). Room for as many
        stays."""
        tail = [self[index] for index in range(at, self._size)]
        self._size = at
        return tail

    def remove(self, at):
        """Take the one at index `at` out."""
        self.extend(self.cut(at)[1:])

    def parts(self):
        """The words as arrays of up to BLOCK, for a file."""
        for at in range(0, self._size, BLOCK):
            yield self._blocks[at // BLOCK][: self._size - at]
