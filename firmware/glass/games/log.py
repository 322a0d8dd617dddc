"""The events of a game in a row, in blocks: a heap in pieces has no room for one large array."""

from array import array

BLOCK = 128


class Log:
    """Events (kind, value, text) by index; 5 bytes each, texts apart.

    `kinds` and `values` are lists of blocks of BLOCK kinds (bytearray) and as many values (array),
    `texts` is {index: text}; all of them may hold more than len() says.
    """

    def __init__(self, size=0, kinds=None, values=None, texts=None):
        self._size = size
        self.kinds, self.values, self.texts = kinds or [], values or [], texts or {}

    def __len__(self):
        return self._size

    def __getitem__(self, at):
        """(kind, value, text) of event `at`. Raises IndexError."""
        return self.kind(at), self.values[at // BLOCK][at % BLOCK], self.texts.get(at, "")

    def kind(self, at):
        """The kind of event `at` (0 to len - 1). Raises IndexError."""
        if not 0 <= at < self._size:
            raise IndexError
        return self.kinds[at // BLOCK][at % BLOCK]

    def append(self, kind, value, text=""):
        """Add an event at the end. Where there is no memory for it, nothing is changed."""
        block, at = self._size // BLOCK, self._size % BLOCK
        if block == len(self.values):
            self.values.append(array("I", bytes(4 * BLOCK)))
        if block == len(self.kinds):
            self.kinds.append(bytearray(BLOCK))
        if text:
            self.texts[self._size] = text
        self.kinds[block][at] = kind
        self.values[block][at] = value
        self._size += 1

    def replay(self, game, at, end):
        """Apply events `at` to `end` - 1 to a Game. Nothing is left behind on the heap."""
        texts = self.texts
        for index in range(at, end):
            block, rest = index // BLOCK, index % BLOCK
            text = texts.get(index, "") if texts else ""
            game.apply(self.kinds[block][rest], self.values[block][rest], text)

    def tail(self, at):
        """list of the events from index `at` on."""
        return [self[index] for index in range(at, self._size)]

    def put(self, at, events):
        """Let `events` (a list of at most as many) take the place of all from index `at` on. It
        needs no memory, and so cannot fail half way."""
        if self.texts:
            for index in range(at, self._size):
                self.texts.pop(index, None)
        self._size = at
        for kind, value, text in events:
            self.append(kind, value, text)
