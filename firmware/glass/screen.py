"""The picture on the panel: drawn when something has changed, and sent page by page."""

from time import ticks_add, ticks_diff

from micropython import const

from glass.ui import font, screens

_PROBE_MS = const(2000)
_CONTRASTS = (0x10, 0x60, 0xCF)  # by brightness


class Screen:
    """`redraw` or `tick` when something changed, then `step` in every pass."""

    def __init__(self, display, view, urgent, now):
        """display: the driver; view: ui/view.py; urgent(): True if something must be done before a
        picture."""
        self._display, self._view, self._urgent = display, view, urgent
        self._whole = True  # all of the picture is to be drawn
        self._ahead = False  # nothing is left to draw ahead
        self._clock = False  # only the clock's digits
        self._gave_way = False
        self._held = False  # what is drawn is not shown yet
        self._turn_drawn = False  # the frame holds a turn's picture, without a message
        self._second = None  # the one shown
        self._probe_at = None
        self._touched = now

    def look(self, brightness, rotated):
        """Show all from now on with a brightness of 1 to 3, and upside down if `rotated`."""
        self._display.set_contrast(_CONTRASTS[brightness - 1])
        self._display.rotate(rotated)
        self.redraw()

    def redraw(self):
        """Something on the screen changed."""
        self._whole, self._ahead = True, False

    def tick(self, left_ms):
        """The clock runs, with left_ms to go."""
        if (left_ms + 999) // 1000 != self._second:
            self._clock = True

    def touch(self, at):
        """A button's edge came at stamp `at`: the panel stays lit from there on."""
        self._touched = at

    def dim(self, now, limit_ms):
        """Panels burn in: dark after limit_ms without a touch, or since limit_ms was 0 (lit);
        returns ms until then, None while it is dark or stays lit."""
        left = limit_ms - ticks_diff(now, self._touched)
        self._display.light(left > 0 or not limit_ms)
        if left > 0:
            return left
        self._touched = ticks_add(now, -limit_ms)  # stay far from the wrap of ticks_ms
        return None

    @property
    def stale(self):
        """True if the picture must be drawn anew: the view is read then."""
        return self._whole or self._clock

    def draw(self):
        """Draw what changed; it is not shown before the next `step`."""
        if self.stale:
            self._draw()

    def step(self, now):
        """Draw if something changed, and send; returns ms until it is next needed, 0 if something
        urgent came first."""
        if self.stale:
            self._draw()
            if self._whole or self._urgent():
                return 0
        if self._held:
            self._held = False
            self._display.show()
        return self.send(now)

    def draw_ahead(self):
        """Draw the name that comes next where nobody sees it, half of the work at a time; False if
        there is none to draw."""
        if self._ahead:
            return False
        view = self._view
        card = view.game.next_card if view.game and view.pages else None
        if card is None or view.plates.has(card):
            self._ahead = True
            return False
        font.let_go_for(self._urgent)
        self._ahead = True  # without memory it is left undone
        try:
            view.plates.draw_ahead(card, view.name)
        except font.GiveWay:
            pass
        finally:
            font.let_go_for(None)
        self._ahead = False
        return True

    def send(self, now):
        """Send the picture shown last, or look whether the panel is there; returns ms until it is
        next needed, None while the panel is dark."""
        wait = self._display.step(now, self._urgent)
        if self._probe_at is not None and ticks_diff(now, self._probe_at) >= 0:
            self._probe_at = None  # also while it is dark: a stamp must not grow old
        if wait is None and not self._display.dark:
            if self._probe_at is None:
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
        self._display.pause()
        self._held = True
        if self._drawn_over():
            self._whole = self._clock = False
            return
        may_give_way = view.in_turn and not self._gave_way
        font.let_go_for(self._urgent if may_give_way else None)
        self._gave_way = self._turn_drawn = False
        fb.fill(0)
        try:
            screens.draw(fb, view)
        except font.GiveWay:
            self._whole = self._gave_way = True
            return
        finally:
            font.let_go_for(None)
        self._whole = self._clock = False
        self._turn_drawn = view.in_turn and not view.message

    def _drawn_over(self):
        """True if what changed could be drawn over the old picture: the clock, or the next card of
        a turn."""
        view, fb = self._view, self._display.fb
        if self._whole:
            if not (self._turn_drawn and view.in_turn and not view.message):
                return False
            if not screens.draw_next(fb, view):
                return False
        return screens.draw_clock(fb, view) if self._clock else True
