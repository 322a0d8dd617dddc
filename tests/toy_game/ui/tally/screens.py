"""The screens of the tally."""

from glass.ui.paint import bar, block, header, rows_of_list, who, write

TELLS = ()
NOT_NOW: dict = {}


def _play(fb, view, word):
    game = view.game
    header(fb, who(word, game.names[game.seat]), word["goal"] % game.setup["goal"])
    block(fb, str(game.points[game.seat]), 15, 34)
    bar(fb, word["end"])


def _game_over(fb, view, word):
    game = view.game
    winners = game.winners()
    header(fb, word["winner" if len(winners) == 1 else "tie"], ", ".join(winners))
    for at, top, dark, wide in rows_of_list(fb, len(game.names), game.seat, 14):
        write(fb, who(word, game.names[at]), 3, top + 11, wide - 26, dark=dark)
        write(fb, str(game.points[at]), wide - 22, top + 11, 20, align=2, dark=dark)


PAGES = {"play": _play, "game_over": _game_over}
