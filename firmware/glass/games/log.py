"""The events of a game in a row, in blocks: a heap in pieces has no room for one large array."""

from array import array

from glass.formats import event_record

BLOCK = 128


class Log:
    """Events (kind, value, text) by index; 5 bytes each, texts apart."""

    def __init__(self):
        self._kinds = []  # blocks of BLOCK kinds, and of as many values
        self._values = []
        self._texts = {}  # index: text
        self._size = 0

    def __len__(self):
        return self._size

    def __getitem__(self, at):
        """(kind, value, text) of event `at`. Raises IndexError."""
        return self.kind(at), self._values[at // BLOCK][at % BLOCK], self._texts.get(at, "")

    def __iter__(self):
        return (self[at] for at in range(self._size))

    def kind(self, at):
        """The kind of event `at` (0 to len - 1). Raises IndexError."""
        if not 0 <= at < self._size:
            raise IndexError
        return self._kinds[at // BLOCK][at % BLOCK]

    def append(self, kind, value, text=""):
        """Add an event at the end. Where there is no memory for it, nothing is changed."""
        block, at = self._size // BLOCK, self._size % BLOCK
        if block == len(self._values):
            self._values.append(array("I", bytes(4 * BLOCK)))
        if block == len(self._kinds):
            self._kinds.append(bytearray(BLOCK))
        if text:
            self._texts[self._size] = text
        self._kinds[block][at] = kind
        self._values[block][at] = value
        self._size += 1

    def cut(self, at):
        """Take everything from index `at` on off the end; returns it, a list of (kind, value,
        text). Room for as many stays."""
        tail = [self[index] for index in range(at, self._size)]
        for index in range(at, self._size):
            self._texts.pop(index, None)
        self._size = at
        return tail

    def extend(self, events):
        """Add several (kind, value, text)."""
        for kind, value, text in events:
            self.append(kind, value, text)

    def remove(self, at):
        """Take the event at index `at` out."""
        self.extend(self.cut(at)[1:])

    def records(self):
        """The events as bytes for a file, in parts of a few hundred bytes."""
        part = bytearray()
        for kind, value, text in self:
            part.extend(event_record.pack(kind, value, text))
            if len(part) >= 256:
                yield part
                part = bytearray()
        if part:
            yield part
