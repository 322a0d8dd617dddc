"""Deck files that people write (CSV, TXT, JSON), with every problem located, and a deck as CSV."""

from __future__ import annotations

import csv
import io
import json
import os
import re
from pathlib import Path
from typing import Any

from buzzglass.decks.deck import COLUMNS, Card, Deck, Fits, Record, clean, judge
from buzzglass.errors import ToolError
from glass.formats import deck_name

ALIASES = {"name": "yellow", "note": "yellow_note"}
SHIPPED = Path(__file__).with_name("shipped")
csv.field_size_limit(1 << 30)  # a long cell is told with its line, as any name that is too long


def find(path: str | Path) -> Path:
    """The file, or the sample deck of that name if there is no such file. Raises ToolError."""
    path = Path(path)
    if os.path.isfile(path):  # False too for a name that is too long or has a NUL
        return path
    if os.path.isdir(path):
        raise ToolError(f"{path} is a folder: name a deck file in it.")
    sample = SHIPPED / f"{path.name}.csv"
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
    if fault := deck_name.fault(deck.name):
        deck.error(1, "", deck.name, f"{fault[0].lower()}{fault[1:-1]} with --name")
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
    judge(deck, records, fits)
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


def to_csv(cards: list[Card]) -> str:
    """A deck as a CSV text that parse_deck reads back; columns that are empty are left out."""
    used = [n for n in range(len(COLUMNS)) if n == 0 or any(card[n] for card in cards)]
    rows = [[COLUMNS[n] for n in used], *([_harmless(card[n]) for n in used] for card in cards)]
    # Where a cell has another separator in it, none but the comma may look like one.
    other = any(re.search("[;\t]", cell) for row in rows for cell in row)
    out = io.StringIO()
    writer = csv.writer(
        out, lineterminator="\n", quoting=csv.QUOTE_ALL if other else csv.QUOTE_MINIMAL
    )
    writer.writerows(rows)
    return out.getvalue()


def _harmless(text: str) -> str:
    """A cell that no spreadsheet takes for a formula: `clean` takes the tab off again (OWASP, CSV
    injection)."""
    return "\t" + text if text.startswith(("=", "+", "-", "@")) else text


def file_name(name: str, ending: str) -> str:
    """A deck's or a device's name for something as the name of a file in one folder, whatever is
    in it."""
    plain = re.sub(r'[\x00-\x1f\x7f-\x9f/\\:*?"<>|]', "-", name).strip(". ")[:80]
    return (plain or "unnamed") + ending
