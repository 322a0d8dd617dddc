"""How "choose" finds its row in the menu: a press at a time, reading the row after each."""

from __future__ import annotations

import json
import re
from typing import Any

from buzzglass.shapes import Menu, State

SPELLED = re.compile(r"\[.\]$")  # the row of a page for text: the text so far, the letter to take


class NoRow(Exception):
    """The page shown has no such row; a sentence that names the rows."""


class Walk:
    """The way down one page, `pass` by `pass`, to the row that begins with a text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._seen: list[str] = []
        self._first: Any = None
        self._presses = 0

    def button(self, state: State | None, lit: bool) -> str:
        """The button to press next: "pass", or "start" on the row.

        state: of the device, None if it is off. lit: whether the panel is, or a press only lights
        it. Raises NoRow if there is no page of rows, or no such row on it.
        """
        menu = self._menu(state)
        row, rows = menu["row"], menu.get("rows") or []
        if not lit and self._presses == 0:
            self._presses = 1
            return "pass"
        if row.startswith(self._text):
            return "start"
        place = menu.get("at", row)
        if self._first is None:
            self._first = place
        elif place == self._first:
            raise self._no_row(menu, self._seen)
        if rows and not any(one.startswith(self._text) for one in rows):
            raise self._no_row(menu, rows)
        self._seen.append(row)
        self._presses += 1
        return "pass"

    def _menu(self, state: State | None) -> Menu:
        if state is None:
            raise NoRow("the device is off: there is no menu to choose from")
        menu = state.get("menu")
        if not menu:
            raise NoRow(f"no menu is shown, the phase is {state.get('phase')}")
        if SPELLED.search(menu["row"]) and not menu.get("rows"):
            raise NoRow(f"the page {_quoted(menu['title'])} is for spelling and has no rows")
        return menu

    def _no_row(self, menu: Menu, rows: list[str]) -> NoRow:
        shown = ", ".join(map(_quoted, rows))
        return NoRow(
            f"no row of the page {_quoted(menu['title'])} begins with {_quoted(self._text)}: "
            f"its rows are {shown}"
        )


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
