"""What a screen may know, and the questions it may ask."""


class View:
    """`fill` it before each picture.

    game: a Game (games/game.py) or None; pages: its screens (ui/screens.py), or None; menu: the
    MainMenu that is open, or None; message: code of the line shown, or None; words: Words of the
    language in use, `language` its code; left_ms: on the clock; plates: names drawn ahead
    (ui/plate.py).
    """

    def __init__(self, field, plates):
        """field(card, column): a text of the deck in play."""
        self._field = field
        self.game = self.pages = self.menu = self.message = self.words = self.language = None
        self.left_ms = 0
        self.plates = plates

    def fill(self, game, menu, message, words, language, left_ms):
        """What is shown now; see the class for each."""
        self.game, self.menu, self.message = game, menu, message
        self.words, self.language, self.left_ms = words, language, left_ms

    @property
    def in_turn(self):
        """True if a running clock is shown."""
        return self.menu is None and self.game is not None and self.game.running

    def name(self, card):
        """The text that card `card` (index) stands for in this game."""
        return self.field(card, self.game.name_column)

    def note(self, card):
        """Its note, or ""."""
        return self.field(card, self.game.note_column)

    def field(self, card, column):
        """Its text in any column of the deck (str), "" if the deck has no such column."""
        return self._field(card, column)
