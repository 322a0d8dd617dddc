"""Bringing a game back from its journal, and its snapshot if there is one."""

from micropython import const

from glass.formats.errors import DAMAGED
from glass.games.events import LEFT
from glass.games.session import Session
from glass.store.journal import Journal
from glass.store.replay import events_of, head_of
from glass.store.snapshot import read

_SELDOM = const(128)  # events from one frozen state to the next


def restored(ident, rules_of, version):
    """(Journal ready to append, Session) of the game in the folder `ident`.

    rules_of(setup) gives the class of the game's rules. version: the firmware's. Of a damaged game
    it raises one of DAMAGED.
    """
    try:
        return _restored(ident, rules_of, version)
    except DAMAGED:  # perhaps only the snapshot was
        return _restored(ident, rules_of, None)


def _restored(ident, rules_of, version):
    """version: None to begin with the first event, whatever snapshot there is."""
    journal = Journal(ident)
    crc, events_at, setup = head_of(journal)
    session, place = Session(setup, rules_of(setup)), None
    saved = read(journal.folder, version, crc) if version else None
    if saved:
        place, session.log, session.events, state = saved
        session.states = [state]
        from glass.games.undoing import game_at

        session.game = game_at(session, len(session.log))
    for kind, value, text in events_of(journal, events_at, place):
        journal.behind += 1
        if kind != LEFT:
            session.apply(kind, value, text)
            if session.is_due(_SELDOM):
                from glass.games.undoing import freeze  # only long games need it

                freeze(session)
    return journal, session
