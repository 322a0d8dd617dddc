"""Decks as JSON: a list of names, or of objects with the columns as keys."""

from __future__ import annotations

import json
from typing import Any

from buzzglass.decks.columns import column_of, key_of, left_out
from buzzglass.decks.deck import Deck, Record, clean


class _Object(list[tuple[str, Any]]):
    """An object of JSON as it was written, a key that comes twice included."""


def json_records(text: str, deck: Deck) -> list[Record]:
    """The records of a JSON text; problems are noted in the deck, by index from 1."""
    items = _items(text, deck)
    records = []
    unknown: set[str] = set()
    for number, item in enumerate(items, 1):
        if isinstance(item, str):
            records.append(Record(number, {"yellow": item}))
        elif not isinstance(item, _Object):
            deck.error(number, "", json.dumps(item)[:80], "neither a name nor an object")
        elif {"clues", "answer"} & {key_of(key) for key, _ in item}:
            deck.kind = "twentyq"
            deck.error(number, "clues", "", "20 Questions decks are not read yet: use names")
            return []
        elif (cells := _cells(number, item, deck, unknown)) is not None:
            records.append(Record(number, cells))
    return records


def _items(text: str, deck: Deck) -> list[Any]:
    """The list that the text holds; empty, with an error noted, if it holds none."""
    try:
        value = json.loads(text, object_pairs_hook=_Object)
    except ValueError as error:
        what = getattr(error, "msg", "a number is too long")
        deck.error(getattr(error, "lineno", 1), "", "", f"this is not JSON: {what}")
        return []
    except RecursionError:
        deck.error(1, "", "", "this JSON is nested too deep: write a list of names")
        return []
    if not isinstance(value, list) or isinstance(value, _Object):
        deck.error(1, "", "", "the file must hold a list of names or of objects")
        return []
    return value


def _cells(number: int, item: _Object, deck: Deck, unknown: set[str]) -> dict[str, str] | None:
    """Texts by column of one object; None, with an error noted, if it has no name.

    unknown: keys that have been warned of; new ones are added.
    """
    keys = [key_of(key) for key, _ in item]
    errors = len(deck.errors)
    cells: dict[str, str] = {}
    for key, cell in item:
        column = column_of(key, keys)
        if column is None:
            if key not in unknown:
                deck.warn(number, clean(key), clean(key), left_out(key))
            unknown.add(key)
        elif column in cells:
            deck.error(number, column, clean(key), "this key is there twice")
        elif cell is not None and not isinstance(cell, str):
            deck.error(number, column, json.dumps(cell)[:80], "must be a text in quotes")
        else:
            cells[column] = cell or ""
    if "yellow" not in cells and len(deck.errors) == errors:
        deck.error(number, "yellow", "", 'has neither "yellow" nor "name"')
        return None
    return cells
