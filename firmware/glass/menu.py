"""The menu: what can be done without a laptop when no game is shown."""

import json

from glass import files
from glass.games import events
from glass.games.errors import Refused

LAST = "/last.json"  # the last set-up that was played, to play it again
TIMER = {"game": "timer"}
CORRECTABLE = ("ready", "review", "round_over", "carry", "game_over")


class Menu:
    """.title and .items are texts, .cursor an index; `press` takes a button's name."""

    def __init__(self, app):
        self._app = app
        self.cursor = 0
        self._build()

    def _build(self):
        app, word = self._app, self._app.words.WORDS
        game = app.game
        actions = []
        if game is not None:
            actions.append((word["menu_resume"], app.close_menu))
            if game.phase == "draft" and game.draft_open:
                actions.append((word["menu_replace"], self._replace))
            if game.phase in CORRECTABLE and hasattr(game, "scores"):
                actions.append((word["menu_correct"], self._correct))
            actions.append((word["menu_abandon"], app.abandon))
        if files.exists(LAST):
            actions.append((word["menu_again"], self._again))
        actions.append((word["menu_timer"], self._timer))
        actions.append((word["menu_language"], self._language))
        self._take(word["menu_title"], actions)

    def _take(self, title, actions):
        self.title = title
        self.items = [item for item, _ in actions]
        self._actions = [action for _, action in actions]
        self.cursor = min(self.cursor, len(actions) - 1)

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

    def _replace(self):
        self._app.replace_card()
        self._app.close_menu()

    def _correct(self, row=None, delta=0):
        """The score pad by hand, a point at a time; the journal keeps each."""
        app = self._app
        if row is None:
            self.cursor = 0
        else:
            app.record(events.CORRECT, row << 8 | 100 + delta)
        actions = [(app.words.WORDS["menu_resume"], app.close_menu)]
        for index, (name, _, total) in enumerate(app.game.scores()):
            for sign in (1, -1):
                text = "%s1 %s (%d)" % ("+" if sign > 0 else "-", name, total)
                actions.append((text, lambda i=index, d=sign: self._correct(i, d)))
        self._take(app.words.WORDS["menu_correct"], actions)

    def _timer(self):
        self._app.new_game(TIMER)

    def _again(self):
        self._app.new_game(json.loads(files.read(LAST)))

    def _language(self):
        app = self._app
        app.speak("fr" if app.language == "en" else "en")
        self._build()
