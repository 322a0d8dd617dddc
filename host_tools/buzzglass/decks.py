"""Deck files that people write (CSV, TXT, JSON), read into cards with every problem located."""

from __future__ import annotations

import binascii
import csv
import io
import json
import os
import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from buzzglass.errors import ToolError

COLUMNS = ("yellow", "blue", "yellow_note", "blue_note")
ALIASES = {"name": "yellow", "note": "yellow_note"}
SCREEN_WIDTH_PX = 128
CARD_BYTES_MAX = 2000  # what glass.deckfile.Reader takes
CARDS_MAX = 10000
NAME_BYTES_MAX = 255
CONTROL = "[\x00-\x1f\x7f]"
csv.field_size_limit(1 << 30)  # a long cell is told with its line, as any name that is too long
SAMPLES = Path(__file__).with_name("decks")

Fits = Callable[[str], bool]
Card = tuple[str, str, str, str]  # the COLUMNS


@dataclass
class Deck:
    """A deck file as it was understood; `errors` and `warnings` are lists of problems."""

    name: str
    kind: str = "names"
    encoding: str = "utf-8"
    cards: list[Card] = field(default_factory=list)
    errors: list[dict[str, Any]] = field(default_factory=list)
    warnings: list[dict[str, Any]] = field(default_factory=list)

    def report(self) -> dict[str, Any]:
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
        from glass import hostside

        return bytes(hostside.pack(self.name, self.kind, self.cards))

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
        from glass.ui import measure

        return measure.fit(text, SCREEN_WIDTH_PX) is not None
    except (ImportError, OSError) as error:
        raise ToolError(f"The fonts are missing ({error}): build them with 'make setup'.")


def undrawable(text: str) -> str:
    """The characters of a name that the screen shows as "?", in order."""
    from glass.ui import measure

    found = measure.fit(text, SCREEN_WIDTH_PX)
    if found is None:
        return ""
    return "".join(dict.fromkeys(c for c in text if c != " " and not found[0].has(c)))


def find(path: str | Path) -> Path:
    """The file, or the sample deck of that name if there is no such file. Raises ToolError."""
    path = Path(path)
    if os.path.isfile(path):  # False too for a name that is too long or has a NUL
        return path
    if os.path.isdir(path):
        raise ToolError(f"{path} is a folder: name a deck file in it.")
    sample = SAMPLES / f"{path.name}.csv"
    if path.parent == Path(".") and os.path.isfile(sample):
        return sample
    raise ToolError(f"There is no file {path}: check the name, or the folder you are in.")


def parse_deck(path: str | Path, name: str | None = None, fits: Fits | None = None) -> Deck:
    """Read a deck file. Problems in it are collected in the Deck.

    name: the deck's name, the file's stem if None. fits: says whether a name fits the screen.
    Raises ToolError if the file cannot be read at all.
    """
    path = find(path)
    deck = Deck(clean(path.stem if name is None else name))
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ToolError(f"Cannot read {path} ({error.strerror}): check its permissions.")
    if not deck.name or re.search(CONTROL, deck.name) or len(deck.name.encode()) > NAME_BYTES_MAX:
        deck.error(1, "", deck.name, "the deck's name must be a text of 1 to 255 bytes: use --name")
        return deck
    suffix = path.suffix.lower()
    if suffix in (".xlsx", ".xls", ".ods", ".numbers"):
        deck.error(1, "", path.name, "a spreadsheet is not read: save it as CSV")
        return deck
    if suffix in (".yaml", ".yml"):
        deck.error(1, "", path.name, "YAML is not read: use CSV, TXT or JSON")
        return deck
    if suffix in (".jsonl", ".ndjson"):
        deck.error(1, "", path.name, "a scenario is no deck: a deck is CSV, TXT or JSON")
        return deck
    text = decode(data, deck)
    if text is None:
        return deck
    if suffix == ".json":
        records = _json_records(text, deck)
    elif suffix in (".csv", ".tsv"):
        records = _csv_records(text, deck)
    else:
        records = _txt_records(text)
    _judge(deck, records, fits or fits_screen, undrawable if fits is None else lambda name: "")
    return deck


