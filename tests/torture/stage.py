"""The board that a story is played on, and what the flash writes down meanwhile."""

import packing
import rig
from truth import Line, deck_crc, game_crc

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
