"""Deck files that people write: found, decoded, and read by their kind."""

from __future__ import annotations

import io
import os
import re
from pathlib import Path

from buzzglass.decks.csv_files import csv_records
from buzzglass.decks.deck import Deck, Fits, Record, clean, judge
from buzzglass.decks.json_files import json_records
from buzzglass.errors import ToolError
from glass.formats import deck_name

SHIPPED = Path(__file__).with_name("shipped")
NOT_READ = {
    **dict.fromkeys(
        (".xlsx", ".xls", ".ods", ".numbers"), "a spreadsheet is not read: save it as CSV"
    ),
    **dict.fromkeys((".yaml", ".yml"), "YAML is not read: use CSV, TXT or JSON"),
    **dict.fromkeys((".jsonl", ".ndjson"), "a scenario is no deck: a deck is CSV, TXT or JSON"),
}


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
    if suffix in NOT_READ:
        deck.error(1, "", path.name, NOT_READ[suffix])
        return deck
    text = decode(data, deck)
    if text is not None:
        judge(deck, _records(text, suffix, deck), fits)
    return deck


def _records(text: str, suffix: str, deck: Deck) -> list[Record]:
    if suffix == ".json":
        return json_records(text, deck)
    if suffix in (".csv", ".tsv"):
        return csv_records(text, deck)
    return _txt_records(text)


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


def file_name(name: str, ending: str) -> str:
    """A deck's or a device's name for something as the name of a file in one folder, whatever is
    in it."""
    plain = re.sub(r'[\x00-\x1f\x7f-\x9f/\\:*?"<>|]', "-", name).strip(". ")[:80]
    return (plain or "unnamed") + ending
