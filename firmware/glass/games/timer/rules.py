"""The plain timer for other games: start, pause, reset."""

from glass.formats.errors import Refused
from glass.games import events
from glass.games.game import Game


class Timer(Game):
    """Phases ready, turn, paused, time_up."""

    def on_button(self, button, left_ms):
        """What `button` means now: (kind, left_ms). Raises Refused."""
        kind = events.BUTTONS[button]
        if kind == events.START and self.phase != "time_up":
            kind = {"turn": events.PAUSE, "paused": events.RESUME}.get(self.phase, kind)
        elif kind != events.PASS or self.phase not in ("paused", "time_up"):
            raise Refused("not_now", "Only pass resets the timer, when it is paused or done.")
        return kind, left_ms

    def apply(self, kind, value, text=""):
        """Take one event; returns a tune's name. Raises Refused, nothing changed then."""
        phase = self.phase
        if kind == events.PASS and phase in ("paused", "time_up"):
            self.phase, self.left_ms = "ready", self.turn_ms
            return "click"
        if phase == "ready" and kind == events.START or phase == "paused" and kind == events.RESUME:
            self.phase = "turn"
            return "go" if phase == "ready" else "resume"
        if phase == "turn" and kind in (events.PAUSE, events.TIME, events.TICK):
            return self._stop(kind, value)
        if phase == "paused" and kind == events.PAUSE:
            return "pause"
        raise Refused("not_now", "That is not possible now.")

    def _stop(self, kind, value):
        self.left_ms = 0 if kind == events.TIME else min(value, self.left_ms)
        if kind == events.TICK:
            return None
        self.phase = "paused" if kind == events.PAUSE else "time_up"
        return "pause" if kind == events.PAUSE else "time"
