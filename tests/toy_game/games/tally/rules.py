"""The rules of the tally: got is a point, pass hands on, start ends it."""

from glass.formats import event_record
from glass.formats.errors import Refused
from glass.games import events
from glass.games.game import MENU, Game

TAKE_OFF = events.OWN  # its value is the seat that loses a point
RENAME = event_record.TEXT  # its value is the seat, its text the new name


class Tally(Game):
    """Phases `play` and `game_over`. `seat` plays; `points` and `names` go by seat."""

    COUNTED = Game.COUNTED + (TAKE_OFF, RENAME)
    FROZEN = Game.FROZEN + ("names", "points", "seat", "turn", "_done")

    def __init__(self, setup):
        Game.__init__(self, setup)
        self.phase = "play"
        self.names = list(setup["players"])
        self.points = [0] * len(self.names)
        self.seat = 0
        self.turn = 1
        self._done = 0  # events that undo can take back

    def on_button(self, button, left_ms):
        """What `button` means now: an event, or MENU for start at the end. Raises Refused."""
        if self.finished and button == "start":
            return MENU
        kind = events.BUTTONS[button]
        self._check(kind, 0)
        return kind, 0

    def taking_off(self):
        """The event that takes a point off the player whose turn it is."""
        return TAKE_OFF, self.seat

    def renaming(self, name):
        """The event that gives that player another name."""
        return RENAME, self.seat, name

    def _check(self, kind, seat):
        """Raise Refused if an event is not possible now."""
        if kind == RENAME:
            return
        if kind == events.FOUL:
            raise Refused("no_foul", "Nothing is a foul in a tally.")
        if self.finished or kind not in self.COUNTED or kind == events.TIME:
            raise Refused("not_now", "That is not possible now.")
        if kind == TAKE_OFF and not self.points[seat]:
            raise Refused("no_point", "There is no point to take off.")

    def apply(self, kind, value, text=""):
        """Take one event; returns a tune's name. Raises Refused, nothing changed then."""
        self._check(kind, value)
        self._done += 1
        if kind == events.GOT:
            self.points[self.seat] += 1
            if self.points[self.seat] < self.setup["goal"]:
                return "got"
        if kind in (events.GOT, events.START):
            self.phase = "game_over"
            return "win"
        if kind == events.PASS:
            self.seat = (self.seat + 1) % len(self.names)
            self.turn += 1
            return "pass"
        if kind == TAKE_OFF:
            self.points[value] -= 1
        else:
            self.names[value] = text
        return "click"

    def note_after(self, kind, value):
        """What the screen says as the turn goes on."""
        return "handed_on" if kind == events.PASS else None

    def why_no_undo(self):
        """None if there is something to take back."""
        return None if self._done else "nothing_to_undo"

    def winners(self):
        """Names of the winner, or of all that tie; empty before the end."""
        best = max(self.points)
        pairs = zip(self.names, self.points)
        return [name for name, points in pairs if self.finished and points == best]

    def state(self):
        """The state (dict), with the key `goal`."""
        state = Game.state(self)
        state.update({"turn": self.turn, "speaker": self.seat, "winners": self.winners(),
                      "speaker_name": self.names[self.seat], "goal": self.setup["goal"],
                      "players": [{"name": name, "total": points}
                                  for name, points in zip(self.names, self.points)]})  # fmt: skip
        return state
