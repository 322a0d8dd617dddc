"""A state of a game made again by replaying its events, in pieces: before an undo that is far from
any that is kept."""

from glass.games.freezable import frozen

PIECE = 8  # events at a time


def again(session, end):
    """A generator that adds the state after the first `end` events to those of a Session; it gives
    True for each piece. It ends
    without if the log loses events meanwhile."""
    cuts = session.cuts
    at, game = session.begin(end)
    yield True
    while at < end:
        session.log.replay(game, at, min(at + PIECE, end))
        at += PIECE
        yield True
        if session.cuts != cuts:
            return
    later = [one for one in session.states if one[0] > end]
    session.states = [(end, frozen(game))] + later[-1:]
