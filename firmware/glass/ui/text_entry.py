"""A name spelled with four buttons: the letters go round, one is taken, and the next."""

from glass.formats.errors import Refused

FIRST = "ABCDEFGHIJKLMNOPQRSTUVWXYZÉÈÇÖÜ0123456789"
NEXT = "abcdefghijklmnopqrstuvwxyzéèêëïîôöüç -'.0123456789"
DELETE = "<"
LONGEST = 12


class Speller:
    """.text is spelled already, .letters(count) the ones around the one to take."""

    def __init__(self, title, help_text, text, done):
        """text: the name so far. done: called with the name, "" if none was spelled."""
        self.title, self.help = title, help_text
        self.text = text[:LONGEST]
        self._done = done
        self._at = 0

    def _wheel(self):
        if not self.text:
            return FIRST + DELETE
        return NEXT + DELETE

    def letters(self, count):
        """`count` letters, the one to take in the middle."""
        wheel = self._wheel()
        first = self._at - count // 2
        return [_letter(wheel, at % len(wheel)) for at in range(first, first + count)]

    def row(self):
        """The name so far with the letter to take."""
        return self.text + "[%s]" % _letter(self._wheel(), self._at)

    def press(self, button):
        """`pass` and `foul` turn the letters, `got` takes one, `start` ends."""
        wheel = self._wheel()
        if button == "pass":
            self._at = (self._at + 1) % len(wheel)
        elif button == "foul":
            self._at = (self._at - 1) % len(wheel)
        elif button == "start":
            self._done(self.text.strip())
        else:
            letter = _letter(wheel, self._at)
            if letter != DELETE and len(self.text) == LONGEST:
                raise Refused("name_full", "A name has at most %d letters." % LONGEST)
            self.text = self.text[:-1] if letter == DELETE else self.text + letter
            if letter != DELETE:
                self._at = 0
            else:  # it stays on the arrow
                self._at = len(self._wheel()) - 1


def _letter(wheel, at):
    return wheel[at : at + 1]  # no index: see code_points.py
