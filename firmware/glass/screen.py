"""The picture on the panel: drawn when something has changed, and sent a page a pass."""

from time import ticks_add, ticks_diff

from micropython import const

from glass.ui import font, screens

_PROBE_MS = const(2000)


class Screen:
    """`redraw` or `tick` when something changed, then `step` in every pass."""

    def __init__(self, display, view, pending, now):
        """display: the driver; view: ui/view.py; pending(): True if a button's edge waits."""
        self._display, self._view, self._pending = display, view, pending
        self._whole = True  # all of the picture is to be drawn
        self._clock = False  # only the clock's digits
        self._gave_way = False
        self._second = None  # the one shown
        self._probe_at = None
        self._touched = now

    def redraw(self):
        """Something on the screen changed."""
        self._whole = True

    def tick(self, left_ms):
        """The clock runs, with left_ms to go."""
        if (left_ms + 999) // 1000 != self._second:
            self._clock = True

    def touch(self, at):
        """A button's edge came at stamp `at`: the panel stays lit from there on."""
        self._touched = at

    def dim(self, now, limit_ms):
        """Panels burn in: dark after limit_ms without a touch (0: lit); returns ms until then, None
        while it is dark or stays lit."""
        left = limit_ms - ticks_diff(now, self._touched)
        self._display.light(left > 0 or not limit_ms)
        if not limit_ms:
            return None
        if left <= 0:  # stay far from the wrap of ticks_ms
            self._touched = ticks_add(now, -limit_ms)
        return left if left > 0 else None

    def step(self, now):
        """Draw if something changed, else send a page; returns ms until it is next needed."""
        if self._whole or self._clock:
            self._draw()
            return 0  # buttons first, then the pages
        return self.send(now)

    def send(self, now):
        """Send a page of the picture drawn last, or look whether the panel is there; returns ms
        until it is next needed, None while the panel is dark."""
        wait = self._display.step(now)
        if wait is None and not self._display.dark:
            if self._probe_at is None or ticks_diff(now, self._probe_at) >= 0:
                self._probe_at = ticks_add(now, _PROBE_MS)
                if not self._display.probe():
                    return 0
            wait = ticks_diff(self._probe_at, now)
        return wait

    def _draw(self):
        """Draw what changed. In a turn a press breaks the drawing off, once, so that it is answered
        first."""
        view, fb = self._view, self._display.fb
        self._second = (view.left_ms + 999) // 1000
        whole = self._whole
        if not whole and screens.draw_clock(fb, view):
            self._clock = False
            self._display.show()
            return
        may_give_way = view.in_turn and not self._gave_way
        font.give_way = self._pending if may_give_way else None
        self._gave_way = False
        self._display.pause()
        fb.fill(0)
        try:
            screens.draw(fb, view)
        except font.GiveWay:
            self._whole = self._gave_way = True
            return
        finally:
            font.give_way = None
        self._whole = self._clock = False
        self._display.show()
