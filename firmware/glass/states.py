"""States of the game in play to come back to: in RAM for undo, on flash for the next start.

All of it can be had again, and is left undone where memory or room is short. What it needs is
loaded when it is needed.
"""

from micropython import const

from glass import memory
from glass.games.session import EVERY
from glass.version import VERSION

_REST = const(16)  # events after which what failed is tried once more


class States:
    """Does its work in pieces of a few ms, or of one flash operation."""

    def __init__(self):
        self._again = self._writing = None  # generators, a piece for each `next`
        self._loaded = None  # what prepares an undo
        self._not_before = 0  # events in the log

    def undo_waits(self, session):
        """True if an undo must wait, as it is far from any state: a piece of one that is near is
        done."""
        at = session.far_undo()
        if at is None:
            self._again = None
            return False
        if self._again is None:
            with memory.unloaded():
                from glass.games.undoing import again
            self._again = again(session, at - 2 * EVERY)
        if next(self._again, None) is None:
            self._again = None
        return True

    def step(self, session, journal, shown, undo_is_near):
        """Do a piece once all events are on flash; False if nothing is due. shown: False if the
        menu is, which needs the RAM. undo_is_near: an undo may come within a second."""
        running = session.game.running
        if running or not undo_is_near:
            session.prepared = self._loaded = None
        if not (running or shown) and journal.outdated:  # the set-up should not wait for long
            return self._write(session, journal)
        if running or not shown:
            self.close()
            if len(session.states) > running:  # no undo leads to before the turn
                del session.states[: -1 if running else None]
            return False
        if undo_is_near:
            return self.undo_waits(session) or self._prepare(session)
        if session.is_due():
            with memory.unloaded():
                from glass.games.undoing import freeze
            freeze(session)
            return True
        if self.undo_waits(session):
            return True
        return self._write(session, journal)

    def _prepare(self, session):
        """Make the game that the undo leads to, in two pieces; False if it is there, or there will
        be none."""
        if session.prepared or session.game.why_no_undo():
            return False
        if self._loaded:
            self._loaded(session)
            self._loaded = None
        else:
            with memory.unloaded():
                from glass.games.undoing import prepare
            self._loaded = prepare
        return True

    def _write(self, session, journal):
        """A piece of the journal written anew, if it is long, or else of the snapshot."""
        if self._writing is None:
            if not journal.is_due() or len(session.log) < self._not_before:
                return False
            with memory.unloaded():
                from glass.store.in_pieces import due
            self._writing = due(session, journal, VERSION)
            self._not_before = len(session.log) + _REST
        done = next(self._writing, None)
        if done is None:
            self._writing = None
        elif done:
            self._not_before = 0
        return True

    def forget(self, session):
        """Let go of all states, and of what is half done: a second game needs the RAM."""
        self.close()
        if session:
            session.prepared = None
            del session.states[:]

    def close(self):
        """Let go of what is half done: the game in play ends, or something else needs the RAM."""
        if self._writing:
            try:
                self._writing.close()
            except OSError:  # the flash is full
                pass
        self.__init__()
