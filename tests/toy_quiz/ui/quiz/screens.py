"""The screens of the quiz."""

from glass.games.quiz import CLUES
from glass.ui.paint import HEIGHT, bar, block, clock_text, digits, header, time_bar

LINES = 7  # of a clue, at most 160 letters: the whole panel
TELLS = ()
NOT_NOW: dict = {}


def draw_clock(fb, view):
    """Only the running clock, over the old one."""
    fb.fill(0)
    digits(fb, clock_text(view.left_ms, view.game.turn_ms), 11, 40)
    time_bar(fb, view.left_ms, view.game.turn_ms)
    return True


def _reader(fb, view, word):
    card = view.game.card
    header(fb, word["reader"] % view.game.setup["players"][view.game.reader])
    if card is not None:
        block(fb, view.name(card), 15, 22)
        block(fb, view.field(card, "category"), 38, 12)
    bar(fb, word["go"])


def _choose(fb, view, word):
    game = view.game
    header(fb, word["choose"] % game.setup["players"][game.guesser])
    block(fb, "%d/%d" % (game.number, CLUES), 15, 34)


def _clue(fb, view, _word):
    clue = view.field(view.game.card, "clue%d" % view.game.number)
    block(fb, clue, 0, HEIGHT, ("medium", "small", "tiny"), LINES)


def _guess(fb, view, _word):
    draw_clock(fb, view)


def _paused(fb, view, word):
    header(fb, word["paused"])
    bar(fb, word["resume"])


def _game_over(fb, view, word):
    header(fb, word["over"], ", ".join(view.game.state()["winners"]))


PAGES = {"reader": _reader, "choose": _choose, "clue": _clue, "guess": _guess, "paused": _paused,
         "game_over": _game_over}  # fmt: skip
