"""Cards of many columns in a deck file: one field is read without the rest of the card in RAM."""

import io

import pytest

from buzzglass.decks import packing
from glass.formats.deck_file import CARD_MAX, Reader

COLUMNS = ("category", "answer") + tuple(f"clue{number}" for number in range(1, 21))


class Counted(io.BytesIO):
    """A file that notes the largest read."""

    largest = 0

    def read(self, size=-1):
        data = super().read(size)
        self.largest = max(self.largest, len(data))
        return data


def reader(*cards):
    return Reader(Counted(packing.pack("d", "twentyq", list(cards), COLUMNS)))


def test_each_field_of_a_card_of_8_kb_is_found_in_short_reads():
    fields = ["thing", "œuf", *(f"{number}" + "é" * 198 for number in range(20))]
    fields[-1] += "x" * (CARD_MAX - len("\0".join(fields).encode()))
    deck = reader(tuple(fields), ("year", "1066", *[""] * 20))
    deck.file.largest = 0
    assert [deck.field(0, column) for column in COLUMNS] == fields
    assert deck.file.largest <= 256
    assert deck.fields(0) == fields


@pytest.mark.parametrize("length", range(250, 262))
def test_a_field_may_begin_and_end_anywhere(length):
    fields = ["a" * length, "", "b" * 300, "", "", "c", *[""] * 16]
    deck = reader(tuple(fields), ("z", *["y"] * 21))
    assert [deck.field(0, column) for column in COLUMNS] == fields
    assert [deck.field(1, column) for column in COLUMNS] == ["z", *["y"] * 21]


def test_a_column_that_the_deck_has_not_is_empty():
    assert reader(("year", "1066", *["."] * 20)).field(0, "blue") == ""


def test_a_damaged_card_is_told():
    deck = reader(("year", "1066", *["."] * 20))
    with pytest.raises(ValueError):
        deck.field(1, "answer")
