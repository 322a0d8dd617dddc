"""The words of the screen: a text file a language, in it a key and its text a line."""

from glass.formats import shipped

_PIECE = 448  # bytes: a full heap has no room left for all the words at one place


class Words:
    """`words[key]` is the text of the line "key text" in the first of `pieces` (bytes, whole lines
    with a newline before the first one) that has it; refusals have a "!" before the key.

    They stay a few texts: a dict of them cuts the heap in pieces, and in a dict's source
    MicroPython would keep each key and short text among its names for ever, of every language ever
    spoken.
    """

    def __init__(self, pieces):
        self.pieces = pieces

    def get(self, key, default=None):
        """The text of `key` (str), or `default`."""
        wanted = b"\n%s " % key.encode()  # a text made anew takes a Pico 0.2 ms
        for piece in self.pieces:
            start = piece.find(wanted)
            if start >= 0:
                start += len(wanted)
                return piece[start : piece.find(b"\n", start)].decode()
        return default

    def __getitem__(self, key):
        text = self.get(key)
        if text is None:
            raise KeyError(key)
        return text


def load(*files):
    """The Words of text files, named from this folder without their ending ("words_en"); of a key
    in several of them the first one counts. Raises OSError."""
    pieces = []
    for name in files:
        file, first, left = shipped.find("ui/" + name + ".txt")
        file.seek(first)
        while left:
            piece = file.read(min(_PIECE, left))
            left -= len(piece)
            rest = file.readline() if left else b""
            left -= len(rest)
            pieces.append(b"\n" + piece + rest)
    return Words(pieces)
