"""Whatever is chosen in the menu's form, in whatever order, the rules take."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import board_modules  # noqa: F401, I001  the firmware needs it

from glass.formats.errors import Refused
from glass.games.timesup.setup import complete
from glass.ui.menu import Menu
from glass.ui.timesup.form import Form as FirmwareForm
from glass.ui.words import load

DECKS = [
    {"name": "tiny", "kind": "names", "cards": 1, "columns": ["yellow"], "bytes": 1},
    {"name": "small", "kind": "names", "cards": 9, "columns": ["yellow", "blue"], "bytes": 1},
    {"name": "box", "kind": "names", "cards": 432, "columns": ["yellow", "blue"], "bytes": 1},
    {"name": "other", "kind": "twentyq", "cards": 40, "columns": ["yellow"], "bytes": 1},
]


FORM = {language: load(f"timesup/form_{language}") for language in ("en", "fr")}


class Settings:
    """The defaults."""

    def get(self, key):
        return {"cards": 40, "turn_s": None}[key]

    def chosen(self, _key):
        return None


class Device:
    """As much of the device as the form asks for; it takes a set-up only if the rules do."""

    def __init__(self, language, last=None):
        self.language, self.last = language, last
        self.words = load(f"words_{language}")
        self.settings = Settings()
        self.played = None
        self.menu = Menu(self, lambda: ("", [], None, 0))
        FirmwareForm(self).open()
        self.menu.build()

    def decks(self):
        return [dict(deck) for deck in DECKS]

    def last_set_up(self, game):
        assert game == "timesup"
        return None if self.last is None else json.loads(self.last)

    def begin(self, wanted):
        found = [deck for deck in DECKS if deck["name"] == wanted.get("deck")]
        self.played = complete(json.loads(json.dumps(wanted)), found[0] if found else None)

    def entropy(self):
        return 7

    def redraw(self):
        pass

    def play(self, tune):
        assert tune == "click"

    def show_main_page(self):
        raise AssertionError("the form is left")

    def press(self, button):
        self.menu.press(button)
        self.menu.build()

    def take(self, row):
        """Choose a row by its index."""
        self.menu.cursor = row
        self.press("start")


LASTS = [
    None,
    b"{",
    b'{"edition": "fr", "players": ["A", "B", "C", "D", "E"], "ring": true, "seed": 4}',
    b'{"players": ["A", "B", "C", "D", "E"], "teams": [[0, 3], [1, 2, 4]], "deck": "small", '
    b'"team_names": ["X", "Y"], "cards": 4, "draft": false, "colour": "blue", "order": "file"}',
    b'{"players": ["A", "B", "C"], "deck": "gone", "colour": "blue", "cards": 99}',
    b'{"players": ["A", "B", "C", "D"], "teams": "lot", "deck": "box", "cards": 432}',
]


@settings(max_examples=60)
@given(st.sampled_from(["en", "fr"]), st.sampled_from(LASTS),
       st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), max_size=12))  # fmt: skip
def test_nothing_can_be_chosen_that_the_rules_refuse(language, last, choices):
    device = Device(language, last)
    menu, form = device.menu, FORM[language]
    for line, choice in choices:
        assert menu.title == form["title"]
        device.take(1 + line % (len(menu.items) - 2))  # not Play, not Back
        names = menu.title == form["names_title"]
        menu.cursor = choice % (len(menu.items) - 1)
        device.press("got")
        if names:  # spelled: a letter, and done
            for button in ("foul", "pass", "got", "start"):
                device.press(button)
            menu.back()
            menu.build()
    shown = list(menu.items)
    device.take(0)
    full = device.played
    assert full is not None and full["language"] == language
    assert form["players"] % len(full["players"]) in shown
    counts = [form["cards"] % text for text in ("%d", form["all"])]
    assert {count % full["cards"] for count in counts} & set(shown)
    assert form["turn_s"] % ("%d s" % full["turn_s"]) in shown


def test_a_starter_turns_the_table():
    last = (b'{"players": ["A", "B", "C", "D", "E"], "teams": [[0, 3], [1, 2, 4]], '
            b'"team_names": ["X", "Y"]}')  # fmt: skip
    device = Device("en", last)
    device.take(device.menu.items.index(FORM["en"]["starts"] % "A"))
    device.take(device.menu.items.index("B"))
    device.take(0)
    assert device.played["players"] == ["B", "C", "D", "E", "A"]
    assert device.played["teams"] == [[0, 1, 3], [2, 4]]
    assert device.played["team_names"] == ["Y", "X"]


@pytest.mark.parametrize("more", [
    b'"teams": 2', b'"teams": 2, "team_names": ["X", "Y"]',
    b'"edition": {"rounds": [{"line": {"en": "x"}}]}, "players": ["A", "B", "C", "D"]',
])  # fmt: skip
def test_what_only_a_laptop_can_ask_for_does_not_keep_the_form_from_opening(more):
    device = Device("fr", b"{" + more + b"}")
    device.take(0)
    assert device.played["edition"] == "fr" and len(device.played["players"]) == 4


class Form:
    """The form for a new game, as somebody uses it."""

    def __init__(self, flash, language="en"):
        """flash: {"last": the set-up kept as JSON, or None}."""
        self.device = Device(language, flash["last"])
        self.menu = self.device.menu
        self.word = FORM[language]

    def choose(self, key, text):
        """Take `text` for a field."""
        start = self.word[key].split("%")[0]
        self.take(next(item for item in self.menu.items if item.startswith(start)))
        self.take(text)

    def take(self, text):
        self.device.take(self.menu.items.index(text))

    def play(self, flash):
        """The set-up it comes to; kept as the last one, as the device keeps it."""
        kept = []
        begin, self.device.begin = self.device.begin, lambda wanted: (kept.append(wanted),
                                                                      begin(wanted))  # fmt: skip
        self.take(self.word["play"])
        flash["last"] = json.dumps(kept[0]).encode()
        return self.device.played


def test_a_small_deck_does_not_change_what_was_wished():
    """Draft, color and number of cards are there again with a deck that allows them."""
    for last in (None, b"{}"):
        flash = {"last": last}
        form = Form(flash)
        form.choose("deck", "box")
        form.choose("colour", "blue")
        form.choose("deck", "tiny")
        form.choose("deck", "box")
        full = form.play(flash)
        assert (full["draft"], full["cards"], full["colour"]) == (True, 40, "blue")
        form = Form(flash)
        form.choose("draft", form.word["draft_no"])
        form.choose("deck", "tiny")
        form.choose("deck", "box")
        assert form.play(flash)["draft"] is False


def test_a_game_with_a_small_deck_or_paper_cards_does_not_change_what_was_wished():
    for draft in (True, False):
        flash = {}
        flash["last"] = json.dumps({"deck": "box", "players": ["A", "B", "C", "D"], "cards": 70,
                                  "colour": "blue", "draft": draft}).encode()  # fmt: skip
        for between, cards in (("tiny", 1), ("small", 1 if draft else 9), ("on paper", 70)) * 2:
            form = Form(flash)
            form.choose("deck", between)
            assert form.play(flash)["cards"] == cards
            assert Form(flash).play(flash)["cards"] == cards  # and again, untouched
            form = Form(flash)
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
