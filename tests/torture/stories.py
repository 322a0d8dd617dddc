"""What is played while the flash writes down what is done to it. A story takes a Stage."""

import packing
import rig
from truth import Line, deck_crc, game_crc

from glass.formats.errors import Refused
from glass.games.timesup import kinds
from glass.store import files

PLAYERS = ["Ann", "Bob", "Cid", "Dee"]


class Dice:
    """Numbers from a seed, the same everywhere (xorshift, Marsaglia 2003)."""

    def __init__(self, seed):
        self._x = (seed * 2654435761 + 1) & 0xFFFFFFFF or 1

    def below(self, n):
        x = self._x
        x ^= x << 13 & 0xFFFFFFFF
        x ^= x >> 17
        x ^= x << 5 & 0xFFFFFFFF
        self._x = x
        return x % n

    def pick(self, words):
        """One word of a text."""
        words = words.split()
        return words[self.below(len(words))]


class Stage:
    """The recorded board, the truth about it, dice; every flash operation lands in `ops`."""

    def __init__(self, data, start, truth, seed):
        """data: the flash (bytearray); start: as long, what is on it when `ops` begins."""
        self.truth, self.dice, self.seed = truth, Dice(seed), seed
        self.data, self._start = data, start
        self.ops = []  # (op, at, bytes, what a cut may leave: None for no cut here, ms left)
        self._filling = False
        self.board = None
        self.boot(format=True)
        self.start_here()
        truth.settings = Line(self.board.app.settings.everything())

    def _seen(self, op, at, data):
        span = self.truth.span() if self.board and not self._filling else None
        self.ops.append((op, at, data, span, self.truth.left_on_flash()))

    def start_here(self):
        """No cut comes before this moment."""
        self._start[:] = self.data
        del self.ops[:]

    def boot(self, format=False):
        """Power on; the game in play pauses."""
        if self.board:
            self.board.off()
        self.truth.left_at_boot = None
        self.board = rig.Board(self.data, self._seen, format)
        self.truth.attach(self.board)
        self.buttons.run(0.3)

    def fill(self):
        """Somebody else fills the flash; returns the paths of their files."""
        self._filling = True
        paths = rig.fill_up(64)
        self._filling = False
        return paths

    @property
    def buttons(self):
        """The buttons of the board, which is another after each boot."""
        return self.board.buttons

    @property
    def ident(self):
        """The name of the game in play."""
        return self.board.game.setup["game_id"]

    def ask(self, **request):
        """A request that must be done."""
        reply = self.board.ask(request)
        if not reply["ok"]:
            raise AssertionError("%s: %s" % (request, reply))
        return reply

    def new(self, **setup):
        """A game through the link."""
        self.ask(do="new", setup=setup)
        if self.board.on_flash:
            self.truth.game.tell()

    def stop(self):
        """Abandon the game; it is kept from now on, every byte of it."""
        ident = self.ident
        self.ask(do="stop")
        self.truth.game.tell()
        self.truth.kept[ident] = game_crc(ident)

    def synced(self, ident):
        """The laptop has the whole game: the device may drop it from now on."""
        from glass.store import games

        self.truth.kept.pop(ident, None)
        self.ask(do="synced", id=ident, bytes=games.byte_size(ident))

    def speak(self, language):
        """The device goes on in another language, whatever is in play."""
        self.truth.settings.change(language=language)
        self.board.app.speak(language)
        self.truth.settings.tell()

    def deck(self, name, cards, mark):
        """Install a deck of `cards` names."""
        data = packing.pack(name, "names", [("%s %d" % (mark, n), "Blue %d" % n, "", "note")
                                             for n in range(cards)])  # fmt: skip
        line = self.truth.decks.setdefault(name, Line(deck_crc(name)))
        import binascii

        line.begin(binascii.crc32(data))
        reply = self.board.upload(name, data)
        if not reply["ok"]:
            raise AssertionError(reply)
        line.tell()


