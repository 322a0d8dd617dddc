"""A game with the log of its events: undo drops the last counted event and replays the rest."""

from glass.formats.errors import Refused
from glass.games import events
from glass.games.log import Log


class Session:
    """`game` is the game as it stands, `log` its effective events, `events` how many of them count:
    presses and time-ups that have not been taken back."""

    def __init__(self, setup, make):
        """setup: complete (dict). make(setup) gives a new game (a Game, games/game.py)."""
        self.setup = setup
        self._make = make
        self.game = make(setup)
        self.log = Log()
        self.events = 0

    def apply(self, kind, value, text=""):
        """Take an event; returns a tune's name or None. Raises Refused, nothing changed then.

        A journal's events, UNDO and TICK among them, applied to a new session give the same state.
        """
        if kind == events.UNDO:
            return self._undo(value)
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
                log.cut(at - 1)
        elif kind in game.CANCELS:
            while at >= 0 and log.kind(at) == kind:
                if log[at] == (kind, value, text):
                    log.remove(at)
                    return
                at -= 1
        log.append(kind, value, text)
        self.events += kind in game.COUNTED

    def rebuild(self):
        """Make the game anew from its log, after an event that failed half way."""
        self.game = self._replayed(len(self.log), ())

    def _replayed(self, count, more):
        """A new game after the first `count` events of the log and `more` of them."""
        game = self._make(self.setup)
        log = self.log
        for at in range(count):
            game.apply(*log[at])
        for event in more:
            game.apply(*event)
        return game

    def _undo(self, left_ms):
        """Take the last counted event back. The old game stays until the new one is complete."""
        old, log = self.game, self.log
        code = old.why_no_undo()
        if code:
            raise Refused(code, "This cannot be taken back.")
        at = len(log) - 1
        while log.kind(at) in old.PASSED_OVER:
            at -= 1
        kind, value, _ = log[at]
        more = []
        if kind in old.KEEPS:
            more = [log[later] for later in range(at + 1, len(log))]
        game = self._replayed(at, more)
        if game.running:
            # Time is never given back: the clock stays, or stands where the press stopped it.
            if old.running:
                value = min(left_ms, old.left_ms)
            elif old.paused:
                value = old.left_ms
            game.apply(events.PAUSE, value)
            more.append((events.PAUSE, game.left_ms, ""))
        log.cut(at)
        log.extend(more)
        self.events -= 1
        self.game = game
        return "undo"

    def state(self):
        """The game's state with the number of events that count."""
        state = self.game.state()
        state["events"] = self.events
        return state
