"""Decks as CSV, read from whatever spreadsheets write, and written."""

from __future__ import annotations

import csv
import io
import re
from typing import NamedTuple

from buzzglass.decks.columns import column_of, key_of, left_out
from buzzglass.decks.deck import COLUMNS, Card, Deck, Record, clean

END = "\x1e"  # a last row that only appears if no quote is open at the end of the file
csv.field_size_limit(1 << 30)  # a long cell is an error of its line, as any name that is too long

Row = tuple[int, list[str]]  # line where it starts, cells


class _Table(NamedTuple):
    """A file as one separator cuts it, without blank rows."""

    rows: list[Row]
    unclosed: int | None  # line of a record whose quote is never closed
    known: int  # columns in the first row that are known


def csv_records(text: str, deck: Deck) -> list[Record]:
    """The records of a CSV text; problems are noted in the deck."""
    table = _best(text, deck)
    if table is None:
        return []
    if table.unclosed is not None:
        deck.error(table.unclosed, "", "", "a quote that opens here is never closed")
    if not table.rows:
        return []
    columns = _columns(*table.rows[0], deck)
    if "yellow" not in columns:
        line, header = table.rows[0]
        deck.warnings.clear()
        problem = 'line 1 must name a column "yellow" or "name"'
        deck.error(line, "", clean(" ".join(header)), problem)
        return []
    return [_record(row, columns, deck) for row in table.rows[1:]]


def _best(text: str, deck: Deck) -> _Table | None:
    """The file cut by the separator that gives the most known columns; None, with an error noted,
    if none cuts it."""
    best = None
    problem = ""
    hint = re.match(r'\s*"?sep=(.)"?[ \t]*(?=\r|\n)', text)  # Excel's own first line
    for delimiter in hint.group(1) if hint else ";,\t":
        try:
            table = _cut(text, delimiter, skip=1 if hint else 0)
        except csv.Error as error:
            problem = problem or f"this is not CSV: {error}"
            continue
        if best is None or table.known > best.known:
            best = table
    if best is None:
        deck.error(1, "", "", problem)
    return best


def _cut(text: str, delimiter: str, skip: int) -> _Table:
    """The file as that separator cuts it, without its first `skip` rows. Raises csv.Error."""
    rows, unclosed = _rows(text, delimiter)
    rows = [row for row in rows[skip:] if any(clean(cell) for cell in row[1])]
    keys = [key_of(cell) for cell in rows[0][1]] if rows else []
    return _Table(rows, unclosed, sum(column_of(key, keys) is not None for key in keys))


def _rows(text: str, delimiter: str) -> tuple[list[Row], int | None]:
    """(all rows, blank ones too; line of a record whose quote is never closed, or None). Raises
    csv.Error."""
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


def _columns(line: int, header: list[str], deck: Deck) -> list[str | None]:
    """The columns that a header names, None for one that is left out."""
    keys = [key_of(cell) for cell in header]
    columns: list[str | None] = []
    for cell in header:
        column = column_of(cell, keys)
        if column is not None and column in columns:
            deck.error(line, column, clean(cell), "this column is there twice")
            column = None
        elif column is None and clean(cell):
            deck.warn(line, clean(cell), clean(cell), left_out(cell))
        columns.append(column)
    return columns


def _record(row: Row, columns: list[str | None], deck: Deck) -> Record:
    line, cells = row
    extra = next((clean(cell) for cell in cells[len(columns) :] if clean(cell)), None)
    if extra is not None:
        problem = "more cells than columns: put a name with the separator in it in quotes"
        deck.error(line, "", extra, problem)
    return Record(line, {c: cell for c, cell in zip(columns, cells, strict=False) if c})


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
