"""The one way in which tests press buttons: of the virtual board, in a scenario, on a page, in the
torture tests' process. Plain Python that MicroPython runs too.

Whatever has buttons is a backend, with `now_us` (its time), `edge(at_us, button, down)` (a contact
closes or opens then) and `run_until(us)`.
"""

NAMES = ("start", "got", "pass", "foul")
PRESS_MS = 80
GAP_S = 0.4


class Buttons:
    """The four buttons of a backend; each method returns the object itself, for the next one."""

    def __init__(self, backend):
        self.backend = backend

    def run(self, seconds):
        """Time passes."""
        self.backend.run_until(self.backend.now_us + round(seconds * 1000000))
        return self

    def edge(self, name, down, after_ms=0):
        """The contact of button `name` closes (down true) or opens, `after_ms` from now."""
        self.backend.edge(self.backend.now_us + round(after_ms * 1000), name, down)
        return self

    def down(self, name, after_ms=0):
        """Press and keep down."""
        return self.edge(name, True, after_ms)

    def up(self, name, after_ms=0):
        """Let go."""
        return self.edge(name, False, after_ms)

    def press(self, *names, gap_s=GAP_S):
        """Presses of 80 ms, one every gap_s seconds; it returns gap_s after the last went down."""
        for name in names:
            self._press(name, PRESS_MS, round(gap_s * 1000000))
        return self

    def hold(self, name, seconds, gap_s=GAP_S):
        """Down for so many seconds, up, and gap_s more."""
        return self._press(name, seconds * 1000, round((seconds + gap_s) * 1000000))

    def _press(self, name, ms, until_us):
        began = self.backend.now_us
        self.backend.edge(began, name, True)
        self.backend.edge(began + round(ms * 1000), name, False)
        self.backend.run_until(began + until_us)
        return self

    def bounce(self, name, edges, ms):
        """A press of 80 ms whose contact changes `edges` (odd) times within `ms` at either end."""
        for at in range(edges):
            self.edge(name, at % 2 == 0, ms * at / (edges - 1))
            self.edge(name, at % 2 == 1, ms + PRESS_MS + ms * at / (edges - 1))
        return self
