"""Words as they are written down: a key and its text a line."""


class Words:
    """`words[key]` is the text of the line "key text" among `lines`; refusals have a "!" before.

    They stay one text: a dict of them cuts the heap in pieces, and in a dict's source MicroPython
    would keep each key and short text among its names for ever, of every language ever spoken.
    """

    def __init__(self, lines):
        self.lines = lines

    def get(self, key, default=None):
        """The text of `key`."""
        start = self.lines.find("\n" + key + " ")
        if start < 0:
            return default
        start += len(key) + 2
        return self.lines[start : self.lines.find("\n", start)]

    def __getitem__(self, key):
        text = self.get(key)
        if text is None:
            raise KeyError(key)
        return text
