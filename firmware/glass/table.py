"""The game on the table and what flash knows of it: kept, restored, told.

What the screen or the serial line has told is on flash already; nothing else counts as told.
"""

import gc
import json
import os
from time import ticks_diff, ticks_ms

from micropython import const

from glass import borrow
from glass.formats.errors import Refused
from glass.games import events
from glass.games.rng import Rng
from glass.games.session import Session
from glass.store import decks, files, journal
from glass.ui import screens

_RESERVE = const(7168)  # bytes: an event fits into them, journal and all


class Table:
    """.session and .game, None without one; .left_behind: the last game can be taken up again.

    A device is a Table that can show, tell and be pressed: app.py.
    """

    def __init__(self, settings):
        self.settings = settings
        self.session = self.game = self._journal = self._reader = None
        self.menu = None
        self.left_behind = False  # the last game was left before its end
        self._words = {}
        self._language = None
        self._epoch = None
        self._sweep = True
        self._reserve = bytearray(_RESERVE)
        self._unmarked = False  # the cards in play are to be noted as played
        self._unsaved = []  # (kind, value): happened, but neither on flash nor told

    # -- what a device adds --------------------------------------------------------------------

    def tell(self, what):
        """An event line for the laptop."""

    def play(self, tune):
        """A sound."""

    def open_menu(self):
        """The menu over whatever is on the table."""

    def close_menu(self):
        """The game is shown."""

    # -- words and names -----------------------------------------------------------------------

    @property
    def words(self):
        """The words of the language in use."""
        if self.game and self.game.setup.get("language"):
            self._language = self.game.setup["language"]  # the menu afterwards speaks it too
        code = self.language
        if code not in self._words:
            self._words = {}  # one language at a time: each takes 3 KB
            self._words[code] = borrow("ui.words_" + code)
        return self._words[code]

    @property
    def language(self):
        """Code of the language in use."""
        return self._language or self.settings.get("language")

    def speak(self, language):
        """Take a language ("en", "fr") into use and keep it."""
        self.settings.change({"language": language})
        self._language = language
        if self.game:
            self.game.setup["language"] = language
            self._save()
            self._keep(lambda: self._journal.compact(self.session))
        self._dirty = True

    def name(self, index):
        """The name on card `index` in the game's color."""
        return self._reader.name_of(index, self.game.setup["colour"])

    def note(self, index):
        """Its glossary line, or ""."""
        return self._reader.note_of(index, self.game.setup["colour"])

    # -- games ---------------------------------------------------------------------------------

    def _restore(self, left_too=False):
        """Bring back the game that was on the table, paused if its clock ran."""
        ident = journal.current()
        if ident is None:
            return
        try:
            log, session, left = borrow("store.replay").replay(ident)
        except MemoryError:  # another start may find a better heap
            if left_too:
                raise
            return
        except Exception:  # a damaged game does not keep the device from starting
            files.set_aside(journal.ROOT + "/" + ident, "aside_game")
            return
        if left and not left_too:
            self.left_behind = _lasts(session.game)
            return
        if session.setup.get("deck"):
            borrow("store.played").check(session.setup["deck"])
        self._enter(session, log)
        self._keep(self._mark_played)  # if the power went before that was done
        if self.game and self.game.running:
            self._record(events.PAUSE, self.game.left_ms)

    def take_up(self):
        """Go on with the last game, which was left before its end."""
        self._restore(True)
        if self.game:
            self._unsaved.append((events.LEFT, 1))
            self.tell("new")

    def _enter(self, session, log):
        self.close_game()
        self.session, self.game, self._journal = session, session.game, log
        self.left_behind = False
        if self.game.setup.get("deck"):
            try:
                self._reader = decks.open_deck(self.game.setup["deck"])
                if self.game.setup.get("deck_crc", self._reader.crc) != self._reader.crc:
                    self._reader.close()
                    raise Refused("deck_other", "The deck is another one now.")
            except (Refused, MemoryError) as refused:
                self.session = self.game = self._journal = self._reader = None
                self.left_behind = True
                self.open_menu()
                files.say(getattr(refused, "code", "memory"))
                return
        self.close_menu()

    def new_game(self, wanted):
        """Check a set-up as people write it, deal, begin; returns the game's name.

        Raises Refused with a sentence; the game on the table stays then.
        """
        if not isinstance(wanted, dict):
            raise Refused("setup", "The set-up must be an object.")
        wanted = dict(wanted)
        self._mark_due()  # before the next game is dealt
        gc.collect()
        setup = borrow("opening").dealt(self, wanted)
        self._start(setup)
        if wanted.get("game") != "timer":
            wanted.pop("seed", None)
            self._keep(lambda: files.write(journal.LAST, json.dumps(wanted).encode()))
        return setup["game_id"]

    def _start(self, setup):
        replaced = self.game is not None
        log = journal.Journal(setup["game_id"])
        session = Session(setup)
        log.create(setup)
        self._enter(session, log)
        if log.unsaved:
            files.say("unsaved")
        if replaced:
            self._settle()
        self.tell("new")

    def _settle(self):
        """Pack older games. Best when a game has been left: RAM is free then."""
        self._keep(lambda: borrow("store.archive").settle())

    def leave(self):
        """Leave the game on the table for good; the menu may offer it again."""
        self._unsaved.append((events.LEFT, 0))
        self.left_behind = _lasts(self.game)
        self.close_game()
        self._settle()

    def close_game(self):
        """Leave the game on the table; its journal stays."""
        self._save()
        self._mark_due()
        if self._reader:
            self._reader.close()
        self.session = self.game = self._journal = self._reader = None
        screens.forget()
        gc.collect()

    def unfinished(self):
        """True if the game on the table is one that somebody may want to take up again."""
        return self.game.phase != "game_over" and _lasts(self.game)

    def replace_card(self):
        """Put another card of the deck in place of the one the drafting player looks at."""
        dice = None
        if self.game.setup["order"] != "file":
            dice = Rng(self.entropy())
        index = borrow("store.played").spare_card(self._reader.cards, self.game.taken(), dice)
        self.record(events.REPLACE, index << 12 | self.game.cursor)

    # -- events on flash -----------------------------------------------------------------------

    def record(self, kind, value):
        """An event that no clock and no button stamp belong to. Raises Refused."""
        self._record(kind, value)
        self.tell("edit")

    def _record(self, kind, value):
        """Apply one event; `_save` puts it on flash. Raises Refused, nothing changed then."""
        seen = self._names_seen()
        if kind == events.UNDO:
            self.game = None  # it needs the room for a second one
        try:
            tune = self.session.apply(kind, value)
        except MemoryError:
            self._make_room()
            tune = self.session.apply(kind, value)
        finally:
            self.game = self.session.game
        if tune:
            self.play(tune)
        self._unsaved.append((kind, value))
        self._sweep = True
        if not seen and self._names_seen():
            self._unmarked = True
        self._dirty = True

    def _save(self):
        """Put on flash what happened: from then on it may be told."""
        if not self._unsaved:
            return
        log = self._journal
        unsaved = log.unsaved
        leaving = (events.LEFT, 0) in self._unsaved  # a mark that compacting would drop
        try:
            self._put(log)
        except MemoryError:
            self._let_go()
            self._put(log)
        if log.unsaved and (not unsaved or self.game.phase in ("round_over", "game_over")):
            files.say("unsaved")
        elif log.is_long() and not self.game.running and not leaving:
            log.compact(self.session)

    def _put(self, log):
        while self._unsaved:
            log.add(*self._unsaved[0])
            self._unsaved.pop(0)
        log.save()

    def _keep(self, work):
        """Write what the game can do without; the screen says if the flash does not take it."""
        self.lend()
        try:
            files.roomy(work)
        except (OSError, Refused):
            files.say("unsaved")
        except MemoryError:  # the next game or start does it
            pass
        self.tidy()

    def _names_seen(self):
        return self.game.setup.get("deck") is not None and self.game.names_seen()

    def _mark_due(self):
        """Note the cards in play as played, if they are not yet: the next game has others."""
        if self._unmarked:
            self._keep(self._mark_played)

    def _mark_played(self):
        self._unmarked = False
        if self.game and self._names_seen():
            setup = self.game.setup
            borrow("store.played").mark_played(setup["deck"], self._reader.cards, setup["colour"],
                                       self.game.cards_in_game())  # fmt: skip

    def _make_room(self):
        """Let go, and play the game again from its log: nothing half done."""
        self._let_go()
        self.session.rebuild()

    def _let_go(self):
        """Give up all that can be had again: an event found no memory."""
        self._reserve = None
        self._words = {}
        screens.forget()
        gc.collect()

    def lend(self):
        """Give up the reserve for a while in which no event is taken; `tidy` takes it back."""
        self._reserve = None

    def tidy(self):
        """Sweep up, while nobody waits."""
        gc.collect()
        if self._reserve is None and self.menu is None:
            try:
                self._reserve = bytearray(_RESERVE)
            except MemoryError:
                pass

    # -- state ---------------------------------------------------------------------------------

    def state(self, session=None):
        """The state as `status` gives it (dict); of a session that is over, or of the table."""
        live = session is None
        session = session or self.session
        if session is None:
            return empty_state()
        state = session.state()
        if state.get("card") is not None:
            state["card"] = self.name(state["card"]) if live else None
        return state

    def set_time(self, epoch_s):
        """The laptop's clock: seconds since 1970 now. The board has none of its own."""
        self._epoch = (epoch_s, ticks_ms())

    def time_s(self):
        """Seconds since 1970, or None if no laptop has told since power-on."""
        if self._epoch is None:
            return None
        return self._epoch[0] + ticks_diff(ticks_ms(), self._epoch[1]) // 1000

    def entropy(self):
        """A 32-bit number nobody can foresee."""
        value = 0
        for byte in os.urandom(4):
            value = value << 8 | byte
        return value


def _lasts(game):
    """True for a game that can be taken up again once it was left: a timer is not worth it."""
    return game.setup["game"] != "timer"


def empty_state():
    """The state when no game is on the table."""
    nulls = ("game", "game_id", "edition", "round", "turn", "team", "speaker", "speaker_name",
             "remaining_ms", "deck", "aside", "card", "this_turn")  # fmt: skip
    state = {key: None for key in nulls}
    state.update({"phase": "menu", "teams": [], "players": [], "winners": [], "events": 0})
    return state
