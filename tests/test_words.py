"""The words of the screen: each language that the device or a game speaks has all of them."""

import re

import pytest
from support.documents import FIRMWARE

from glass import registry
from glass.games import LANGUAGES

UI = FIRMWARE / "glass" / "ui"


def keys(path):
    """The keys of a file of words, in order, each with how many places its text has to fill."""
    lines = path.read_text(encoding="utf-8").splitlines()
    pairs = [line.split(" ", 1) for line in lines]
    return [(key, re.findall(r"%[ds]", text)) for key, text in pairs]


def files():
    """(file in the first language, languages) of each set of files."""
    yield UI / f"words_{LANGUAGES[0]}.txt", LANGUAGES
    for entry in registry.GAMES:
        folder = UI / entry.FACTS.NAME
        for first in sorted(folder.glob(f"*_{entry.LANGUAGES[0]}.txt")):
            yield first, entry.LANGUAGES


@pytest.mark.parametrize(
    ("first", "languages"), list(files()), ids=lambda one: getattr(one, "name", "")
)
def test_every_language_has_the_same_words(first, languages):
    stem = first.stem.rpartition("_")[0]
    found = {path.stem.rpartition("_")[2] for path in first.parent.glob(f"{stem}_*.txt")}
    assert found == set(languages)
    assert len(keys(first)) == len({key for key, _ in keys(first)}) > 0
    for language in languages:
        assert keys(first.parent / f"{stem}_{language}.txt") == keys(first), language


def test_a_language_of_a_game_is_one_that_the_device_may_speak():
    for entry in registry.GAMES:
        assert entry.LABELS.keys() == set(entry.LANGUAGES)
        assert set(entry.LANGUAGES) <= set(LANGUAGES)
