"""The pictures with the scores: every one, whatever the table, and nothing over anything else."""

import importlib
import sys
import types

import pytest

from glass.games.timesup.rule_set import load as load_rules
from glass.games.timesup.rules import TimesUp
from glass.games.timesup.setup import complete
from glass.ui import font
from glass.ui.view import View
from glass.ui.words import load

WIDTH, HEIGHT = 128, 64
WORDS = {code: load(f"timesup/words_{code}", f"words_{code}") for code in ("en", "fr")}
SHORT = [name + "y" for name in "Ann Bob Cid Dee Eve Fay Gus Hal Ida Jon Kim Leo Mia Ned".split()]
SHORT += ["Oli", "Pia", "Quin", "Rob"]
ACCENTS = [name + "g" for name in "Él År Ñu Îl Éy Èm Çö Üy Öp Ây Ôl Êv Ÿy Úp Ày Ég Íy Óy".split()]
LONG = [f"Maximilien-Guillaume of the Guÿ Family{seat:2}"[:40] for seat in range(18)]
TABLES = [(2 * teams, teams) for teams in (2, 3, 4, 5, 6, 7, 8)] + [(18, 8), (9, 3), (11, 3)]
RINGS = [(players, "ring") for players in (3, 5, 7, 9, 11)]


class Glass:
    """A frame buffer that notes which rectangles are lit."""

    def __init__(self):
        self.lit, self.lines = [], []

    def fill_rect(self, x, y, width, height, color):
        assert 0 <= x and x + width <= WIDTH and 0 <= y and y + height <= HEIGHT
        self.lit.append((x, y, x + width, y + height))

    def hline(self, x, y, width, color):
        self.lines.append(y)

    def vline(self, x, y, height, color):
        self.lit.append((x, y, x + 1, y + height))


@pytest.fixture
def picture(monkeypatch):
    """picture(game, language, message) -> (glass, [(text, ink's box, dark)])."""
    monkeypatch.setitem(sys.modules, "framebuf", types.SimpleNamespace())
    before = set(sys.modules)
    screens = importlib.import_module("glass.ui.screens")
    pages = importlib.import_module("glass.ui.timesup.screens")
    texts = []

    def note(face, fb, text, x, y, dark=False):
        top, bottom = face.ink(text)
        if text:
            texts.append((text, (x, y + top, x + face.width(text), y + bottom), dark))
        return x + face.advance(text)

    monkeypatch.setattr(font.Font, "draw", note)
    paint = importlib.import_module("glass.ui.paint")

    def put(fb, card, name, top=16):
        """As ui/plate.py, without frames of its own."""
        paint.block(fb, name(card), top, 46)

    def draw(game, language, message=None, note=""):
        view = View(None, types.SimpleNamespace(put=put))
        view.name, view.note = lambda card: "Édithy", lambda card: note
        view.game, view.pages, view.message = game, pages, message
        view.words, view.language, view.left_ms = WORDS[language], language, game.left_ms
        texts.clear()
        glass = Glass()
        screens.draw(glass, view)
        return glass, list(texts)

    yield draw
    # They hold the framebuf of this test; what is inside a package goes before it.
    for name in sorted(set(sys.modules) - before, reverse=True):
        package, _, last = name.rpartition(".")
        vars(sys.modules[package]).pop(last, None)
        del sys.modules[name]


def at_table(edition, players, teams, names, scores, number=1, left_ms=30000):
    """A game about to begin a turn, with these scores."""
    if teams != "ring":
        teams = [list(range(first, players, teams)) for first in range(teams)]
    game = TimesUp(complete({"edition": edition, "players": names[:players], "teams": teams,
                             "cards": 40, "seed": 1}, None))  # fmt: skip
    rows = game.scores()
    game.scores = lambda: [(row[0], row[1], scores[at]) for at, row in enumerate(rows)]
    game.round, game.left_ms = number, left_ms
    return game


