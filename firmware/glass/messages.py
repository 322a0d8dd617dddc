"""The line that the screen shows for a moment: why not, what was done, what flash misses."""

from time import ticks_add, ticks_diff, ticks_ms

from micropython import const

from glass.store import files

_SHOWN_MS = const(2500)


class Messages:
    """`code` is that of the line in force (words: those with a "!"), or None."""

    def __init__(self, app):
        """app: App, of which this uses sound(tune) and screen."""
        self._app = app
        self.code = self._until = None

    def say(self, code, ms=_SHOWN_MS):
        """Show a line for a moment."""
        self.code, self._until = code, ticks_add(ticks_ms(), ms)
        self._app.screen.redraw()

    def refuse(self, code):
        """A low buzz and a line that says why."""
        self._app.sound("refuse")
        self.say(code)

    def clear(self):
        """Something happened: the line is over."""
        self.code = None

    def step(self, now, in_turn):
        """End a line whose moment is over, begin one that waits unless a clock runs; returns ms
        until it is next needed, or None."""
        if self.code is not None:
            left = ticks_diff(self._until, now)
            if left > 0:
                return left
            self.code = None
            self._app.screen.redraw()
        if files.notices and not in_turn:
            self.refuse(files.notices[0])
            self.say(files.notices.pop(0), 3 * _SHOWN_MS)
            return 0
        return None
