"""Taking back the last counted event of a Session: it is dropped, and the rest is replayed.

Not all of the rest: now and then the game is frozen (freezing.py), and an undo begins with the last
state before the event. It is loaded when it is needed.
"""

from glass.formats.errors import Refused
from glass.games import events
from glass.games.freezing import frozen, thaw

PIECE = 8  # events at a time


def prepare(session):
    """Make the game that an undo would lead to, which is allowed: it then takes a few ms."""
    game = game_at(session, session.last_counted())
    cuts, size = session.cuts, len(session.log)

    def prepared(left_ms):
        same = (cuts, size) == (session.cuts, len(session.log))
        return undo(session, left_ms, game if same else None)

    session.prepared = prepared


def undo(session, left_ms, game=None):
    """Take the last counted event back; returns a tune's name. Raises Refused, nothing changed
    then. The old game stays until the new one is complete. game: the new one, if it was prepared.
    """
    old, log = session.game, session.log
    code = old.why_no_undo()
    if code:
        raise Refused(code, "This cannot be taken back.")
    at = session.last_counted()
    kind, value, _ = log[at]
    more = log.tail(at + 1) if kind in old.KEEPS else []
    if game is None:
        game = game_at(session, at)
    for event in more:
        game.apply(*event)
    if game.running:
        # Time is never given back: the clock stays, or stands where the press stopped it.
        if old.running:
            value = min(left_ms, old.left_ms)
        elif old.paused:
            value = old.left_ms
        game.apply(events.PAUSE, value)
        more.append((events.PAUSE, game.left_ms, ""))
    session.replace(at, more)
    session.events -= 1
    session.game = game
    return "undo"


def rebuild(session):
    """Make the game anew from its log, after an event that failed half way."""
    game = game_at(session, len(session.log))
    for name in game.POINTED:
        setattr(game, name, getattr(session.game, name))
    session.game = game


def game_at(session, at):
    """A new game after the first `at` events of the log."""
    begun, game = _begin(session, at)
    session.log.replay(game, begun, at)
    return game


def _begin(session, at):
    """(index, a new game after so many events): the last state after at most `at`."""
    game = session.make(session.setup)
    for begun, state in reversed(session.states):
        if begun <= at:
            thaw(game, state)
            game.point()
            return begun, game
    return 0, game


def freeze(session):
    """Freeze the game as it stands. It is always safe to forget states."""
    session.states = session.states[-1:] + [(len(session.log), frozen(session.game))]


def again(session, end):
    """A generator that adds the state after the first `end` events to those of a Session: before an
    undo that is far from any that is kept. It gives True for each piece. If the log loses events
    meanwhile it ends without."""
    cuts = session.cuts
    at, game = _begin(session, end)
    yield True
    while at < end:
        session.log.replay(game, at, min(at + PIECE, end))
        at += PIECE
        yield True
        if session.cuts != cuts:
            return
    later = [one for one in session.states if one[0] > end]
    session.states = [(end, frozen(game))] + later[-1:]
