"""Deck files as people and their spreadsheets write them."""

import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from buzzglass.decks import deck as decks
from buzzglass.decks import files as deck_files
from buzzglass.decks.csv_files import to_csv
from buzzglass.errors import ToolError
from glass.ui import measure


def fits(text):
    return len(text) <= 60


@pytest.fixture
def parse(tmp_path):
    def write_and_parse(content, file="cards.csv", **options):
        path = tmp_path / file
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return deck_files.parse_deck(path, fits=fits, **options)

    return write_and_parse


def names(deck):
    return [card[0] for card in deck.cards]


def test_two_colours_and_notes(parse):
    deck = parse("yellow,blue,yellow_note,blue_note\nAnn,Bob,a note,\n\nCid,Dee,,\n")
    assert deck.cards == [("Ann", "Bob", "a note", ""), ("Cid", "Dee", "", "")]
    assert (deck.name, deck.kind, deck.encoding) == ("cards", "names", "utf-8")
    assert not deck.errors and not deck.warnings
    report = deck.report()
    assert report["yellow"] == ["Ann", "Cid"] and report["blue"] == ["Bob", "Dee"]


def test_a_name_column_fills_yellow(parse):
    deck = parse("Name,Note\nAnn,who\n")
    assert deck.cards == [("Ann", "", "who", "")] and deck.report()["blue"] == []


def test_french_excel(parse):
    text = "yellow;blue\r\nÉdith Piaf;Astérix\r\nJoyeux Noël\xa0!;Cœur\r\n"
    deck = parse(text.encode("cp1252"))
    assert deck.cards[0][:2] == ("Édith Piaf", "Astérix")
    assert deck.cards[1][:2] == ("Joyeux Noël !", "Cœur")
    assert deck.encoding == "cp1252" and not deck.errors


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_encodings_and_marks_at_the_start(parse, encoding):
    deck = parse("yellow\nÉva\n".encode(encoding))
    assert names(deck) == ["Éva"] and not deck.warnings
    assert deck.encoding == ("utf-16" if encoding == "utf-16" else "utf-8")
    assert names(parse("Éva\nBob".encode(encoding), "cards.txt")) == ["Éva", "Bob"]


def test_names_are_stored_in_nfc_with_single_spaces(parse):
    written = unicodedata.normalize("NFD", "  Père\u00a0 Noël\t! ")
    assert names(parse(f"{written}\n", "cards.txt")) == ["Père Noël !"]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_delimiters(parse, delimiter):
    text = f'yellow{delimiter}blue\n"King, Jr.; Martin"{delimiter}Bob\n'
    assert parse(text).cards[0][:2] == ("King, Jr.; Martin", "Bob")
    assert parse("sep=" + delimiter + "\n" + text).cards[0][:2] == ("King, Jr.; Martin", "Bob")


