"""The line that the screen shows for a moment: a refusal, what was done, what is wrong with
files."""

from time import ticks_add, ticks_diff, ticks_ms

from micropython import const

from glass.store import files

_SHOWN_MS = const(2500)


class Messages:
    """`code` is that of the line shown now (in the words: with a "!" in front), or None."""

    def __init__(self, app):
        """app: App, of which this uses sound(tune) and screen."""
        self._app = app
        self.code = self._until = None

    def say(self, code, ms=_SHOWN_MS):
        """Show the line of `code` for some ms."""
        self.code, self._until = code, ticks_add(ticks_ms(), ms)
        self._app.screen.redraw()

    def refuse(self, code):
        """A low buzz and the line of `code`, which says why."""
        self._app.sound("refuse")
        self.say(code)

    def clear(self):
        """End the line: something has happened since."""
        self.code = None

    def step(self, now, in_turn):
        """End a line that was shown long enough, begin one that waits (files.notices) unless a
        clock runs (in_turn); returns ms until it is next needed, or None."""
        if self.code is not None:
            left = ticks_diff(self._until, now)
            if left > 0:
                return left
            self.code = None
            self._app.screen.redraw()
        if files.notices and not in_turn:
            self._app.sound("refuse")
            self.say(files.notices.pop(0), 3 * _SHOWN_MS)
            return 0
        return None
