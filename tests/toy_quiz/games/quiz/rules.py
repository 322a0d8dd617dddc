"""The rules of the quiz: a reader shows a clue, the next player guesses within ten seconds."""

from glass.formats.errors import Refused
from glass.games import events
from glass.games.game import MENU, Game
from glass.games.quiz import CLUES

COVER = events.OWN  # the number of a clue: it is read aloud
MOVE = events.OWN + 1  # seat << 8 | spaces + 128


class Quiz(Game):
    """Phases reader, choose, clue, guess, paused, game_over; each card is played to its end."""

    COUNTED = Game.COUNTED + (COVER, MOVE)
    GUARDED = False  # at 0 the reader still judges
    name_column = "answer"
    FROZEN = Game.FROZEN + ("positions", "cards_done", "reader", "guesser", "covered", "number",
                            "_shown", "_last")  # fmt: skip
    POINTED = ("number",)

    def __init__(self, setup):
        Game.__init__(self, setup)
        self.phase = "reader"
        self.positions = [0] * len(setup["players"])
        self.cards_done = 0
        self.reader, self.guesser = 0, 1
        self.covered = []
        self.number = 1  # of the clue chosen, or to be chosen
        self._shown = False
        self._last = None  # the last counted kind

    @property
    def running(self):
        """True while a guesser's seconds run; at 0 the phase stays."""
        return self.phase == "guess" and self.left_ms > 0

    @property
    def card(self):
        """The card, from the press that shows it to the reader on."""
        return self.setup["deal"][self.cards_done] if self._shown else None

    def names_seen(self):
        """True once a card was shown."""
        return self._shown or self.cards_done > 0

    def cards_in_game(self):
        """The cards that were shown."""
        return self.setup["deal"][: self.cards_done + self._shown]

    def on_button(self, button, left_ms):
        """What `button` means now: an event, None in `choose`, MENU at the end. Raises Refused."""
        kind = events.BUTTONS[button]
        if self.phase == "game_over":
            return MENU
        if self.phase == "choose" and kind in (events.PASS, events.FOUL):
            self._seek(1 if kind == events.PASS else -1)
            return None
        if self.phase == "choose" and kind == events.GOT:
            return COVER, self.number
        if kind == events.START:
            if self.running:
                kind = events.PAUSE
            elif self.phase == "paused":
                kind = events.RESUME
        self._check(kind)
        return kind, left_ms

    def _seek(self, step):
        """The next uncovered number; wrapping."""
        while True:
            self.number = (self.number - 1 + step) % CLUES + 1
            if self.number not in self.covered:
                return

    def _check(self, kind):
        judged = (events.GOT, events.PASS, events.FOUL)
        possible = {"reader": (events.START,), "choose": (COVER, MOVE), "clue": (events.START,),
                    "guess": judged, "paused": (events.RESUME, events.PAUSE)}  # fmt: skip
        if self.running:
            possible["guess"] += (events.PAUSE, events.TIME, events.TICK)
        if kind not in possible.get(self.phase, ()):
            raise Refused("not_now", "That is not possible now.")

    def apply(self, kind, value, text=""):
        """Take one event; returns a tune's name. Raises Refused, nothing changed then."""
        self._check(kind)
        if self.running:
            self.left_ms = 0 if kind == events.TIME else min(value, self.left_ms)
        if kind in self.COUNTED:
            self._last = kind
        return _ACTS[kind](self, value)

    def _start(self, _):
        if self.phase == "clue":
            self.phase, self.left_ms = "guess", self.turn_ms
            return "go"
        self.phase = "choose" if self._shown else "reader"
        self._shown = True
        return "click"

    def _cover(self, number):
        self.covered.append(number)
        self.number = number
        self.phase = "clue"
        return "click"

    def _move(self, value):
        self.positions[value >> 8] += (value & 255) - 128
        return "click"

    def _right(self, _):
        self.positions[self.guesser] += CLUES - len(self.covered)
        self.cards_done += 1
        self.reader, self.guesser = self.guesser, self.reader
        self.covered, self.number, self._shown = [], 1, False
        over = max(self.positions) >= self.setup["spaces"]
        self.phase = "game_over" if over or self.cards_done == len(self.setup["deal"]) else "reader"
        return "got"

    def _wrong(self, _):
        self.phase = "choose"
        self._seek(1)
        return "foul"

    def _time(self, _):
        return "time"

    def _tick(self, _):
        return None

    def _pause(self, _):
        self.phase = "paused"
        return "pause"

    def _resume(self, _):
        self.phase = "guess"
        return "resume"

    def moving(self, seat, spaces):
        """The event that moves a player by hand, -128 to 127 spaces."""
        return MOVE, seat << 8 | spaces + 128

    def why_no_undo(self):
        """None if the last press can be taken back: not before the first, nor past the time."""
        if self._last is None:
            return "nothing_to_undo"
        return "time_up" if self._last == events.TIME else None

    def state(self):
        """The state (dict), with lists by seat."""
        state = Game.state(self)
        names = self.setup["players"]
        over = self.phase == "game_over"
        state.update({"card": self.card, "reader": self.reader, "guesser": self.guesser,
                      "covered": sorted(self.covered), "positions": list(self.positions),
                      "players": [{"name": name, "total": at}
                                  for name, at in zip(names, self.positions)],
                      "winners": [name for name, at in zip(names, self.positions)
                                  if over and at == max(self.positions)]})  # fmt: skip
        return state


_ACTS = {
    events.START: Quiz._start,
    events.GOT: Quiz._right,
    events.PASS: Quiz._wrong,
    events.FOUL: Quiz._wrong,
    events.TIME: Quiz._time,
    events.TICK: Quiz._tick,
    events.PAUSE: Quiz._pause,
    events.RESUME: Quiz._resume,
    COVER: Quiz._cover,
    MOVE: Quiz._move,
}
