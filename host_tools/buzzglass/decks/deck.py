"""A deck of names: its cards, what is wrong with them, and its bytes on the device."""

from __future__ import annotations

import binascii
import io
import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field

from buzzglass.decks import packing
from buzzglass.errors import ToolError
from buzzglass.shapes import DeckReport, Problem
from glass.formats import deck_file
from glass.ui import measure

COLUMNS = ("yellow", "blue", "yellow_note", "blue_note")
CONTROL = "[\x00-\x1f\x7f]"

Fits = Callable[[str], bool]
Card = tuple[str, str, str, str]  # the COLUMNS


@dataclass
class Deck:
    """A deck file as it was understood; `errors` and `warnings` are lists of problems."""

    name: str
    kind: str = "names"
    encoding: str = "utf-8"
    cards: list[Card] = field(default_factory=list)
    errors: list[Problem] = field(default_factory=list)
    warnings: list[Problem] = field(default_factory=list)

    def report(self) -> DeckReport:
        """What `deck check --json` prints."""
        blue = [card[1] for card in self.cards]
        return {
            "name": self.name,
            "kind": self.kind,
            "cards": len(self.cards),
            "encoding": self.encoding,
            "yellow": [card[0] for card in self.cards],
            "blue": blue if any(blue) else [],
            "errors": self.errors,
            "warnings": self.warnings,
        }

    def pack(self) -> bytes:
        """The deck as the device keeps it."""
        return packing.pack(self.name, self.kind, self.cards)

    def error(self, line: int, column: str, text: str, problem: str) -> None:
        """Note something that keeps the deck from being loaded."""
        self.errors.append({"line": line, "column": column, "text": text, "problem": problem})

    def warn(self, line: int, column: str, text: str, problem: str) -> None:
        """Note something worth a look."""
        self.warnings.append({"line": line, "column": column, "text": text, "problem": problem})


@dataclass
class Record:
    """One record of a file before it is judged: the line where it starts, texts by column."""

    line: int
    cells: dict[str, str]


def clean(text: str) -> str:
    """A name as it is stored: NFC, any white space as one space, none at the ends; half of a
    surrogate pair, which no encoding has, as U+FFFD."""
    text = re.sub("[\ud800-\udfff]", "\ufffd", text)
    return re.sub(r"\s+", " ", unicodedata.normalize("NFC", text.replace("\ufeff", ""))).strip()


def fits_screen(text: str) -> bool:
    """True if a name fits three lines of the smallest font: the board's own measure."""
    try:
        return measure.fit(text) is not None
    except OSError as error:
        raise ToolError(f"The fonts are missing ({error}): build them with 'make setup'.")


def undrawable(text: str) -> str:
    """The characters of a name that the screen shows as "?", in order."""
    found = measure.fit(text)
    if found is None:
        return ""
    return "".join(dict.fromkeys(c for c in text if c != " " and not found[0].has(ord(c))))


def judge(deck: Deck, records: list[Record], fits: Fits | None = None) -> None:
    """Turn records into the deck's cards and note what is wrong with them.

    fits: says whether a name fits the screen; by the board's own measure and fonts if None.
    """
    kept = []
    for record in records:
        card = {column: clean(record.cells.get(column, "")) for column in COLUMNS}
        if any(card.values()):
            kept.append((record.line, card))
    names = ("yellow", "blue") if any(card["blue"] for _, card in kept) else ("yellow",)
    seen: dict[tuple[str, str], int] = {}
    for line, card in kept:
        for column in COLUMNS:
            if control := re.search(CONTROL, card[column]):
                problem = f"has the control character U+{ord(control.group()):04X}: remove it"
                deck.error(line, column, card[column], problem)
        for column in names:
            _judge_name(deck, line, column, card[column], fits)
            first = seen.setdefault((column, card[column].casefold()), line)
            if card[column] and first != line:
                deck.warn(line, column, card[column], f"the same name as on line {first}")
        deck.cards.append(_judge_size(deck, line, card))
    if not deck.cards and not deck.errors:
        deck.error(1, "", "", "the deck is empty: it needs at least one name")
    if len(deck.cards) > deck_file.CARDS_MAX:
        most = deck_file.CARDS_MAX
        deck.error(kept[most][0], "", "", f"more than {most} cards: split the deck")


def _judge_name(deck: Deck, line: int, column: str, name: str, fits: Fits | None) -> None:
    """Note what is wrong with a name for the screen."""
    if not name:
        deck.error(line, column, "", "the name is missing")
    elif not (fits or fits_screen)(name):
        problem = "too long: it does not fit three lines of the screen, shorten it"
        deck.error(line, column, name, problem)
    elif missing := "" if fits else undrawable(name):
        deck.warn(line, column, name, f"the screen cannot show {missing}")


def _judge_size(deck: Deck, line: int, card: dict[str, str]) -> Card:
    """The texts of a card; notes if the file has no room for them."""
    values = (card["yellow"], card["blue"], card["yellow_note"], card["blue_note"])
    if len("\0".join(values).rstrip("\0").encode()) > deck_file.CARD_MAX:
        deck.error(line, "yellow_note", card["yellow_note"], "the notes are too long")
    return values


def unpack(data: bytes) -> tuple[str, list[Card]]:
    """(name, cards) of a deck as the device keeps it. Raises ValueError if a byte of it is not as
    it was packed."""
    reader = deck_file.Reader(io.BytesIO(data))
    if binascii.crc32(data[8:]) != reader.crc:
        raise ValueError("a damaged deck file")
    cards = []
    for number in range(reader.cards):
        fields = dict(zip(reader.columns, reader.fields(number), strict=True))
        cards.append(tuple(fields.get(column, "") for column in COLUMNS))
    return reader.name, cards
