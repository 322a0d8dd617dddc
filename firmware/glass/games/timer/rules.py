"""The plain timer for other games: start, pause, reset."""

from glass.formats.errors import Refused
from glass.games import events

NULLS = ("edition", "round", "turn", "team", "speaker", "speaker_name", "deck", "aside", "card",
         "this_turn")  # fmt: skip


class Timer:
    """Phases ready, turn, paused, time_up."""

    def __init__(self, setup):
        self.setup = setup
        self._reset()

    def _reset(self):
        self.phase = "ready"
        self.left_ms = self.setup["turn_s"] * 1000

    @property
    def running(self):
        """True while the clock runs."""
        return self.phase == "turn"

    def on_button(self, button, left_ms):
        """What `button` means now: (kind, value). Raises Refused."""
        kind = events.BUTTONS[button]
        if kind == events.START and self.phase != "time_up":
            kind = {"turn": events.PAUSE, "paused": events.RESUME}.get(self.phase, kind)
        elif kind != events.PASS or self.phase not in ("paused", "time_up"):
            raise Refused("not_now", "Only pass resets the timer, when it is paused or done.")
        return kind, left_ms

    def apply(self, kind, value):
        """Take one event; returns a tune's name. Raises Refused, nothing changed then."""
        phase = self.phase
        if kind == events.PASS and phase in ("paused", "time_up"):
            self._reset()
            return "click"
        if phase == "ready" and kind == events.START or phase == "paused" and kind == events.RESUME:
            self.phase = "turn"
            return "go" if phase == "ready" else "resume"
        if phase == "turn" and kind in (events.PAUSE, events.TIME, events.TICK):
            self.left_ms = 0 if kind == events.TIME else min(value, self.left_ms)
            if kind != events.TICK:
                self.phase = "paused" if kind == events.PAUSE else "time_up"
            return {events.PAUSE: "pause", events.TIME: "time"}.get(kind)
        if phase == "paused" and kind == events.PAUSE:
            return "pause"
        raise Refused("not_now", "That is not possible now.")

    def why_no_undo(self):
        """The code of the refusal: a timer has nothing to take back."""
        return "nothing_to_undo"

    def state(self):
        """The state, for `status`."""
        state = {key: None for key in NULLS}
        state.update({"game": "timer", "game_id": self.setup.get("game_id"), "phase": self.phase,
                      "remaining_ms": self.left_ms, "teams": [], "players": [],
                      "winners": []})  # fmt: skip
        return state
