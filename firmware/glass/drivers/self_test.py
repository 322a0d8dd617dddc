"""The self-test of screen, buttons and buzzer: it works without flash, settings and fonts."""

from time import ticks_ms

from micropython import const

from glass.drivers.buttons import Buttons, held
from glass.drivers.buzzer import Buzzer
from glass.drivers.oled import Display
from glass.drivers.sleep import Sleep

TONES_HZ = {"start": 440, "got": 554, "pass": 659, "foul": 880}
_TONE_MS = const(200)
_LOOK_MS = const(500)  # an unplugged panel is looked for so often


class SelfTest:
    """A frame round the edge of the panel, a field a button that fills while it is down, a tone
    each. `run` never returns: switching off ends it."""

    def __init__(self, board, version):
        """board: a module of boards/; version: a text to show."""
        self._title = "%s %s" % (board.NAME, version)
        self._buttons = Buttons(board.PINS)
        self._buzzer = Buzzer(board.BUZZER, board.TIMERS[1])
        self._display = Display(board.I2C_ID, board.SDA, board.SCL, board.I2C_HZ, board.PANEL)
        self._sleep = Sleep(board.TIMERS[0])
        self._down = {name: held(board.PINS[name]) for name in TONES_HZ}
        self._draw()

    def run(self):
        """For ever: step, then wait for the next thing due or an edge."""
        try:
            while True:
                wait = self.step(ticks_ms())
                if wait:
                    self._sleep.until(wait, self._buttons.pending)
        finally:
            self._buzzer.silence()

    def step(self, now):
        """One pass; returns ms until the next."""
        edge = self._buttons.take()
        while edge:
            self._show(*edge)
            edge = self._buttons.take()
        waits = [self._buttons.settle(now), self._display.step(now, self._buttons.pending)]
        if waits[1] is None and not self._display.probe():
            return 1
        return min([_LOOK_MS] + [wait for wait in waits if wait is not None])

    def _show(self, name, down, at):
        self._down[name] = down
        if down:
            self._buzzer.play((TONES_HZ[name], _TONE_MS))
        self._draw()

    def _draw(self):
        """The chip's own 8x8 letters: they need no font file."""
        fb = self._display.fb
        fb.fill(0)
        fb.rect(0, 0, 128, 64, 1)
        fb.text(self._title, 8, 6)
        for index, name in enumerate(("start", "got", "pass", "foul")):
            x, y = 6 + index % 2 * 60, 20 + index // 2 * 21
            fb.rect(x, y, 56, 17, 1, self._down[name])
            fb.text(name, x + 28 - 4 * len(name), y + 5, 0 if self._down[name] else 1)
        self._display.show()

    def state(self):
        """Its state, for the virtual board: {"game": None, "phase": "test", "down": {button:
        bool}}."""
        return {"game": None, "phase": "test", "down": self._down}
