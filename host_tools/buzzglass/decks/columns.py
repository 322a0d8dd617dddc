"""Names of columns, as the headers of tables and the keys of objects have them."""

from __future__ import annotations

import re

from buzzglass.decks.deck import COLUMNS, clean

ALIASES = {"name": "yellow", "note": "yellow_note"}


def key_of(header: str) -> str:
    """A header in lower case, its words joined by "_", without quotes."""
    return re.sub(r"[\s-]+", "_", clean(header).strip('"').lower())


def column_of(header: str, all_keys: list[str]) -> str | None:
    """The column that a header names, None if it is unknown.

    all_keys: the keys of all headers beside it: "name" is "yellow" only where that is missing.
    """
    key = key_of(header)
    if key in ALIASES and ALIASES[key] not in all_keys:
        return ALIASES[key]
    return key if key in COLUMNS else None


def left_out(header: str) -> str:
    """Why a column was passed over."""
    if other := ALIASES.get(key_of(header)):
        return f'left out: the column "{other}" is there too'
    return "unknown column, left out"
