"""Fonts as packed, names as measured, words in both languages."""

import importlib.util
import re
from io import BytesIO
from pathlib import Path

import pytest

from glass import registry
from glass.formats import shipped
from glass.ui import font, measure, tunes
from glass.ui.words import load

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "host_tools" / "make" / "build_fonts.py"
SPEC = importlib.util.spec_from_file_location("build_fonts", SCRIPT)
build_fonts = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(build_fonts)

TUNES = {
    name: list(zip(notes[::2], notes[1::2], strict=True)) for name, notes in tunes.TUNES.items()
}


def rows(text):
    return [[int(pixel == "#") for pixel in line] for line in text.split()]


def test_scale2x_smooths_a_diagonal():
    assert build_fonts.scale2x(rows("#. .#")) == rows("##.. ###. .### ..##")


def test_pack_and_read_back(monkeypatch):
    a = build_fonts.Glyph(6, -1, -3, rows(".... .#.# .###"))
    packed = build_fonts.pack({0x41: a, 0x3F: build_fonts.Glyph(3, 0, -1, rows("#"))},
                              ((0x3F, 0x41),))  # fmt: skip
    monkeypatch.setattr(shipped, "find", lambda name: (BytesIO(packed), 0, len(packed)))
    monkeypatch.setattr(font, "_cache", {})
    face = font.Font("x")
    assert face.glyph(ord("A")) == [6, 0, 0, 3, 2, bytes([0b10100000, 0b11100000])]
    assert not face.has(ord("@"))
    assert face.glyph(ord("@")) == face.glyph(ord("?"))
    assert face.width("AA") == 9


@pytest.mark.parametrize("size", measure.SIZES)
def test_every_latin_letter_is_there(size):
    face = font.font(size)
    letters = [chr(c) for c in range(0x20, 0x180) if c not in range(0x7F, 0xA0) and c != 0xAD]
    assert [char for char in letters + list("’…–€œŒÿ") if not face.has(ord(char))] == []


@pytest.mark.parametrize("name, size, lines", [
    ("Marie Curie", "big", ["Marie Curie"]),
    ("Napoléon Bonaparte", "big", ["Napoléon", "Bonaparte"]),
    ("Jean-Jacques Rousseau", "large", ["Jean-Jacques", "Rousseau"]),
    ("Saint-Barthélemy-d'Anjou", None, ["Saint-", "Barthélemy-", "d'Anjou"]),
    ("Qui veut gagner des millions ?", None, None),
])  # fmt: skip
def test_the_largest_font_that_fits(name, size, lines):
    face, found = measure.fit(name)
    if size:
        assert face is font.font(size)
    if size and lines:
        assert found == lines
    assert "".join(found).replace(" ", "") == name.replace(" ", "")
    assert len(found) <= 3 and all(face.width(line) <= measure.WIDTH for line in found)
    assert measure.rows(face, found) <= measure.HEIGHT
    assert not any(line.startswith("?") for line in found)


def test_a_name_that_no_font_holds():
    assert measure.fit("W" * 40) is None
    assert measure.fit("word " * 40) is None


def all_of(words):
    """{key: text}, each found as the firmware finds it."""
    text = b"".join(words.pieces).decode()
    lines = [line.partition(" ") for line in text.split("\n") if line]
    assert len({key for key, _, _ in lines}) == len(lines)
    assert all(words[key] == text for key, _, text in lines)
    return {key: text for key, _, text in lines}


FILES = ["words", *[f"{entry.FACTS.NAME}/words" for entry in registry.GAMES], "timesup/form"]
WORDS = {(file, code): load(f"{file}_{code}") for file in FILES for code in ("en", "fr")}


@pytest.mark.parametrize("file", FILES)
def test_both_languages_say_the_same_things(file):
    en, fr = [all_of(WORDS[file, code]) for code in ("en", "fr")]
    assert en.keys() == fr.keys()
    for key, text in en.items():
        assert re.findall("%.", text) == re.findall("%.", fr[key]), key


def test_a_word_is_found_whole_or_not_at_all():
    words = load("timesup/words_en", "words_en")
    assert words["with"] == "with %s"
    assert words["tie"] == "It's a tie"
    assert words["yes"] == "Yes, abandon"
    assert words.get("!players_range") == "3 to 18 players"
    assert words.get("wit") is None and words.get("%s", "x") == "x"
    with pytest.raises(KeyError):
        words["no_such_word"]


def test_the_first_file_counts_where_two_have_a_word(monkeypatch):
    texts = {"ui/one.txt": b"go Go!\n", "ui/two.txt": b"go Started\nwait Wait\n"}
    monkeypatch.setattr(shipped, "find", lambda name: (BytesIO(texts[name]), 0, len(texts[name])))
    words = load("one", "two")
    assert (words["go"], words["wait"]) == ("Go!", "Wait")


@pytest.mark.parametrize("words", WORDS.values(), ids=map("-".join, WORDS))
def test_refusals_fit_their_line(words):
    for key, text in all_of(words).items():
        if key[0] != "!":
            continue
        key = key[1:]
        assert font.font("tiny").width(text) <= (102 if key == "no_pass" else 124), key


@pytest.mark.parametrize("words", WORDS.values(), ids=map("-".join, WORDS))
def test_menu_rows_and_titles_fit(words):
    form = words.get("play")  # a form's rows are all for the menu
    for key, text in all_of(words).items():
        if not form and not key.startswith("menu_") and key not in ("yes", "no"):
            continue
        face = font.font("small" if key.endswith("title") or key.startswith("menu") else "tiny")
        assert face.width(text.replace("%d", "88").replace("%s", "")) <= 118, key


@pytest.mark.parametrize("entry", registry.GAMES, ids=lambda entry: entry.FACTS.NAME)
def test_labels_fit(entry):
    assert set(entry.LABELS) == set(entry.LANGUAGES)
    for text in entry.LABELS.values():
        assert font.font("small").width(text) <= 118


def test_tunes_end():
    for name, notes in TUNES.items():
        assert 0 < sum(ms for _, ms in notes) < 1500, name
        assert all(hz == 0 or 100 <= hz <= 5000 for hz, _ in notes), name