def a_game(stage):
    """A draft and three rounds with pauses, undos, toggles and corrections; power cuts between."""
    dice = stage.dice
    stage.deck("d", 24, "Person")
    stage.new(game="timesup", edition=dice.pick("en fr"), players=PLAYERS[: 3 + dice.below(2)],
              deck="d", cards=5 + dice.below(6), seed=stage.seed,
              draft=bool(dice.below(2)), peek=False)  # fmt: skip
    for _ in range(150):
        phase = stage.board.phase
        if phase == "menu":
            break
        if phase == "draft":
            _draft(stage)
        elif phase in ("turn", "paused"):
            _turn(stage, phase)
        elif phase == "review":
            what = dice.pick("start start start got pass foul undo menu")
            if what == "undo":
                stage.buttons.hold("start", 1.1)
            elif what == "menu":
                _correct(stage)
            else:
                stage.buttons.press(what)
        elif phase == "game_over":
            break
        elif phase == "carry":
            stage.buttons.press(dice.pick("got pass"))
        elif dice.below(6) == 0:
            stage.buttons.hold("start", 1.1)
        else:
            if dice.below(8) == 0:
                _correct(stage)
            stage.buttons.press("start")
        stage.buttons.run(0.4)
        if dice.below(40) == 0:
            stage.boot()
    stage.stop()


def _draft(stage):
    if not stage.board.game.draft_open:
        stage.buttons.press("start")
    elif stage.dice.below(4) == 0:
        stage.buttons.press(stage.dice.pick("got pass"))
    else:
        stage.buttons.press("foul")
        stage.buttons.press("foul")
        stage.buttons.press("start")


def _turn(stage, phase):
    dice = stage.dice
    what = dice.pick("got got got got got pass foul pause undo wait wait out")
    if phase == "paused":
        what = dice.pick("pause pause undo")
    if what == "pause":
        stage.buttons.press("start")
    elif what == "undo":
        stage.buttons.hold("start", 1.1)
    elif what == "wait":
        stage.buttons.run(3)
    elif what == "out":
        stage.buttons.run(stage.truth.left_ms() / 1000 + 1)
    else:
        stage.buttons.press(what)


def _correct(stage):
    game = stage.board.game
    row = stage.dice.below(len(game.scores()))
    change = 1 - 2 * stage.dice.below(2)
    try:
        stage.board.app.play.record(
            kinds.CORRECT, kinds.correction_value(row, game.round, change))  # fmt: skip
    except Refused:
        pass


def decks(stage):
    """A deck over an old one, twice the same, an upload broken off, and a smaller one again."""
    stage.deck("Alte Gebäude", 60, "Old")
    stage.deck("d", 20, "Other")
    stage.new(game="timesup", players=PLAYERS, deck="Alte Gebäude", cards=8, draft=False, seed=1)
    stage.stop()
    stage.deck("Alte Gebäude", 110, "New")
    stage.deck("Alte Gebäude", 110, "New")
    begun = stage.ask(do="deck_begin", name="d", bytes=3000, crc=1)
    stage.ask(do="deck_put", upload=begun["upload"], at=0, data="AAAA" * 200)
    stage.boot()
    stage.deck("d", 3, "Less")
    stage.truth.decks["d"].begin(None)
    stage.ask(do="deck_remove", name="d")
    stage.truth.decks["d"].tell()


def settings(stage):
    """Settings changed one by one and several at once."""
    line = stage.truth.settings
    for change in ({"volume": 1}, {"turn_s": 45, "edition": "fr", "cards": 33},
                   {"peek": True}, {"peek": None, "lockout_ms": 100}, {"volume": 2},
                   {"language": "fr", "brightness": 2, "auto_off_s": 0}):  # fmt: skip
        line.change(**change)
        stage.ask(do="settings_set", settings=change)
        line.tell()
        if stage.dice.below(3) == 0:
            stage.boot()


