"""The last game comes back: after a start, or as an abandoned game is taken up. It is loaded for
that moment. Damaged, it goes into quarantine.
"""

from glass import registry
from glass.formats.errors import DAMAGED, Refused
from glass.games import events
from glass.store import decks, files, games
from glass.store.journal import Journal
from glass.store.quarantine import isolate
from glass.store.replay import read
from glass.store.restore import restored
from glass.version import VERSION


def restore(current):
    """Bring back the game that was in play when the power went into a CurrentGame. A game that had
    been abandoned is only noted as `abandoned`."""
    last = _read_last(current, _replayed)
    if last and last[2]:
        current.abandoned = registry.find(last[1].setup["game"]).FACTS.RESUMABLE
    elif last:
        _resume(current, *last)


def note_abandoned(current):
    """Note the last game as `abandoned`, if it may be taken up, instead of bringing it back."""
    last = _read_last(current, _facts_of)
    current.abandoned = last is not None and last.RESUMABLE


def take_up(current):
    """Go on with the last game, which was abandoned; without its deck no game is in play."""
    last = _read_last(current, _replayed)
    if last and _resume(current, *last):
        current.note(events.LEFT, 1)


def _replayed(ident):
    return restored(ident, registry.rules_of, VERSION)


def _facts_of(ident):
    return registry.find(read(Journal(ident))[0]["game"]).FACTS


def _read_last(current, read_it):
    """read_it(name) of the last game; None if there is none, or if it is damaged."""
    ident = games.current()
    try:
        return ident and read_it(ident)
    except DAMAGED:
        isolate(games.ROOT + "/" + ident, "aside_game")
    current.abandoned = False
    return None


def _resume(current, journal, session, _left):
    """Enter a game that was read from flash; True if its deck is as it was."""
    if session.setup.get("deck"):
        decks.check_before_play(session.setup["deck"])
    try:
        current.enter(session, journal, decks.open_dealt(session.setup))
    except Refused as refused:
        current.abandoned = True
        files.say(refused.code)
        return False
    current.unmarked = True  # the power may have gone before that was done
    return True
