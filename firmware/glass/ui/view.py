"""What a screen may know of the moment, and the few questions it may ask."""


class View:
    """Filled in by App before each picture.

    game: a Game (games/game.py) or None; pages: its screens (ARCHITECTURE.md, A screen); menu: what
    draws the page of the menu that is open, or None; message: code of the line in force, or None;
    words: Words of the language in use, `language` its code; left_ms: on the clock.
    """

    def __init__(self, field):
        """field(card, column): a text of the deck in play."""
        self._field = field
        self.game = self.pages = self.menu = self.message = self.words = self.language = None
        self.left_ms = 0

    @property
    def in_turn(self):
        """True if a running clock is shown."""
        return self.menu is None and self.game is not None and self.game.running

    def name(self, card):
        """The text that card `card` (index) stands for in this game."""
        return self._field(card, self.game.name_column)

    def note(self, card):
        """Its note, or ""."""
        return self._field(card, self.game.note_column)
