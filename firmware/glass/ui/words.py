"""The words of the screen: a text file a language, in it a key and its text a line."""

FOLDER = __file__.replace("\\", "/").rsplit("/", 1)[0] + "/"


class Words:
    """`words[key]` is the text of the line "key text" among `lines`; refusals have a "!" before.

    They stay one text: a dict of them cuts the heap in pieces, and in a dict's source MicroPython
    would keep each key and short text among its names for ever, of every language ever spoken.
    """

    def __init__(self, lines):
        self.lines = lines

    def get(self, key, default=None):
        """The text of `key` (str), or `default`."""
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


def load(*files):
    """The Words of text files, named from this folder without their ending ("words_en"); of a key
    in several of them the first one counts. Raises OSError."""
    lines = ""
    for file in files:
        with open(FOLDER + file + ".txt", "rb") as text:
            lines += "\n" + text.read().decode()
    return Words(lines)
