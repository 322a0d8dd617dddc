"""What is done with games on flash by code that is loaded for that moment."""

from glass import memory, registry
from glass.version import VERSION


def replayed(ident):
    """(Journal, Session, True if it was abandoned) of a game on flash. Raises ValueError, OSError,
    Refused and others if it is damaged."""
    with memory.unloaded():
        from glass.store.restore import restored

        return restored(ident, registry.rules_of, VERSION)  # an undo in it loads more


def settle():
    """Pack older games: while none is in play, or right after one began."""
    with memory.unloaded():
        from glass.store import archive
    archive.settle()
