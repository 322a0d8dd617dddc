"""The last game comes back: after a start, or as an abandoned game is taken up. It is loaded for
that moment. Damaged, it goes into quarantine.
"""

from glass import registry
from glass.formats.errors import DAMAGED, Refused
from glass.games import events
from glass.store import deck_check, decks, files, games
from glass.store.damage import isolate
from glass.store.journal import Journal
from glass.store.replay import head_of, was_left
from glass.store.restore import restored
from glass.version import VERSION


def come_back(current, may_enter, abandoned):
    """Bring the last game back into a CurrentGame (`come_back` there)."""
    ident = games.current()
    if not may_enter or ident and not abandoned and was_left(games.ROOT + "/" + ident):
        last = _read_last(current, ident, _facts_of)
        current.abandoned = last is not None and last.RESUMABLE
        return
    last = _read_last(current, ident, restored, registry.rules_of, VERSION)
    if last and _resume(current, *last) and abandoned:
        current.note(events.LEFT, 1)


def _facts_of(ident):
    return registry.find(head_of(Journal(ident))[2]["game"]).FACTS


def _read_last(current, ident, read_it, *more):
    """read_it(ident, *more) of the last game; None if there is none, or if it is damaged."""
    try:
        return ident and read_it(ident, *more)
    except DAMAGED:
        isolate(games.ROOT + "/" + ident, "aside_game")
    current.abandoned = False
    return None


def _resume(current, journal, session):
    """Enter a game that was read from flash; True if its deck is as it was."""
    if session.setup.get("deck"):
        deck_check.check_before_play(session.setup["deck"])
    try:
        current.enter(session, journal, decks.open_dealt(session.setup))
    except Refused as refused:
        current.abandoned = True
        files.say(refused.code)
        return False
    current.unmarked = True  # the power may have gone before that was done
    return True
