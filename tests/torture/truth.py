"""What must be true after a power cut: what was told, at the least; what was begun, at the most."""

import binascii
import os

import rig

CLOCK_MS = 5000  # what a cut in a turn may give back at most


def fingerprint(session):
    """All of a game that counts but the clock; a running turn and a paused one are the same."""
    game = session.game
    phase = "paused" if game.phase == "turn" else game.phase
    if game.setup["game"] == "timer":
        return (game.setup["game_id"], phase)
    rows = [tuple(row[1]) for row in game.scores()]
    cards, draft = game.cards, game.draft
    hands = None
    if draft is not None:
        hands = repr(draft._hands), repr(draft._kept), draft.seat
    return (game.setup["game_id"], phase, game.round, game.turn, game.team, game.speaker, rows,
            list(cards.deck), list(cards.aside), list(cards.drawn), session.events,
            hands)  # fmt: skip


class Line:
    """The values one thing has had, the last one told, and the last one begun."""

    def __init__(self, first):
        self.values = [first]
        self.told = 0

    def begin(self, value):
        """A new value is on its way to flash."""
        self.values.append(value)

    def change(self, **values):
        """The same with some keys of it changed (a dict) is on its way."""
        self.begin(dict(self.values[-1], **values))

    def tell(self, at=None):
        """Value number `at` (the last by default) is known outside now."""
        self.told = max(self.told, len(self.values) - 1 if at is None else at)

    def span(self):
        """(first, last) value that may be found now."""
        return self.told, len(self.values) - 1


