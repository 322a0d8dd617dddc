"""A game with its log: undo is dropping the last press that counts and playing the rest again."""

from glass.formats.errors import Refused
from glass.games import events
from glass.games.log import Log

PASSED_OVER = (events.PAUSE, events.RESUME, events.TOGGLE)


def make_game(setup):
    """The game a complete set-up asks for: a class each, in a module of its name."""
    if setup["game"] == "timer":
        from glass.games.timer.rules import Timer as game
    elif setup["game"] == "timesup":
        from glass.games.timesup.rules import TimesUp as game
    else:
        raise Refused("game", 'There is no game "%s" here.' % setup["game"])
    return game(setup)


class Session:
    """`game` is the game as it stands, `log` its effective events, `events` how many of them count:
    presses and time-ups that have not been taken back."""

    def __init__(self, setup):
        self.setup = setup
        self.game = make_game(setup)
        self.log = Log()
        self.events = 0

    def apply(self, kind, value):
        """Take an event; returns a tune's name or None. Raises Refused, nothing changed then.

        A journal's events, UNDO and TICK among them, applied to a new session give the same state.
        """
        if kind == events.UNDO:
            return self._undo(value)
        tune = self.game.apply(kind, value)
        if kind != events.TICK:
            self._note(kind, value)
        return tune

    def _note(self, kind, value):
        """Into the log, which holds no pause that was over before another, and no toggle twice:
        so what people can press for ever does not make it longer for ever."""
        log = self.log
        at = len(log) - 1
        if kind == events.PAUSE and at > 0:
            if log[at] >> 28 == events.RESUME and log[at - 1] >> 28 == events.PAUSE:
                log.cut(at - 1)
        elif kind == events.TOGGLE:
            while at >= 0 and log[at] >> 28 == events.TOGGLE:
                if log[at] == kind << 28 | value:
                    log.remove(at)
                    return
                at -= 1
        log.append(kind << 28 | value)
        self.events += kind in events.COUNTED

    def rebuild(self):
        """The game anew from its log: nothing half done after a MemoryError."""
        self.game = None
        game = make_game(self.setup)
        for word in self.log:
            game.apply(word >> 28, word & 0xFFFFFFF)
        self.game = game

    def _undo(self, left_ms):
        old = self.game
        code = old.why_no_undo()
        if code:
            raise Refused(code, "This cannot be taken back.")
        log = self.log
        at = len(log) - 1
        while log[at] >> 28 in PASSED_OVER:
            at -= 1
        value = log[at] & 0xFFFFFFF
        taken = log.cut(at)
        if taken[0] >> 28 == events.CORRECT:  # toggles made since stay
            log.extend(taken[1:])
        # Time is never given back: the clock stays, or stands where the press stopped it.
        if old.running:
            value = min(left_ms, old.left_ms)
        elif old.phase == "paused":
            value = old.left_ms
        old = None  # no room for two
        try:
            self.rebuild()
        except MemoryError:
            log.cut(at)
            log.extend(taken)
            self.rebuild()
            raise
        self.events -= 1
        game = self.game
        if game.running:
            game.apply(events.PAUSE, value)
            log.append(events.PAUSE << 28 | game.left_ms)
        return "undo"

    def state(self):
        """The game's state with the number of events that count."""
        state = self.game.state()
        state["events"] = self.events
        return state
