"""The game in play: its rules, its journal on flash, and its deck.

Every event is on flash before screen or serial line show it.
"""

from glass import memory, registry
from glass.formats.errors import Refused
from glass.games import events
from glass.games.game import no_game
from glass.games.session import Session
from glass.settling import Settling
from glass.states import States
from glass.store import decks, files, games, last_set_up
from glass.store.journal import Journal
from glass.store.room import roomy


class CurrentGame:
    """`session` and `game` (a Game, games/game.py) are None while no game is in play, `deck` (a
    Reader, formats/deck_file.py) also in one without.

    `abandoned` is True if the last game was abandoned before its end and can be taken up again,
    `unmarked` while the cards in play are still to be noted as played.
    """

    def __init__(self, settings, attempt):
        """settings: Settings. attempt: Heap.attempt of memory.py."""
        self.settings = settings
        self._attempt = attempt
        self.abandoned = False
        self._entry = self.session = self._journal = self.deck = None
        self._unsaved = []  # events that happened, but are neither on flash nor shown
        self._states = States()
        self._applying = False
        self._settling = Settling()
        self.unmarked = False

    @property
    def game(self):
        """The game's rules, or None."""
        return self.session.game if self.session else None

    @property
    def entry(self):
        """The game's entry in the registry, or None."""
        return self._entry if self.session else None

    @property
    def unsaved(self):
        """True while events wait for flash: nothing may be shown meanwhile."""
        return bool(self._unsaved) or self.session is not None and self._journal.due

    def language(self):
        """The language that the game in play was begun in, or None."""
        return self.session.setup.get("language") if self.session else None

    def deck_name(self):
        """The name of the deck in play, or None."""
        return self.game.setup.get("deck") if self.session else None

    # -- beginning and leaving -----------------------------------------------------------------

    def come_back(self, may_enter=True, abandoned=False):
        """Bring back the game that was in play when the power went; what cannot be read goes into
        quarantine. A game that had been abandoned is only noted as `abandoned`, without may_enter
        any. abandoned: go on with one that had been."""
        with memory.unloaded():
            from glass.coming_back import come_back

            come_back(self, may_enter, abandoned)

    def enter(self, session, journal, deck):
        """Make a game the one in play."""
        self.close()
        self._entry = registry.find(session.setup["game"])
        self.session, self._journal, self.deck = session, journal, deck
        self.abandoned = False

    def begin(self, wanted, time_s):
        """Check a set-up (dict) as a person writes it, deal, begin; returns the game's name.

        time_s: seconds since 1970, or None. Raises Refused with a sentence; the game in play stays
        then.
        """
        self.mark_due()  # before the next game is dealt
        self._states.forget(self.session)
        self._settling.stop()  # it needs the RAM
        with memory.unloaded():
            from glass.opening import dealt
        setup = dealt(wanted, self.settings, time_s)
        dealt = None
        replaced = self.session is not None
        again = replaced and self._entry is registry.find(setup["game"])
        rules = self.session.make if again else registry.rules_of(setup)  # in RAM only once
        session, journal = Session(setup, rules), Journal(setup["game_id"])
        deck = decks.open_dealt(setup)
        self.save()
        journal.create(setup)  # from here on nothing may fail
        self.enter(session, journal, deck)
        if journal.unsaved:
            files.say("unsaved")
        self._settling.anew(replaced)
        if self._entry.FACTS.REMEMBERED:
            self._keep(last_set_up.remember, dict(wanted, game=setup["game"]))
        return setup["game_id"]

    def abandon(self):
        """Abandon the game in play; the menu may offer it again."""
        self.save()  # so that the mark is made once, if this has to begin again
        if not self._journal.left:
            self._journal.add(events.LEFT, 0)
        self.abandoned = self._entry.FACTS.RESUMABLE
        self.close()
        self._settling.anew(True)

    def close(self):
        """End the game in play here; its journal stays."""
        if self.session is None:
            return
        self.save()
        self.mark_due()
        self._states.close()
        if self.deck:
            self.deck.close()
        self.session = self._journal = self.deck = None

    def remove(self, ident):
        """Remove a game from flash, which was replaced before anybody played it."""
        self._keep(games.remove, ident)

    def may_be_abandoned_at_once(self):
        """True for a game that nobody takes up again: the menu need not ask before it is
        abandoned."""
        return self.game.finished or not self._entry.FACTS.RESUMABLE

    # -- events --------------------------------------------------------------------------------

    def record(self, kind, value, text=""):
        """Apply one event; returns a tune's name or None. `save` puts it on flash.

        Raises Refused, nothing changed then.
        """
        seen = 0 if self.unmarked else self._cards_seen()
        self._unsaved.append((kind, value, text))
        self._applying = True
        try:
            tune = self._apply(kind, value, text)
        except Refused:
            self._unsaved.pop()
            self._applying = False
            raise
        self._applying = False
        self.unmarked = self.unmarked or self._cards_seen() > seen
        return tune

    def _apply(self, kind, value, text):
        if kind != events.UNDO or self.session.prepared:
            return self.session.apply(kind, value, text)
        with memory.unloaded():
            return self.session.apply(kind, value, text)

    def note(self, kind, value):
        """Keep an event that changes nothing in the game: TICK (where the clock stands, so that a
        power cut costs little) or LEFT."""
        self._unsaved.append((kind, value, ""))

    def mend(self):
        """Without memory: let go of what can be had again, and undo what an event has done that
        failed half way."""
        self._settling.stop()
        if self.session:
            self._states.close()
            self.session.prepared = None
            del self.session.states[:-1]
        if self._applying:
            with memory.unloaded():
                from glass.games.undoing import rebuild
            rebuild(self.session)
            self._applying = False
            self._unsaved.pop()

    def save(self):
        """Put the events that happened on flash: then they may be shown."""
        if not self.unsaved:
            return
        journal = self._journal
        failed_before = journal.unsaved
        while self._unsaved:
            journal.add(*self._unsaved[0])
            self._unsaved.pop(0)
        journal.save()
        if journal.unsaved:
            if not failed_before or self.game.phase in self.game.BREAKS:
                files.say("unsaved")

    def speak(self, language):
        """The game in play goes on in another language ("en", "fr"), after a power cut too."""
        self.game.setup["language"] = language
        self._journal.outdated = True
        self.session.cuts += 1

    def _keep(self, work, *arguments):
        """work(*arguments), whose file the game can do without; the screen says if the flash takes
        no more. False if there was no memory for it: it is to be done later."""
        try:
            self._attempt(roomy, work, *arguments)
        except (OSError, Refused):
            files.say("unsaved")
        except memory.Full:
            return False
        return True

    # -- cards ---------------------------------------------------------------------------------

    def field(self, card, column):
        """The text of a card (index) in a column of the deck in play."""
        return self.deck.field(card, column)

    def _cards_seen(self):
        """How many cards in play count as played."""
        seen = self.deck is not None and self.game.names_seen()
        return len(self.game.cards_in_game()) if seen else 0

    def mark_due(self):
        """Note the cards in play as played, if that is due: the next game has others. True if it
        was due, and is done; it takes a while."""
        if not self.unmarked:
            return False
        self.unmarked = not self._keep(self._mark_played)
        return not self.unmarked

    def _mark_played(self):
        if self._cards_seen():
            with memory.unloaded():
                from glass.store import played
            played.mark_played(self.deck_name(), self.deck.cards, self.game.name_column,
                               self.game.cards_in_game())  # fmt: skip

    # -- what may wait -------------------------------------------------------------------------

    def catch_up(self, shown, undo_is_near):
        """Do a piece of what may wait until all is shown: pack older games, note cards as played,
        keep states of the game (shown: False if the menu is). False if nothing was done."""
        session = self.session
        if session is None or not session.game.running:
            if self._settling.due:
                self._keep(self._settling.step)
                return True
            if self.mark_due():
                return True
        try:
            return session is not None and self._attempt(
                self._states.step, session, self._journal, shown, undo_is_near)  # fmt: skip
        except (memory.Full, OSError):
            return False

    def undo_waits(self):
        """True if an undo must wait for the next pass: it takes several."""
        return self.session is not None and self._states.undo_waits(self.session)

    # -- state ---------------------------------------------------------------------------------

    def state(self):
        """The state (dict) of the game in play as `status` gives it (PROTOCOL.md, State); its lists
        may be Rows (json_pieces.py)."""
        if self.session is None:
            return no_game()
        state = self.session.state(rows=True)
        if state["card"] is not None:
            state["card"] = self.field(state["card"], self.game.name_column)
        return state