def decode(data: bytes, deck: Deck) -> str | None:
    """The text of a file; sets the deck's encoding. None, with an error noted, if it is no text."""
    text = None
    for bom, encoding in ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
        if data.startswith(bom):
            try:
                text = data.decode(encoding)
                deck.encoding = encoding
            except UnicodeDecodeError:
                pass
    if text is None:
        for encoding in ("utf-8-sig", "cp1252"):
            try:
                text = data.decode(encoding)
                deck.encoding = "utf-8" if encoding == "utf-8-sig" else encoding
                break
            except UnicodeDecodeError:
                continue
    if text is None:
        from charset_normalizer import from_bytes

        best = from_bytes(data).best()
        if best is not None:
            text, deck.encoding = str(best), best.encoding.replace("_", "-")
    if text is None or re.search("[\x00-\x08\x0e-\x1b\x7f]", text):
        deck.error(1, "", "", "this is not a text file: save the deck as CSV, TXT or JSON in UTF-8")
        return None
    return text


def _txt_records(text: str) -> list[Record]:
    lines = io.StringIO(text, newline=None).read().split("\n")
    return [Record(number, {"yellow": line}) for number, line in enumerate(lines, 1)]


class _Object(list[tuple[str, Any]]):
    """An object of JSON as it was written, a key that comes twice included."""


def _json_records(text: str, deck: Deck) -> list[Record]:
    try:
        value = json.loads(text, object_pairs_hook=_Object)
    except ValueError as error:
        line = getattr(error, "lineno", 1)
        what = getattr(error, "msg", "a number is too long")
        deck.error(line, "", "", f"this is not JSON: {what}")
        return []
    except RecursionError:
        deck.error(1, "", "", "this JSON is nested too deep: write a list of names")
        return []
    if not isinstance(value, list) or isinstance(value, _Object):
        deck.error(1, "", "", "the file must hold a list of names or of objects")
        return []
    records = []
    unknown: set[str] = set()
    for number, item in enumerate(value, 1):
        if isinstance(item, str):
            records.append(Record(number, {"yellow": item}))
            continue
        if not isinstance(item, _Object):
            deck.error(number, "", json.dumps(item)[:80], "neither a name nor an object")
            continue
        keys = [_key(key) for key, _ in item]
        if "clues" in keys or "answer" in keys:
            deck.kind = "twentyq"
            deck.error(number, "clues", "", "20 Questions decks are not read yet: use names")
            return []
        cells = {}
        for key, cell in item:
            column = _column(key, keys)
            if column is None:
                if key not in unknown:
                    deck.warn(number, clean(key), clean(key), _left_out(key))
                unknown.add(key)
            elif column in cells:
                deck.error(number, column, clean(key), "this key is there twice")
            elif cell is not None and not isinstance(cell, str):
                deck.error(number, column, json.dumps(cell)[:80], "must be a text in quotes")
            else:
                cells[column] = cell or ""
        if "yellow" not in cells and not any(e["line"] == number for e in deck.errors):
            deck.error(number, "yellow", "", 'has neither "yellow" nor "name"')
            continue
        records.append(Record(number, cells))
    return records


def _left_out(header: str) -> str:
    """Why a column was passed over."""
    if other := ALIASES.get(_key(header)):
        return f'left out: the column "{other}" is there too'
    return "unknown column, left out"


def _key(header: str) -> str:
    return re.sub(r"[\s-]+", "_", clean(header).strip('"').lower())


def _column(header: str, all_keys: list[str]) -> str | None:
    key = _key(header)
    if key in ALIASES and ALIASES[key] not in all_keys:
        return ALIASES[key]
    return key if key in COLUMNS else None


END = "\x1e"  # a last row that only appears if no quote is open at the end of the file


def _csv_rows(text: str, delimiter: str) -> tuple[list[tuple[int, list[str]]], int | None]:
    """(line where the record starts, cells) of each record, blank ones too; and the line of a
    record whose quote is never closed, or None. Raises csv.Error."""
    reader = csv.reader(io.StringIO(f"{text}\n{END}", newline=""), delimiter=delimiter)
    rows = []
    line = 1
    for cells in reader:
        rows.append((line, cells))
        line = reader.line_num + 1
    last, cells = rows[-1]
    if cells == [END]:
        return rows[:-1], None
    return [(last, [cell.rstrip(END) for cell in cells])] if len(rows) == 1 else rows[:-1], last