class Truth:
    """Watches a board that plays a story; `span()` says what a cut at this moment may leave."""

    def __init__(self):
        self.game = Line((None, None))
        self.settings = Line(None)
        self.decks = {}
        self.kept = {}  # games that were left, not synced: {id: CRC of all their bytes}
        self.board = None
        self._tells = {}
        self._drawn = 0
        self._live = False
        self._hook()
        rig.listeners["serial"] = self._serial
        rig.listeners["glass"] = self._glass

    def attach(self, board):
        """The board has booted: what it shows from now on is told."""
        self.board = board

    def _begin(self, session):
        clock = None if session is None or session.game.running else session.game.left_ms
        self.game.begin((fingerprint(session) if session else None, clock))

    def _hook(self):
        from glass import registry
        from glass.current_game import CurrentGame
        from glass.games import events
        from glass.games.session import Session
        from glass.link.serial_port import Link
        from glass.store.journal import Journal
        from glass.ui import screens

        record, apply = CurrentGame.record, Session.apply
        draw, draw_next = screens.draw, screens.draw_next
        create, add, tell = Journal.create, Journal.add, Link.tell
        self._undo_hooks = ((CurrentGame, "record", record), (Session, "apply", apply),
                            (screens, "draw", draw), (screens, "draw_next", draw_next),
                            (Journal, "create", create), (Journal, "add", add),
                            (Link, "tell", tell))  # fmt: skip

        def on_record(current, kind, value, text=""):
            self._live = True
            try:
                return record(current, kind, value, text)
            finally:
                self._live = False

        def on_apply(session, kind, value, text=""):
            tune = apply(session, kind, value, text)
            if self._live:
                self._begin(session)
            return tune

        def on_draw(fb, view):
            self._drawn = len(self.game.values) - 1
            draw(fb, view)

        def on_draw_next(fb, view):
            self._drawn = len(self.game.values) - 1
            return draw_next(fb, view)

        def on_create(journal, setup):
            self._begin(Session(setup, registry.rules_of(setup)))
            create(journal, setup)

        def on_add(journal, kind, value, text=""):
            if kind == events.LEFT:
                self._begin(self.board.app.current.session if value else None)
            add(journal, kind, value, text)

        def on_tell(link, event):
            before = link._event
            tell(link, event)
            if link._event != before:
                self._tells[link._event] = len(self.game.values) - 1

        CurrentGame.record, Session.apply, screens.draw = on_record, on_apply, on_draw
        screens.draw_next = on_draw_next
        Journal.create, Journal.add, Link.tell = on_create, on_add, on_tell

    def _flash_takes_all(self):
        """False while a full flash refuses events: the game goes on, and the screen says so."""
        app = self.board and self.board.app
        journal = app and app.current._journal
        return not (journal and journal.unsaved)

    def release(self):
        """Stop watching."""
        for owner, name, function in self._undo_hooks:
            setattr(owner, name, function)
        rig.listeners.clear()

    def _glass(self):
        """The panel gets a piece of what was drawn last."""
        if self._flash_takes_all():
            self.game.tell(self._drawn)

    def _serial(self, line):
        if line[:1] == b"!" and self._flash_takes_all():
            self.game.tell(self._tells.pop(int(line[1:5], 16), 0))

    def left_ms(self):
        """What the clock really shows or stopped at, None without a game."""
        app = self.board and self.board.app
        return app.play.left_ms() if app and app.current.session else None

    def left_on_flash(self):
        """The same, None too while the flash refuses what the clock's owner would get back."""
        return self.left_ms() if self._flash_takes_all() else None

    def span(self):
        """What may be found after a cut now."""
        decks = {name: line.span() for name, line in self.decks.items()}
        return (self.game.span(), self.settings.span(), decks, self.left_on_flash(),
                dict(self.kept))  # fmt: skip

    # -- after a cut ---------------------------------------------------------------------------

    def check(self, board, span, left_after):
        """Raise AssertionError with what is wrong on a board that has booted after a cut.

        span: of the moment the cut came at the latest; left_after: ms left at the earliest.
        """
        from glass.store import quarantine

        games, settings, decks, left, kept = span
        if quarantine.listing():
            raise AssertionError("a cut damaged %s" % quarantine.listing())
        self._check_game(board.app.current, games, left, left_after)
        self._check_played(board.game)
        found = board.app.settings.everything()
        if found not in self.settings.values[settings[0] : settings[1] + 1]:
            raise AssertionError("settings are %s" % found)
        for name, (first, last) in decks.items():
            if deck_crc(name) not in self.decks[name].values[first : last + 1]:
                raise AssertionError("deck %s is neither old nor new" % name)
        for ident, crc in kept.items():
            if game_crc(ident) != crc:
                raise AssertionError("game %s was kept and is damaged or gone" % ident)

    def _check_played(self, game):
        """The cards in play are noted as played, so that the next game has others."""
        deck = game and game.setup.get("deck")
        if deck and game.names_seen():
            ages = played_ages(deck, game.name_column)
            for card in game.cards_in_game():
                if not ages[card] or ages[card] != max(ages):
                    raise AssertionError("card %d in play is not noted as played" % card)

    def _check_game(self, current, games, left, left_after):
        found = fingerprint(current.session) if current.session else None
        clock = current.game.left_ms if current.session else None
        allowed = self.game.values[games[0] : games[1] + 1]
        for wanted, stopped in allowed:
            if wanted == found:
                if found is None or clock == stopped:
                    return
                if stopped is None:  # the clock ran
                    if (left_after or 0) <= clock and (left is None or clock <= left + CLOCK_MS):
                        return
                    raise AssertionError("the clock has %d ms, really left were %s to %s"
                                         % (clock, left, left_after))  # fmt: skip
        raise AssertionError("the game is %s %s, allowed were %d from %s to %s"
                             % (found, clock, len(allowed), allowed[0], allowed[-1]))  # fmt: skip


def deck_crc(name):
    """CRC of a deck's file, None if there is no such deck."""
    from glass.formats.errors import Refused
    from glass.store import decks

    crc = 0
    try:
        with decks.open_deck(name).file as file:
            file.seek(0)
            while True:
                data = file.read(4096)
                if not data:
                    return crc
                crc = binascii.crc32(data, crc)
    except Refused:
        return None


def played_ages(name, column):
    """In which game each card of the deck was played last: list of 0..255."""
    from glass.store import decks, played

    reader = decks.open_deck(name)
    reader.close()
    return [age for _, age in played._ages(name, reader.cards, column)]


def game_crc(ident):
    """CRC of a game as the laptop would read it, None if it is gone."""
    from glass.store import game_reader

    found = at_once(game_reader.parts(ident))
    return at_once(game_reader.sum_of(found))[1] if found else None


def at_once(work):
    """What a generator of the firmware returns, which yields after each piece of its work."""
    while True:
        try:
            next(work)
        except StopIteration as done:
            return done.value


def files_under(folder="/"):
    """{path: bytes} of the whole file system."""
    found = {}
    for entry in os.ilistdir(folder):
        path = folder + entry[0]
        if path in rig.NOT_ON_FLASH:  # not on flash
            continue
        if entry[1] & 0x4000:
            found.update(files_under(path + "/"))
        else:
            with open(path, "rb") as file:
                found[path] = file.read()
    return found
