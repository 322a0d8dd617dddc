"""The menu: its first page, and what the pages of games may ask of the device.

It is in RAM while it is open. MainMenu is the `device` of ui/menu.py and of a game's form and rows
(ui/NAME/__init__.py).
"""

from glass import memory, registry
from glass.formats.errors import Refused
from glass.games import LANGUAGES
from glass.store import files, last_set_up
from glass.ui.menu import Menu

_SETTINGS = ("volume", "brightness")  # that a press on their row changes


class MainMenu:
    """`menu` is the Menu (ui/menu.py) that is shown."""

    def __init__(self, app):
        """app: App (app.py), which this asks for what it cannot do itself."""
        self._app = app
        self.settings = app.settings
        self.menu = Menu(self, self._main_page)

    # -- what the pages ask --------------------------------------------------------------------

    @property
    def game(self):
        """The rules of the game in play (a Game), or None."""
        return self._app.current.game

    @property
    def words(self):
        """The Words of the language in use."""
        return self._app.words

    @property
    def language(self):
        """Its code ("en", "fr")."""
        return self._app.language.code

    def play(self, tune):
        """Play a tune, by its name in ui/tunes.py."""
        self._app.sound(tune)

    def redraw(self):
        """The page has changed."""
        self._app.screen.redraw()

    def decks(self):
        """[{"name", "kind", "cards", "bytes", "columns"}] of the decks on the device."""
        self._app.checking.finish()
        with memory.unloaded():
            from glass.store import deck_check
        return deck_check.listing()

    def last_set_up(self, game=None):
        """The set-up that was played last (dict), of the game named or of any; None without one.
        Raises ValueError if it is damaged."""
        self._app.checking.finish()
        return last_set_up.load(game)

    def entropy(self):
        """A 32-bit random number, from the chip."""
        return files.entropy()

    def label_of(self, name):
        """The text of a game's row in the menu, in the language in use. name: of the game (str)."""
        return _label(registry.find(name), self.language)

    def record(self, kind, value, text=""):
        """Apply an event that no button stands for (a correction). Raises Refused."""
        self._app.play.record(kind, value, text)
        self._app.tell("edit")

    def spare_card(self, taken):
        """Index of a card of the deck that is not in `taken` (indices): any, or the first where
        cards keep their order. Raises Refused("no_spare") if there is none."""
        with memory.unloaded():
            from glass.store import played
        current = self._app.current
        return played.spare_card(current.deck.cards, taken, current.game.setup["order"])

    def begin(self, wanted):
        """Begin a game with a set-up (dict) as a person writes it, once the menu has left RAM."""
        self._app.begin_soon(wanted)

    def play_again(self):
        """Begin a game like the last one."""
        wanted = self.last_set_up()
        if wanted is None:  # it was damaged
            self.show_main_page()
            return
        wanted["language"] = self.language
        self.begin(wanted)

    def abandon(self):
        """Abandon the game in play."""
        self._app.abandon_game()

    def close_menu(self):
        """Close the menu: the game is shown again."""
        self._app.close_menu()

    # -- buttons -------------------------------------------------------------------------------

    def show_main_page(self, cursor=0):
        """The menu's first page."""
        self.menu.show(self._main_page, cursor)

    def press(self, button):
        """What a button does in the menu; a refusal gets its line."""
        self._do(self.menu.press, button)
        self.redraw()

    def back(self):
        """One page back; from the first one into the game."""
        if not self._do(self.menu.back) and self.game is not None:
            self.close_menu()

    def _do(self, action, *arguments):
        app = self._app
        try:
            result = app.heap.attempt(action, *arguments)
            if app.menu is self:
                app.heap.attempt(self.menu.build)
            return result
        except (memory.Full, Refused, OSError, ValueError) as error:
            app.messages.refuse(getattr(error, "code", "flash"))
        return True

    def state(self):
        """The page as `status` gives it."""
        return self.menu.state()

    def draw(self, fb):
        """The page on a cleared frame."""
        self.menu.draw(fb)

    # -- the first page ------------------------------------------------------------------------

    def _main_page(self, cursor=0):
        rows = self._rows_without_game() if self.game is None else self._rows_in_play()
        word, settings = self.words, self.settings
        for key in _SETTINGS:
            value = settings.get(key)
            if isinstance(value, bool):
                value = word["menu_on" if value else "menu_off"]
            text = word["menu_" + key] % value
            rows.append((text, lambda key=key, at=len(rows): self._next_value(key, at)))
        rows.append((word["menu_language"], lambda at=len(rows): self._switch_language(at)))
        return word["menu_title"], rows, None, cursor

    def _rows_without_game(self):
        word, rows = self.words, []
        if last_set_up.exists():
            rows.append((word["menu_again"], self.play_again))
        for entry in registry.GAMES:
            rows.append((_label(entry, self.language), lambda entry=entry: entry.open_form(self)))
            if entry is registry.GAMES[0] and self._app.current.abandoned:
                rows.append((word["menu_left"], self._app.take_up))
        return rows

    def _rows_in_play(self):
        word = self.words
        rows = [(word["menu_resume"], self.close_menu)]
        rows.extend(self._app.current.entry.rows_in_play(self))
        rows.append((word["menu_abandon"], self._ask_to_abandon))
        return rows

    def _ask_to_abandon(self):
        if self._app.current.may_be_abandoned_at_once():
            self.abandon()
        else:
            self.menu.show(self._abandon_page)

    def _abandon_page(self):
        word = self.words
        rows = [(word["no"], None), (word["yes"], self.abandon)]
        return word["menu_abandon"], rows, self.show_main_page, 0

    def _next_value(self, key, cursor):
        allowed, value = self.settings.limits(key), self.settings.get(key)
        if isinstance(allowed, tuple):  # (lowest, highest)
            value = allowed[0] if value >= allowed[1] else value + 1
        else:
            value = allowed[(allowed.index(value) + 1) % len(allowed)]
        self.settings.change({key: value})
        self._app.apply_settings()
        self.play("click")
        self.show_main_page(cursor)

    def _switch_language(self, cursor):
        at = LANGUAGES.index(self.language) + 1
        self._app.speak(LANGUAGES[at % len(LANGUAGES)])
        self.show_main_page(cursor)


def _label(entry, language):
    return entry.LABELS.get(language) or entry.LABELS[entry.LANGUAGES[0]]
