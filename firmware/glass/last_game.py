"""The last game's state, for a laptop that asks while no game is in play."""

from micropython import const

from glass import registry
from glass.games.events import LEFT, UNDO
from glass.games.game import no_game
from glass.games.session import Session
from glass.games.undoing import undo
from glass.store.journal import Journal
from glass.store.replay import read

_EVENTS = const(4)  # of a game that are replayed at once


def state(ident, useless):
    """A generator that returns the state (dict) of a game on flash by its name, a few events at a
    time; of no game if ident is None. It returns None once useless() is true. Raises one of DAMAGED
    (formats/errors.py) if it is damaged."""
    if ident is None:
        return no_game()
    setup, events = read(Journal(ident))
    yield
    session = Session(setup, registry.rules_of(setup))
    for count, (kind, value, text) in enumerate(events):
        if kind == UNDO:
            undo(session, value)
        elif kind != LEFT:
            session.apply(kind, value, text)
        if not count % _EVENTS:
            yield
            if useless():
                return None
    return session.state(rows=True)
