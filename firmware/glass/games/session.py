"""A game with the log of its events."""

from glass.formats.json_pieces import Rows
from glass.games import events
from glass.games.log import Log

EVERY = 16  # events from one frozen state to the next
NEAR = 48  # events that an undo replays at once


class Session:
    """`game` is the game as it stands, `log` its effective events, `events` how many of them count:
    presses and time-ups that have not been taken back.

    `states` are [(index, state)], the last two frozen (undoing.py), oldest first: the game (bytes)
    after the first `index` events of the log. `cuts` counts how often the log lost events or the
    set-up changed: whoever reads them in pieces begins anew.
    """

    def __init__(self, setup, make):
        """setup: complete (dict). make(setup) gives a new game (a Game, games/game.py)."""
        self.setup = setup
        self.make = make
        self.game = make(setup)
        self.log = Log()
        self.events = self.cuts = 0
        self.states = []
        self.prepared = None  # undo(left_ms) as prepared (undoing.py)

    def apply(self, kind, value, text=""):
        """Take an event; returns a tune's name or None. Raises Refused, nothing changed then.

        A journal's events, UNDO and TICK among them, applied to a new session give the same state.
        """
        if kind == events.UNDO:
            prepared, self.prepared = self.prepared, None
            if prepared:
                return prepared(value)
            from glass.games.undoing import undo  # 2 KB that are seldom needed

            return undo(self, value)
        tune = self.game.apply(kind, value, text)
        if kind != events.TICK:
            self._note(kind, value, text)
        return tune

    def _note(self, kind, value, text):
        """Add an event to the log. A pause and its end before another pause, and two events that
        cancel out, are left out: pressing the same buttons again and again must not fill RAM."""
        log, game = self.log, self.game
        at = len(log) - 1
        if kind == events.PAUSE and at > 0:
            if log.kind(at) == events.RESUME and log.kind(at - 1) == events.PAUSE:
                self.replace(at - 1, [])
        elif kind in game.CANCELS:
            while at >= 0 and log.kind(at) == kind:
                if log[at] == (kind, value, text):
                    self.replace(at, log.tail(at + 1))
                    return
                at -= 1
        log.append(kind, value, text)
        self.events += kind in game.COUNTED

    def replace(self, at, after):
        """Let `after` (a list of events, fewer) take the place of all from index `at` on: what was
        frozen later was made of other events. It needs no memory."""
        self.log.put(at, after)
        self.cuts += 1
        while self.states and self.states[-1][0] > at:
            self.states.pop()

    def last_counted(self):
        """Index of the event that undo takes back, if the game allows it."""
        at = len(self.log) - 1
        while self.log.kind(at) in self.game.PASSED_OVER:
            at -= 1
        return at

    def is_due(self, least=EVERY):
        """True if `least` events came since the game was frozen last."""
        return len(self.log) - (self.states[-1][0] if self.states else 0) >= least

    def far_undo(self):
        """Index of the event that undo takes back, if it is so far from the last state before it
        that this would take long; else None. `again` (undoing.py) makes one that is near."""
        if self.game.why_no_undo():
            return None
        at = self.last_counted()
        begun = max([0] + [index for index, _ in self.states if index <= at])
        return at if at - begun > NEAR else None

    def state(self, rows=False):
        """The game's state with the number of events that count. rows: its lists may be Rows
        (json_pieces.py)."""
        state = self.game.state()
        state["events"] = self.events
        if not rows:
            for key in state:
                if isinstance(state[key], Rows):
                    state[key] = list(state[key])
        return state
