"""What the edges of the buttons mean: presses, holds, and when a press does not count.

Pure: time comes in as stamps of `ticks_ms`, no clock is read.
"""

from time import ticks_add, ticks_diff

from micropython import const

UNDO, MENU = "undo", "menu"  # what a hold means
_UNDO_MS = const(1000)  # `start` held
_NEAR_MS = const(400)  # so long held that it is no mere press
_MENU_MS = const(2000)  # `foul` held
_GUARD_MS = const(750)  # after a turn no press counts: the speaker is still pressing


class Gestures:
    """Remembers what is held down, the lockout after a judgement and the guard after a turn."""

    def __init__(self):
        self._armed = {}  # button: stamp of a press that acts on its release
        self._undo_from = None  # stamp of the press of `start` that becomes an undo if it is held
        self._guard = self._lockout = None  # until when, or None

    def edge(self, name, down, at, running, in_menu):
        """The button (str) that acts as `name` goes `down` or up at stamp `at`, or None.

        running: the game's clock runs and is shown; in_menu: the menu is open.
        """
        if not down:
            return self._released(name, at)
        if self.guarded(at):
            return None
        if name == "start" and not in_menu:
            self._undo_from = at
        if running:
            return None if name != "start" and self.locked(at) else name
        if name in ("start", "foul"):  # these may be held: they act on release
            self._armed[name] = at
            return None
        return name

    def _released(self, name, at):
        if name == "start":
            self._undo_from = None
        armed = self._armed.pop(name, None) is not None
        return name if armed and not self.guarded(at) else None

    def locked(self, at):
        """True within the lockout after a judgement."""
        return self._lockout is not None and ticks_diff(at, self._lockout) < 0

    def holds(self, now):
        """(UNDO or MENU, None) if a hold has reached its mark, once; else (None, ms until the next
        mark, None if nothing is held)."""
        wait = None
        if self._undo_from is not None:
            held_ms = ticks_diff(now, self._undo_from)
            if held_ms >= _UNDO_MS:
                self._undo_from = None
                self._armed.pop("start", None)
                return UNDO, None
            wait = (_UNDO_MS if held_ms >= _NEAR_MS else _NEAR_MS) - held_ms
        if "foul" in self._armed:
            left = _MENU_MS - ticks_diff(now, self._armed["foul"])
            if left <= 0:
                self._armed.pop("foul")
                return MENU, None
            wait = left if wait is None else min(wait, left)
        return None, wait

    def undo_is_near(self, now):
        """True once `start` has been held so long that it will become an undo."""
        return self._undo_from is not None and ticks_diff(now, self._undo_from) >= _NEAR_MS

    def guarded(self, at):
        """True within the guard after a turn."""
        if self._guard is not None and ticks_diff(at, self._guard) < 0:
            return True
        self._guard = None
        return False

    def expire(self, now):
        """End a guard and a lockout that are over; in every pass, for as ticks_ms wraps they would
        come back."""
        self.guarded(now)
        if not self.locked(now):
            self._lockout = None

    def judged(self, at, lockout_ms):
        """A judgement counted at stamp `at`: the next one only after lockout_ms."""
        self._lockout = ticks_add(at, lockout_ms)

    def turn_ended(self, at):
        """A turn ended at stamp `at`: the guard begins."""
        self._guard = ticks_add(at, _GUARD_MS)
        self._lockout = None

    def forget_holds(self):
        """Ignore what is held down now: another page is shown, or a clock began to run."""
        self._armed.clear()
        self._undo_from = None

    def reset(self):
        """End guard and lockout: another game begins."""
        self._guard = self._lockout = None