def _csv_records(text: str, deck: Deck) -> list[Record]:
    rows: list[tuple[int, list[str]]] = []
    best = -1
    hint = re.match(r'\s*"?sep=(.)"?[ \t]*(?=\r|\n)', text)  # Excel's own first line
    for delimiter in hint.group(1) if hint else ";,\t":
        try:
            tried, unclosed = _csv_rows(text, delimiter)
        except csv.Error as error:
            if best < 0 and not deck.errors and not rows:
                deck.error(1, "", "", f"this is not CSV: {error}")
            continue
        if hint:
            tried = tried[1:]
        tried = [row for row in tried if any(clean(cell) for cell in row[1])]
        keys = [_key(cell) for cell in tried[0][1]] if tried else []
        score = sum(_column(key, keys) is not None for key in keys)
        if score > best:
            best, rows = score, tried
            deck.errors.clear()
            if unclosed is not None:
                deck.error(unclosed, "", "", "a quote that opens here is never closed")
    if not rows:
        return []
    line, header = rows[0]
    keys = [_key(cell) for cell in header]
    columns: list[str | None] = []
    for cell in header:
        column = _column(cell, keys)
        if column is not None and column in columns:
            deck.error(line, column, clean(cell), "this column is there twice")
            column = None
        elif column is None and clean(cell):
            deck.warn(line, clean(cell), clean(cell), _left_out(cell))
        columns.append(column)
    if "yellow" not in columns:
        deck.warnings.clear()
        deck.error(
            line,
            "",
            clean(" ".join(header)),
            'line 1 must name a column "yellow" or "name"',
        )
        return []
    records = []
    for line, cells in rows[1:]:
        for extra in cells[len(columns) :]:
            if clean(extra):
                problem = "more cells than columns: put a name with the separator in it in quotes"
                deck.error(line, "", clean(extra), problem)
                break
        records.append(
            Record(line, {c: cell for c, cell in zip(columns, cells, strict=False) if c})
        )
    return records


def _judge(deck: Deck, records: list[Record], fits: Fits, undrawable: Callable[[str], str]) -> None:
    """Turn records into the deck's cards and note what is wrong with them."""
    kept = []
    for record in records:
        card = {column: clean(record.cells.get(column, "")) for column in COLUMNS}
        if any(card.values()):
            kept.append((record.line, card))
    has_blue = any(card["blue"] for _, card in kept)
    seen: dict[tuple[str, str], int] = {}
    for line, card in kept:
        for column in COLUMNS:
            if control := re.search(CONTROL, card[column]):
                problem = f"has the control character U+{ord(control.group()):04X}: remove it"
                deck.error(line, column, card[column], problem)
        for column in ("yellow", "blue") if has_blue else ("yellow",):
            name = card[column]
            if not name:
                deck.error(line, column, "", "the name is missing")
                continue
            if not fits(name):
                problem = "too long: it does not fit three lines of the screen, shorten it"
                deck.error(line, column, name, problem)
            elif missing := undrawable(name):
                deck.warn(line, column, name, f"the screen cannot show {missing}")
            first = seen.setdefault((column, name.casefold()), line)
            if first != line:
                deck.warn(line, column, name, f"the same name as on line {first}")
        values = (card["yellow"], card["blue"], card["yellow_note"], card["blue_note"])
        if sum(len(value.encode()) + 1 for value in values) > CARD_BYTES_MAX:
            deck.error(line, "yellow_note", card["yellow_note"], "the notes are too long")
        deck.cards.append(values)
    if not deck.cards and not deck.errors:
        deck.error(1, "", "", "the deck is empty: it needs at least one name")
    if len(deck.cards) > CARDS_MAX:
        deck.error(kept[CARDS_MAX][0], "", "", f"more than {CARDS_MAX} cards: split the deck")


def unpack(data: bytes) -> tuple[str, list[Card]]:
    """(name, cards) of a deck as the device keeps it. Raises ValueError if a byte of it is not as
    it was packed."""
    from glass import deckfile

    reader = deckfile.Reader(io.BytesIO(data))
    if binascii.crc32(data[8:]) != reader.crc:
        raise ValueError("a damaged deck file")
    return reader.name, [tuple(reader.fields(n)) for n in range(reader.cards)]


def to_csv(cards: list[Card]) -> str:
    """A deck as a CSV text that parse_deck reads back; columns that are empty are left out."""
    used = [n for n in range(4) if n == 0 or any(card[n] for card in cards)]
    rows = [[COLUMNS[n] for n in used], *([card[n] for n in used] for card in cards)]
    return "".join(",".join(map(_cell, row)) + "\n" for row in rows)


def _cell(text: str) -> str:
    """A cell that no spreadsheet takes for a formula: `clean` takes the tab off again (OWASP, CSV
    injection)."""
    if text.startswith(("=", "+", "-", "@")):
        text = "\t" + text
    return '"{}"'.format(text.replace('"', '""')) if re.search('[",;\t\r\n]', text) else text


def file_name(name: str, ending: str) -> str:
    """A deck's or a device's name for something as the name of a file in one folder, whatever is
    in it."""
    return (re.sub(r'[\x00-\x1f\x7f/\\:*?"<>|]', "-", name).strip(". ")[:80] or "unnamed") + ending
