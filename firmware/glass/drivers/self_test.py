"""`got` held at power-on: a test of screen, buttons and buzzer for whoever soldered them."""

from glass.app import App
from glass.drivers.buttons import held

TONES_HZ = {"start": 440, "got": 554, "pass": 659, "foul": 880}
TONE_MS = 200


class SelfTest(App):
    """A frame round all pixels' edge, a field a button that fills while it is down, a tone each."""

    def _restore(self):
        self._down = {name: held(self.board.PINS[name]) for name in TONES_HZ}

    def _holds(self, _now):
        return None

    def _edge(self, name, down, at):
        self._down[name] = down
        if down:
            self.buzzer.play(((TONES_HZ[name], TONE_MS),), at)
        self.redraw()

    def draw(self, fb):
        """The chip's own 8x8 letters: they need no font file."""
        fb.rect(0, 0, 128, 64, 1)
        fb.text("%s %s" % (self.board.NAME, self.version), 8, 6)
        for index, name in enumerate(("start", "got", "pass", "foul")):
            x, y = 6 + index % 2 * 60, 20 + index // 2 * 21
            fb.rect(x, y, 56, 17, 1, self._down[name])
            fb.text(name, x + 28 - 4 * len(name), y + 5, 0 if self._down[name] else 1)

    def state(self, session=None):
        """The empty state, phase `test`."""
        state = App.state(self, session)
        state["phase"] = "test"
        return state
