"""The menu: what can be done without a laptop when no game is shown."""

import json

from glass import files
from glass.games.errors import Refused

LAST = "/last.json"  # the last set-up that was played, to play it again
TIMER = {"game": "timer"}


class Menu:
    """.title and .items are texts, .cursor an index; `press` takes a button's name."""

    def __init__(self, app):
        self._app = app
        self.cursor = 0
        self._build()

    def _build(self):
        app, word = self._app, self._app.words.WORDS
        game = app.game
        # A finished game can be looked at again; only a live one can be abandoned.
        actions = []
        if game is not None:
            actions += [("menu_resume", app.close_menu), ("menu_abandon", self._abandon)]
        if files.exists(LAST):
            actions.append(("menu_again", self._again))
        actions.append(("menu_timer", self._timer))
        actions.append(("menu_language", self._language))
        self._actions = [action for _, action in actions]
        self.title = word["menu_title"]
        self.items = [word[key] for key, _ in actions]
        self.cursor = min(self.cursor, len(self.items) - 1)

    def press(self, button):
        """`pass` and `foul` move down and up, `start` and `got` choose."""
        if button == "pass":
            self.cursor = (self.cursor + 1) % len(self.items)
        elif button == "foul":
            self.cursor = (self.cursor - 1) % len(self.items)
        else:
            self._app.play("click")
            try:
                self._actions[self.cursor]()
            except (Refused, OSError, ValueError) as error:
                self._app.refuse(getattr(error, "code", "flash"))

    def _abandon(self):
        self._app.abandon()

    def _timer(self):
        self._app.new_game(TIMER)

    def _again(self):
        self._app.new_game(json.loads(files.read(LAST)))

    def _language(self):
        app = self._app
        app.speak("fr" if app.language == "en" else "en")
        self._build()
