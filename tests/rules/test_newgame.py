"""Whatever is chosen in the menu's form, in whatever order, the rules take."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from glass.formats.errors import Refused
from glass.games.setup import complete
from glass.store import decks, files
from glass.store.journal import LAST
from glass.ui import words_en, words_fr
from glass.ui.menu import Menu
from glass.ui.timesup import form_en, form_fr

DECKS = [
    {"name": "tiny", "kind": "names", "cards": 1, "blue": False, "bytes": 1},
    {"name": "small", "kind": "names", "cards": 9, "blue": True, "bytes": 1},
    {"name": "box", "kind": "names", "cards": 432, "blue": True, "bytes": 1},
    {"name": "other", "kind": "twentyq", "cards": 40, "blue": False, "bytes": 1},
]


class Settings:
    """The defaults."""

    def get(self, key):
        return {"cards": 40, "turn_s": 30, "volume": 3, "brightness": 3, "timer_s": 30}[key]

    def chosen(self, _key):
        return None


class Device:
    """As much of the app as the menu asks for; it takes a set-up only if the rules do."""

    def __init__(self, language):
        self.language = language
        self.words = {"en": words_en, "fr": words_fr}[language]
        self.settings = Settings()
        self.game = None
        self.left_behind = False
        self.played = None
        self.menu = Menu(self)

    def begin(self, wanted):
        found = [deck for deck in DECKS if deck["name"] == wanted.get("deck")]
        self.played = complete(json.loads(json.dumps(wanted)), found[0] if found else None)

    def entropy(self):
        return 7

    def refuse(self, code):
        raise AssertionError(f"refused: {code}")

    def redraw(self):
        pass

    def twice(self, work):
        work()

    def play(self, tune):
        assert tune == "click"

    def close_menu(self):
        pass


LASTS = [
    None,
    b"{",
    b'{"edition": "fr", "players": ["A", "B", "C", "D", "E"], "ring": true, "seed": 4}',
    b'{"players": ["A", "B", "C", "D", "E"], "teams": [[0, 3], [1, 2, 4]], "deck": "small", '
    b'"team_names": ["X", "Y"], "cards": 4, "draft": false, "colour": "blue", "order": "file"}',
    b'{"players": ["A", "B", "C"], "deck": "gone", "colour": "blue", "cards": 99}',
    b'{"players": ["A", "B", "C", "D"], "teams": "lot", "deck": "box", "cards": 432}',
]


@pytest.fixture
def flash(monkeypatch):
    kept = {}
    monkeypatch.setattr(decks, "listing", lambda: [dict(deck) for deck in DECKS])
    monkeypatch.setattr(files, "exists", lambda path: kept.get(path) is not None)
    monkeypatch.setattr(files, "read", lambda path, default=None: kept.get(path) or default)
    return kept


def test_nothing_can_be_chosen_that_the_rules_refuse(flash):
    @settings(max_examples=60)
    @given(st.sampled_from(["en", "fr"]), st.sampled_from(LASTS),
           st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), max_size=12))  # fmt: skip
    def walk(language, last, choices):
        flash[LAST] = last
        device = Device(language)
        menu, form = device.menu, {"en": form_en, "fr": form_fr}[language].WORDS
        menu._new()
        for line, choice in choices:
            assert menu.title == form["title"]
            menu.cursor = 1 + line % (len(menu.items) - 2)  # not Play, not Back
            menu.press("start")
            names = menu.title == form["names_title"]
            menu.cursor = choice % (len(menu.items) - 1)
            menu.press("got")
            if names:  # spelled: a letter, and done
                menu.press("foul")
                menu.press("pass")
                menu.press("got")
                menu.press("start")
                menu.back()
        shown = list(menu.items)
        menu.cursor = 0
        menu.press("start")
        full = device.played
        assert full is not None and full["language"] == language
        assert form["players"] % len(full["players"]) in shown
        counts = [form["cards"] % text for text in ("%d", form["all"])]
        assert {count % full["cards"] for count in counts} & set(shown)
        assert form["turn_s"] % ("%d s" % full["turn_s"]) in shown

    walk()


def test_a_starter_turns_the_table(flash):
    flash[LAST] = (b'{"players": ["A", "B", "C", "D", "E"], "teams": [[0, 3], [1, 2, 4]], '
                   b'"team_names": ["X", "Y"]}')  # fmt: skip
    device = Device("en")
    device.menu._new()
    form = form_en.WORDS
    device.menu.cursor = device.menu.items.index(form["starts"] % "A")
    device.menu.press("start")
    device.menu.cursor = device.menu.items.index("B")
    device.menu.press("start")
    device.menu.cursor = 0
    device.menu.press("start")
    assert device.played["players"] == ["B", "C", "D", "E", "A"]
    assert device.played["teams"] == [[0, 1, 3], [2, 4]]
    assert device.played["team_names"] == ["Y", "X"]


class Form:
    """The form for a new game, as somebody uses it."""

    def __init__(self, language="en"):
        self.device = Device(language)
        self.menu = self.device.menu
        self.word = {"en": form_en, "fr": form_fr}[language].WORDS
        self.menu._new()

    def choose(self, key, text):
        """Take `text` for a field."""
        start = self.word[key].split("%")[0]
        self.take(next(item for item in self.menu.items if item.startswith(start)))
        self.take(text)

    def take(self, text):
        self.menu.cursor = self.menu.items.index(text)
        self.menu.press("start")

    def play(self, flash):
        """The set-up it comes to; kept as the last one, as the device keeps it."""
        kept = []
        begin, self.device.begin = self.device.begin, lambda wanted: (kept.append(wanted),
                                                                      begin(wanted))  # fmt: skip
        self.take(self.word["play"])
        flash[LAST] = json.dumps(kept[0]).encode()
        return self.device.played


def test_a_small_deck_does_not_change_what_was_wished(flash):
    """Draft, color and number of cards are there again with a deck that allows them."""
    for last in LASTS[:2]:
        flash[LAST] = last
        form = Form()
        form.choose("deck", "box")
        form.choose("colour", "blue")
        form.choose("deck", "tiny")
        form.choose("deck", "box")
        full = form.play(flash)
        assert (full["draft"], full["cards"], full["colour"]) == (True, 40, "blue")
        form = Form()
        form.choose("draft", form.word["draft_no"])
        form.choose("deck", "tiny")
        form.choose("deck", "box")
        assert form.play(flash)["draft"] is False


def test_a_game_with_a_small_deck_or_paper_cards_does_not_change_what_was_wished(flash):
    for draft in (True, False):
        flash[LAST] = json.dumps({"deck": "box", "players": ["A", "B", "C", "D"], "cards": 70,
                                  "colour": "blue", "draft": draft}).encode()  # fmt: skip
        for between, cards in (("tiny", 1), ("small", 1 if draft else 9), ("on paper", 70)) * 2:
            form = Form()
            form.choose("deck", between)
            assert form.play(flash)["cards"] == cards
            assert Form().play(flash)["cards"] == cards  # and again, untouched
            form = Form()
            form.choose("deck", "box")
            full = form.play(flash)
            assert (full["draft"], full["cards"], full["colour"]) == (draft, 70, "blue")


def test_a_wish_of_no_sense_is_refused():
    players = ["A", "B", "C", "D"]
    for wish in ("x", [], 5, {"cards": "x"}, {"cards": 0}, {"draft": 1}, {"colour": "red"},
                 {"players": []}, {"draft": None}):  # fmt: skip
        with pytest.raises(Refused) as caught:
            complete({"players": players, "seed": 1, "wish": wish}, None)
        assert caught.value.code in ("wish", "cards", "draft", "colour")
    full = complete({"players": players, "seed": 1, "wish": {"cards": 5}}, None)
    assert full["cards"] == 40 and "wish" not in full
