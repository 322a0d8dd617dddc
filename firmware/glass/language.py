"""The language in use, and its words: the device's own and those of one game."""

from glass.ui.words import load


class Language:
    """The language of the game in play, or one chosen in the settings; without either it stays as
    it was last."""

    def __init__(self, settings):
        self._settings = settings
        self._code = None
        self._words = self._loaded = None

    @property
    def code(self):
        """The code of the language in use ("en", "fr")."""
        return self._code or self._settings.get("language")

    def choose(self, of_game):
        """Another game is in play, or the settings changed. of_game: the code of the game's own
        language, or None."""
        self._code = of_game or self._settings.chosen("language") or self._code

    def words(self, entry):
        """The Words of the language in use and of a game, which has its own first. entry: of the
        game in the registry, or None. Raises OSError."""
        wanted = (self.code, entry)
        if self._loaded != wanted:
            self.drop()
            self._words = load(*_files(self.code, entry))
            self._loaded = wanted
        return self._words

    def drop(self):
        """Drop the words: they are read again when they are asked for."""
        self._words = self._loaded = None


def _files(code, entry):
    files = ["words_" + code]
    if entry:
        known = code if code in entry.LANGUAGES else entry.LANGUAGES[0]
        files.insert(0, "%s/words_%s" % (entry.FACTS.NAME, known))
    return files
