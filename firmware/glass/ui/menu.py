"""The menu: what can be done without a laptop, page by page, with four buttons."""

import json

from glass import borrow
from glass.formats.errors import Refused
from glass.games import events
from glass.store import files, journal
from glass.store.settings import FIELDS

TIMES_S = (10, 15, 20, 30, 45, 60, 90, 120, 180, 300, 600, 900, 1800, 3600)
CORRECTABLE = ("ready", "review", "round_over", "carry", "game_over")


class Menu:
    """.title and .items are texts, .cursor an index; `press` takes a button's name."""

    def __init__(self, app):
        self._app = app
        self.editor = None  # a page that takes the buttons itself
        # What is left to do of a button's action: what has changed something leaves only its page
        # here, so that it is not changed twice if there was no memory for the page.
        self.rest = None
        self.top()

    def show(self, title, rows, back, at=0):
        """Show a page: rows of (text, action), and a last one that goes `back` if that is given."""
        if back:
            rows.append((self._app.words.WORDS["menu_back"], back))
        items, actions = [text for text, _ in rows], [action for _, action in rows]
        self.title, self.items, self._actions = title, items, actions
        self.cursor, self._back = at, back
        self.editor = None
        self._app.redraw()

    def edit(self, editor, back):
        """A page that takes the buttons itself: .press(button), .row() and what is drawn of it."""
        self.editor, self._back = editor, back
        self._app.redraw()

    def top(self, at=0):
        """The first page."""
        app, word = self._app, self._app.words.WORDS
        game = app.game
        rows = []
        if game is not None:
            rows.append((word["menu_resume"], app.close_menu))
            if game.phase == "draft" and game.draft_open:
                rows.append((word["menu_replace"], self._replace))
            if game.phase in CORRECTABLE and hasattr(game, "scores"):
                rows.append((word["menu_correct"], self._correct))
            rows.append((word["menu_abandon"], self._abandon))
        else:
            if files.exists(journal.LAST):
                rows.append((word["menu_again"], self._again))
            rows.append((word["menu_new"], self._new))
            if app.left_behind:
                rows.append((word["menu_left"], app.take_up))
            rows.append((word["menu_timer"], self._timer))
        for key in ("volume", "brightness"):
            text = word["menu_" + key] % app.settings.get(key)
            rows.append((text, lambda key=key, at=len(rows): self._louder(key, at)))
        rows.append((word["menu_language"], lambda at=len(rows): self._language(at)))
        self.show(word["menu_title"], rows, None, at)

    def state(self):
        """The page as `status` tells it: its title and the row under the cursor."""
        if self.editor is not None:
            return {"title": self.editor.title, "row": self.editor.row()}
        return {"title": self.title, "row": self.items[self.cursor]}

    def press(self, button):
        """`pass` and `foul` move down and up, `start` and `got` choose."""
        if button == "pass" and self.editor is None:
            self.cursor = (self.cursor + 1) % len(self.items)
        elif button == "foul" and self.editor is None:
            self.cursor = (self.cursor - 1) % len(self.items)
        else:
            self._app.play("click")
            editor = self.editor
            self._do(lambda: editor.press(button) if editor else self._actions[self.cursor]())

    def _do(self, action):
        """Do what a button asks for; what finds no memory once more, then it is refused."""
        app, self.rest = self._app, action
        try:
            app.twice(lambda: self.rest())
        except MemoryError:
            if self.rest is not action:  # what the page tells is no longer so
                self._start_over()
            app.refuse("memory")
        except (Refused, OSError, ValueError) as error:
            app.refuse(getattr(error, "code", "flash"))

    def _start_over(self):
        try:
            self._app.twice(self.top)
        except MemoryError:
            if self._app.game is not None:
                self._app.close_menu()

    def back(self):
        """One page back (`foul` held); from the first one into the game."""
        if self._back:
            self._do(self._back)
        elif self._app.game is not None:
            self._app.close_menu()

    def _replace(self):
        self._app.replace_card()
        self._app.close_menu()

    def _abandon(self):
        if not self._app.unfinished():
            return self._app.abandon()
        word = self._app.words.WORDS
        rows = [(word["no"], self.top), (word["yes"], self._app.abandon)]
        self.show(word["menu_abandon"], rows, None)
        self._back = self.top

    def _correct(self, row=None, delta=0, at=0):
        """The score pad by hand, a point at a time; the journal keeps each."""
        app = self._app
        if row is not None:
            app.record(events.CORRECT, row << 8 | 100 + delta)
            self.rest = lambda: self._correct(at=at)
        rows = [(app.words.WORDS["menu_resume"], app.close_menu)]
        for index, (name, _, total) in enumerate(app.game.scores()):
            if name.isdigit():
                name = app.words.WORDS["player"] % name
            for sign in (1, -1):
                text = "%s1 (%d) %s" % ("+" if sign > 0 else "-", total, name)
                rows.append((text, lambda i=index, d=sign, at=len(rows): self._correct(i, d, at)))
        self.show(app.words.WORDS["menu_correct"], rows, self.top, at)

    def teams(self):
        """Who plays with whom, after a lot."""
        app, word = self._app, self._app.words.WORDS
        rows = [(word["menu_play"], app.close_menu)]
        rows += [(name, self.stay) for name in app.game.setup["team_names"]]
        rows.append((word["menu_draw"], self._again))
        self.show(word["menu_teams"], rows, self.top)

    def stay(self):
        """A row that only tells."""

    def _timer(self):
        app = self._app
        last_s = app.settings.get("timer_s")
        rows, times = [], sorted(set(TIMES_S + (last_s,)))
        for time_s in times:
            text = "%d:%02d" % (time_s // 60, time_s % 60) if time_s >= 60 else "%d s" % time_s
            rows.append((text, lambda s=time_s: self._start_timer(s)))
        self.show(app.words.WORDS["menu_timer"], rows, self.top, times.index(last_s))

    def _start_timer(self, time_s):
        app = self._app
        app.settings.change({"timer_s": time_s})
        app.begin({"game": "timer", "turn_s": time_s, "language": app.language})

    def _again(self):
        wanted = json.loads(files.read(journal.LAST))
        wanted["language"] = self._app.language
        self._app.begin(wanted)

    def _new(self):
        """The form for a new game; its module is in RAM only as long as the form is."""
        borrow("ui.timesup.form").NewGame(self._app, self).open()

    def _louder(self, key, at):
        app = self._app
        lowest, highest = FIELDS[key][1]
        value = app.settings.get(key) + 1
        app.settings.change({key: lowest if value > highest else value})
        self.rest = lambda: self.top(at)
        app.apply_settings()
        app.play("click")
        self.top(at)

    def _language(self, at):
        app = self._app
        app.speak("fr" if app.language == "en" else "en")
        self.rest = lambda: self.top(at)
        self.top(at)
