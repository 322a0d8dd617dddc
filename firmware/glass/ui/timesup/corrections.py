"""What the menu offers in a game of Time's Up!: another card, a corrected score, teams by lot."""

from glass.ui.paint import who

_SHOWN_LETTERS = 40  # of a name: a row has room for fewer
_PHASES = ("ready", "review", "round_over", "carry", "game_over")  # where scores can be corrected


class Corrections:
    """Rows and pages of the menu of `device` (a MainMenu)."""

    def __init__(self, device):
        self._device = device

    def rows(self):
        """Rows (text, action) for the menu's first page."""
        game, word = self._device.game, self._device.words
        rows = []
        if game.phase == "draft" and game.draft_open:
            rows.append((word["menu_replace"], self._replace))
        if game.phase in _PHASES:
            rows.append((word["menu_correct"], self._correct))
        return rows

    def _replace(self):
        device = self._device
        game = device.game
        device.record(*game.replacement(device.spare_card(game.taken())))
        device.close_menu()

    def _correct(self, cursor=0):
        self._device.menu.show(self._correct_page, cursor)

    def _correct_page(self, cursor):
        """The score pad by hand, a point at a time; the journal keeps each."""
        device, word = self._device, self._device.words
        rows = [(word["menu_resume"], device.close_menu)]
        for name, _, total in device.game.scores():
            for sign in "+-":
                text = "%s1 (%d) %s" % (sign, total, who(word, name)[:_SHOWN_LETTERS])
                rows.append((text, self._change))
        return word["menu_correct"], rows, device.show_main_page, cursor

    def _change(self):
        """Up or down by a point, as the row chosen says."""
        device = self._device
        cursor = device.menu.cursor
        row, down = divmod(cursor - 1, 2)
        event = device.game.correction(row, -1 if down else 1)
        self._correct(cursor)  # first: once the event is taken nothing may fail
        device.record(*event)

    def show_teams(self):
        """Show who plays with whom, after a lot."""
        self._device.menu.show(self._teams_page)

    def _teams_page(self):
        device, word = self._device, self._device.words
        rows = [(word["menu_play"], device.close_menu)]
        rows += [(name, _stay) for name in device.game.setup["team_names"]]
        rows.append((word["menu_draw"], device.play_again))
        return word["menu_teams"], rows, device.show_main_page, 0


def _stay():
    """What a row does that cannot be chosen: nothing."""