@pytest.mark.parametrize("left_ms", [30000, 29900, 8000])
@pytest.mark.parametrize("names", [SHORT, LONG, ACCENTS], ids=["short", "long", "accents"])
@pytest.mark.parametrize("edition", ["en", "fr"])
@pytest.mark.parametrize(("players", "teams"), TABLES + RINGS)
def test_every_score_is_shown_and_nothing_overlaps(picture, players, teams, edition, names,
                                                    left_ms):  # fmt: skip
    word = WORDS[edition]
    for first, number in ((0, 1), (7, 2), (12, 3), (95, 1), (123, 3), (888, 2)):
        scores = [first + at for at in range(11)]
        game = at_table(edition, players, teams, names, scores, number, left_ms)
        glass, texts = picture(game, edition)
        scores = [str(score) for score in scores[: len(game.scores())]]
        said = [text for text, _, _ in texts]
        if " – ".join(scores) not in said:
            shown = [one for one in texts if one[0].isdigit()]
            assert [text for text, _, _ in shown] == scores
            on = [at for at, one in enumerate(shown) if one[2]]
            assert on == ([0, 1] if teams == "ring" else [0])  # whose turn it is
            for _, box, dark in shown:
                assert dark == any(_inside(box, lit) for lit in glass.lit)
                for _, other, _ in shown:  # what stands beside it is another number
                    assert box is other or box[1] != other[1] or abs(box[0] - other[0]) >= 4 + (
                        box[2] - box[0] if box[0] < other[0] else other[2] - other[0])  # fmt: skip
        elif left_ms != 30000:
            raise AssertionError("no room for the rest of the time")
        if left_ms != 30000:
            assert word["left"] % f"{(left_ms + 999) // 1000} s" in said
        assert word["round"] % number in said
        assert any(text.startswith(names[0][:5]) for text in said)
        assert any(text.startswith(word["with"][:5]) for text in said)
        assert any(text.startswith(word["calls"][:6]) for text in said)
        rule = load_rules(edition)["rounds"][number - 1]["line"][edition]
        assert " ".join(said).replace("\xa0", " ").endswith(rule.replace("\xa0", " "))
        _check_places(glass, texts)


def _inside(box, other):
    return box[0] >= other[0] and box[1] >= other[1] and box[2] <= other[2] and box[3] <= other[3]


def _check_places(glass, texts):
    for at, (text, box, dark) in enumerate(texts):
        assert _inside(box, (0, 0, WIDTH, HEIGHT)), text
        assert not any(box[1] <= y < box[3] for y in glass.lines), text
        for other, place, _ in texts[:at]:
            apart = (box[0] >= place[2] or place[0] >= box[2]
                     or box[1] >= place[3] or place[1] >= box[3])  # fmt: skip
            assert apart, (text, other)
        for lit in glass.lit:
            apart = box[0] >= lit[2] or lit[0] >= box[2] or box[1] >= lit[3] or lit[1] >= box[3]
            assert apart or dark and _inside(box, lit), text


@pytest.mark.parametrize("edition", ["en", "fr"])
@pytest.mark.parametrize(("players", "teams"), [(4, 2), (12, 6), (11, "ring")])
def test_a_message_takes_the_rule_s_place(picture, players, teams, edition):
    game = at_table(edition, players, teams, SHORT, [10 + at for at in range(11)])
    glass, texts = picture(game, edition, "not_now")
    assert texts[-1][0] == WORDS[edition]["!press_start"]
    _check_places(glass, texts)


@pytest.mark.parametrize("note", ["", "Êcrivaing", "Êcrivaing, " * 5])
@pytest.mark.parametrize("names", [SHORT, ACCENTS], ids=["short", "accents"])
@pytest.mark.parametrize(("players", "teams"), TABLES[:4] + RINGS)
def test_accents_of_names_read_aloud_stay_clear(picture, players, teams, names, note):
    """No accent in a line or off the panel; rows of the pad may stand as close as lines of a text
    do."""
    game = at_table("fr", players, teams, names, list(range(11)))
    game.phase, game.names_to_read = "round_over", lambda: [0, 1]
    glass, texts = picture(game, "fr", note=note)
    assert "Édithy" in [text for text, _, _ in texts]
    for text, box, _ in texts:
        assert _inside(box, (0, 0, WIDTH, HEIGHT)), text
        assert not any(box[1] <= y < box[3] for y in glass.lines), text
    scores = [row[0] for row in game.scores()]
    last = max(box[3] for text, box, _ in texts if text[:2] in [name[:2] for name in scores])
    name = next(box for text, box, _ in texts if text == "Édithy")
    assert name[1] >= last - 1
