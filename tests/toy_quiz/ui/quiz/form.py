"""The quiz in the menu: its decks, and a player moved by hand."""

from glass.games.quiz import DECK_KIND, NAME


class Form:
    """`open` shows the decks with clues; a press on one begins."""

    def __init__(self, device):
        self._device = device
        self._players = (device.last_set_up(NAME) or {}).get("players", ["1", "2"])

    def open(self):
        """Show the page."""
        self._device.menu.show(self._page)

    def _page(self):
        device = self._device
        rows = [(deck["name"], lambda name=deck["name"]: self._play(name))
                for deck in device.decks() if deck["kind"] == DECK_KIND]  # fmt: skip
        return device.label_of(NAME), rows, device.show_main_page, 0

    def _play(self, deck):
        self._device.begin({"game": NAME, "players": self._players, "deck": deck})


class Corrections:
    """Rows of the menu while a quiz is in play."""

    def __init__(self, device):
        self._device = device

    def rows(self):
        """A player moved back by three, before a number is chosen."""
        if self._device.game.phase != "choose":
            return []
        return [(self._device.words["back_3"], self._back_3)]

    def _back_3(self):
        device = self._device
        device.record(*device.game.moving(device.game.guesser, -3))
        device.close_menu()
