"""The tally in the menu: the form that begins it, and what can be corrected in it."""

from glass.games.tally import GOAL, NAME, PLAYERS
from glass.ui.text_entry import Speller
from glass.ui.words import load

_GOALS = (3, 5, 10, 20, 50, GOAL[1])


class Form:
    """`open` shows how many play and to how many points; a press on either takes the next."""

    def __init__(self, device):
        self._device = device
        self._word = load("tally/words_en")
        last = device.last_set_up(NAME) or {}
        self._players = last.get("players", ["1", "2"])
        self._goal = last.get("goal", device.settings.get("goal"))

    def open(self, cursor=0):
        """Show the page."""
        self._device.menu.show(self._page, cursor)

    def _page(self, cursor):
        device, word = self._device, self._word
        rows = [(word["play"], self._play),
                (word["players"] % len(self._players), self._more_players),
                (word["points"] % self._goal, self._next_goal)]  # fmt: skip
        return device.label_of(NAME), rows, device.show_main_page, cursor

    def _more_players(self):
        count = len(self._players) + 1
        if count > PLAYERS[1]:
            count = PLAYERS[0]
        self._players = [str(seat + 1) for seat in range(count)]
        self.open(1)

    def _next_goal(self):
        higher = [goal for goal in _GOALS if goal > self._goal]
        self._goal = higher[0] if higher else _GOALS[0]
        self.open(2)

    def _play(self):
        device = self._device
        device.begin({"game": NAME, "players": self._players, "goal": self._goal,
                      "language": device.language})  # fmt: skip


class Corrections:
    """Rows of the menu while a tally is in play."""

    def __init__(self, device):
        self._device = device

    def rows(self):
        """Rows (text, action) for the menu's first page."""
        game, word = self._device.game, self._device.words
        rows = [(word["rename"], self._spell)]
        if not game.finished and game.points[game.seat]:
            rows.append((word["take_off"], self._take_off))
        return rows

    def _spell(self):
        device, word = self._device, self._device.words
        speller = Speller(word["rename"], word["rename_help"], "", self._rename)
        device.menu.edit(speller, device.show_main_page)

    def _rename(self, name):
        device = self._device
        if name:
            device.record(*device.game.renaming(name))
        device.close_menu()

    def _take_off(self):
        device = self._device
        device.record(*device.game.taking_off())
        device.close_menu()