def test_one_column_may_hold_other_separators_in_quotes(parse):
    assert names(parse('name\n"a;b"\n"c,d"\n')) == ["a;b", "c,d"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_are_physical_ones_where_the_record_starts(parse, end):
    long = "x" * 300
    text = end.join(["yellow,blue", '"Jean', 'Valjean",Bob', "", f"{long},Dee", f"Zed,{long}", ""])
    deck = parse(text)
    assert names(deck)[0] == "Jean Valjean"
    assert [(e["line"], e["column"], e["text"]) for e in deck.errors] == [
        (5, "yellow", long),
        (6, "blue", long),
    ]
    assert "three lines" in deck.errors[0]["problem"]


def test_a_name_of_one_character_is_fine(parse):
    assert names(parse("M\n", "cards.txt")) == ["M"]


def test_doubles_are_warnings(parse):
    deck = parse("yellow,blue\nAnn,Bob\nCid,Ann\nANN ,Dee\n")
    assert not deck.errors
    assert [(w["line"], w["column"], w["text"]) for w in deck.warnings] == [(4, "yellow", "ANN")]
    assert "line 2" in deck.warnings[0]["problem"]


def test_missing_names(parse):
    deck = parse("yellow,blue\nAnn,\n,Bob\n")
    assert [(e["line"], e["column"]) for e in deck.errors] == [(2, "blue"), (3, "yellow")]


def test_an_empty_blue_column_is_no_second_colour(parse):
    deck = parse("yellow,blue\nAnn,\nBob,\n")
    assert not deck.errors and deck.report()["blue"] == []


def test_unknown_columns_are_left_out_with_a_warning(parse):
    deck = parse("yellow,year\nAnn,1900\n")
    assert deck.cards == [("Ann", "", "", "")]
    assert [(w["line"], w["column"]) for w in deck.warnings] == [(1, "year")]


def test_a_separator_in_a_name_is_not_mistaken_for_another_card(parse):
    deck = parse("yellow,blue\nKing, Jr.,Bob\n")
    assert [e["line"] for e in deck.errors] == [2] and "quotes" in deck.errors[0]["problem"]


def test_a_quote_that_is_never_closed_swallows_no_cards_in_silence(parse):
    deck = parse('yellow,blue\nAnn,Bob\n"Cid,Dee\nEve,Fay\n')
    assert [(e["line"], "quote" in e["problem"]) for e in deck.errors] == [(3, True)]
    assert parse('"yellow\nAnn\n').errors
    assert not parse('yellow\n"say ""hi"""').errors


@pytest.mark.parametrize("content", ["", "\n \n", "yellow\n", "yellow,blue\n,\n"])
def test_an_empty_deck_is_an_error(parse, content):
    problems = parse(content).errors
    assert len(problems) == 1 and problems[0]["line"] == 1 and "empty" in problems[0]["problem"]


@pytest.mark.parametrize("name", ["cards.txt", "cards.json"])
def test_an_empty_list_is_an_error(parse, name):
    assert "empty" in parse("[]" if name.endswith("json") else "\n", name).errors[0]["problem"]


@pytest.mark.parametrize("name", ["cards.csv", "cards.txt", "cards.json"])
def test_not_a_text_file(parse, name):
    deck = parse(b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x81\x8d", name)
    assert len(deck.errors) == 1 and "not a text file" in deck.errors[0]["problem"]


def test_no_known_column(parse):
    deck = parse("first,last\nAnn,Bob\n")
    assert len(deck.errors) == 1 and '"yellow"' in deck.errors[0]["problem"]


def test_a_spreadsheet_is_told_what_to_do(parse):
    assert "CSV" in parse(b"PK\x03\x04", "cards.xlsx").errors[0]["problem"]


def test_json(parse):
    deck = parse('["Ann", {"yellow": "Bob", "yellow_note": "n"}, {"name": "Cid"}]', "cards.json")
    assert deck.cards == [("Ann", "", "", ""), ("Bob", "", "n", ""), ("Cid", "", "", "")]
    deck = parse('["Ann", 5, {"yellow": 3}, {"blue": "x"}]', "cards.json")
    assert [e["line"] for e in deck.errors[:3]] == [2, 3, 4]
    deck = parse('["Ann",\n"Bob"\n"Cid"]', "cards.json")
    assert deck.errors[0]["line"] == 3 and "JSON" in deck.errors[0]["problem"]
    assert parse('{"yellow": "Ann"}', "cards.json").errors
    assert parse("[" * 100000, "cards.json").errors


def test_the_name_of_the_deck(parse):
    assert parse("Ann", "My  cards.txt").name == "My cards"
    assert parse("Ann", "cards.txt", name="Été").name == "Été"
    assert parse("Ann", "cards.txt", name=" ").errors


def test_files_that_are_not_there(tmp_path):
    with pytest.raises(ToolError, match="no file"):
        deck_files.parse_deck(tmp_path / "nope.csv")
    with pytest.raises(ToolError, match="folder"):
        deck_files.parse_deck(tmp_path)


def test_the_board_s_own_measure(tmp_path):
    if not list((Path(measure.__file__).parent / "fonts").glob("*.font")):
        pytest.skip("the fonts are not built")
    path = tmp_path / "cards.txt"
    path.write_text("M\nWolfgang Amadeus Mozart\n" + "x" * 300 + "\n张伟\n", encoding="utf-8")
    deck = deck_files.parse_deck(path)
    assert [e["line"] for e in deck.errors] == [3]
    assert [(w["line"], w["problem"][-2:]) for w in deck.warnings] == [(4, "张伟")]


def test_missing_fonts_are_told_in_a_sentence(tmp_path, monkeypatch):
    def fit(*args):
        raise FileNotFoundError("big.font")

    monkeypatch.setattr(measure, "fit", fit)
    (tmp_path / "cards.txt").write_text("M\n")
    with pytest.raises(ToolError, match="make setup"):
        deck_files.parse_deck(tmp_path / "cards.txt")


@given(st.binary(max_size=300), st.sampled_from(["csv", "txt", "json", "tsv"]))
def test_any_bytes_give_cards_or_located_errors(tmp_path_factory, content, suffix):
    path = tmp_path_factory.getbasetemp() / f"any.{suffix}"
    path.write_bytes(content)
    deck = deck_files.parse_deck(path, fits=fits)
    assert deck.cards or deck.errors
    for problem in deck.errors + deck.warnings:
        assert set(problem) == {"line", "column", "text", "problem"} and problem["line"] >= 1
    if not deck.errors:
        deck.pack()


@given(
    st.lists(
        st.tuples(*[st.text(st.characters(codec="utf-8", exclude_categories=["C"]))] * 4),
        min_size=1,
    )
)
def test_what_is_pulled_can_be_loaded_again(tmp_path_factory, cards):
    cards = [tuple(decks.clean(cell) for cell in card) for card in cards]
    cards = [card for card in cards if card[0] and card[1]]
    path = tmp_path_factory.getbasetemp() / "again.csv"
    path.write_text(to_csv(cards), encoding="utf-8", newline="")
    again = deck_files.parse_deck(path, fits=lambda text: True)
    assert again.cards == cards


@pytest.mark.parametrize("sample", ["names-en", "noms-fr"])
def test_sample_decks(sample, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    deck = deck_files.parse_deck(sample, fits=fits)
    assert deck.name == sample and not deck.errors and not deck.warnings
    assert len(deck.cards) == 60
    assert len({name for card in deck.cards for name in card[:2]}) == 120
    assert all(0 < len(note) <= 60 for card in deck.cards for note in card[2:])
    assert all(decks.clean(cell) == cell for card in deck.cards for cell in card)
