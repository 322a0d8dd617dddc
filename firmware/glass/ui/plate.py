"""Names drawn ahead, where nobody sees them, so that one is on the screen at once when its turn
comes: to fit and to draw one takes a Pico 20 to 90 ms."""

import framebuf

from glass.ui.paint import HEIGHT, WIDTH, draw_lines, place

TOP, ROWS = 16, 46  # a name's place in the picture; it begins with a page of the panel
_FIRST, _END = TOP // 8 * WIDTH, HEIGHT // 8 * WIDTH  # its bytes, with the empty rows below it


class Plates:
    """The name shown last and the one drawn ahead; cards are indices of the deck in play."""

    def __init__(self):
        self._shown = _Plate()
        self._ahead = _Plate()

    def has(self, card):
        """True if the name of this card is drawn."""
        return card == self._shown.card or card == self._ahead.card

    def draw_ahead(self, card, name):
        """Draw name(card), a text: at the first call only fit it. Raises GiveWay."""
        if self._ahead.fit(card, name):
            self._ahead.draw()

    def put(self, fb, card, name, top=TOP):
        """Put the name of a card into a picture (a FrameBuffer) from row `top`, over all that is
        below; name(card) gives its text if it is not drawn yet. Raises GiveWay."""
        if card != self._shown.card:
            if card != self._ahead.card:
                self._ahead.fit(card, name)
                self._ahead.draw()
            self._shown, self._ahead = self._ahead, self._shown
        if top == TOP:  # 0.04 ms on a Pico, a blit 6
            memoryview(fb)[_FIRST:_END] = self._shown.bits
        else:
            fb.blit(self._shown.fb, 0, top)

    def forget(self):
        """Another game is in play."""
        self._shown.forget()
        self._ahead.forget()


class _Plate:
    """`card` is the one whose name is drawn, or None."""

    def __init__(self):
        self.bits = bytearray(_END - _FIRST)
        self.fb = framebuf.FrameBuffer(self.bits, WIDTH, HEIGHT - TOP, framebuf.MONO_VLSB)
        self.forget()

    def forget(self):
        """Nothing is drawn."""
        self.card = self._fitted = self._place = None

    def fit(self, card, name):
        """Fit name(card), a text, unless that was done; True if it was. Raises GiveWay."""
        if self._fitted == card:
            return True
        self.forget()
        self._place = place(name(card), 0, ROWS)
        self._fitted = card
        return False

    def draw(self):
        """Draw the name that was fitted. Raises GiveWay."""
        self.fb.fill(0)
        draw_lines(self.fb, *self._place)
        self.card = self._fitted