def syncs(stage):
    """Ten games, most of them synced at once or later: old ones go, the others stay."""
    from glass.store import games

    idents, safe = [], []
    for turn in range(10):
        stage.new(game="timesup", players=PLAYERS, cards=2, seed=turn)
        for _ in range(2 + stage.dice.below(5)):
            stage.buttons.press("start")
            stage.buttons.press("got")
        idents.append(stage.ident)
        if stage.dice.below(3):
            stage.stop()
            if stage.dice.below(3):
                stage.synced(idents[-1])
                safe.append(idents[-1])
        if stage.dice.below(5) == 0:
            stage.boot()
    stage.new(game="timer")
    for ident in idents[:6]:
        if ident in games.ids():
            stage.synced(ident)
        else:
            assert ident in safe


def long_game(stage):
    """A journal that is compacted again and again: as if four short segments were many."""
    from glass.store import journal

    journal.SEGMENT_BYTES = 64
    journal.SEGMENTS_MAX = 3
    stage.new(game="timesup", edition="en", players=PLAYERS[:3], cards=3, seed=stage.seed)
    for turn in range(60):
        phase = stage.board.phase
        if phase in ("turn", "paused"):
            if stage.dice.below(5) == 0:
                stage.buttons.run(0.5)
            stage.buttons.press("start" if phase == "paused" or stage.dice.below(2) else "got")
            stage.buttons.hold("start", 1.1)
            stage.buttons.press("start")
        elif phase == "review":
            for _ in range(6):
                stage.buttons.press("got")
            _correct(stage)
            stage.buttons.hold("start", 1.1)
            if turn > 40:
                stage.buttons.press("start")
        elif phase == "game_over":
            break
        else:
            stage.buttons.press(stage.dice.pick("got pass") if phase == "carry" else "start")
        stage.buttons.run(0.5)
        if stage.dice.below(20) == 0:
            stage.boot()
        if turn % 20 == 7:
            stage.speak(stage.dice.pick("en fr"))
    assert stage.board.app.current._journal.first, "nothing was compacted"
    stage.stop()


def many_games(stage):
    """More games than are kept: beyond that number the oldest goes, and the screen says so."""
    from glass.store import archive, games

    archive.GAMES_MAX = 5
    left = []
    for turn in range(12):
        stage.truth.kept.pop(left[-4] if len(left) > 3 else "", None)
        stage.new(game="timesup", players=PLAYERS, cards=1, seed=turn)
        stage.buttons.press("start")
        if turn % 4 == 2:
            stage.synced(left[-1])
        left.append(stage.ident)
        stage.stop()
        if turn % 3 == 1:
            stage.truth.kept.pop(left[-1], None)
            stage.board.app.take_up()
            stage.buttons.run(0.3)
            stage.buttons.press("start")
            stage.stop()
        assert len(games.ids()) <= archive.GAMES_MAX


def full_flash(stage):
    """A game while the flash is full goes on, and all of it is stored once there is room again.

    Segments are so long that littlefs needs a free block each time one is rewritten, and so short
    that what waits takes several.
    """
    from glass.store import journal

    journal.SEGMENT_BYTES = 600
    dice = stage.dice
    begun_before = dice.below(2)
    if begun_before:
        stage.new(game="timesup", players=PLAYERS, cards=20, seed=stage.seed)
        for _ in range(140):
            _correct(stage)
            stage.board.settle()
    ballast = stage.fill()
    stage.start_here()
    if not begun_before:
        stage.new(game="timesup", players=PLAYERS, cards=20, seed=stage.seed)
    refused = 0
    for turn in range(60):
        phase = stage.board.phase
        if phase in ("turn", "paused"):
            _turn(stage, phase)
        elif phase == "carry":
            stage.buttons.press("got")
        elif phase == "game_over":
            break
        else:
            for _ in range(dice.below(20)):
                _correct(stage)
                stage.board.settle()
            stage.buttons.press("start")
        stage.buttons.run(0.4)
        refused += not stage.board.on_flash
        if turn % 20 == 13:
            for path in ballast[-8:]:
                files.remove(path)
        if turn % 20 == 17:
            ballast += stage.fill()
    assert refused > 5, "the flash was never full"
    for path in ballast:
        files.remove(path)
    stage.buttons.hold("start", 1.1)
    stage.buttons.press("start")
    assert stage.board.on_flash
    stage.stop()


STORIES = (a_game, decks, settings, syncs, long_game, many_games, full_flash)
