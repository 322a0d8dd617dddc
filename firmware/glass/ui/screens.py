"""The picture: the menu, or the page that the game has for its phase.

A game's screens are a module with PAGES {phase: draw(fb, view, word)}; if it has a clock,
draw_clock(fb, view), which draws only the running clock over the old one and returns True, or False
where the whole page must be drawn; with cards it may have draw_next(fb, view), which draws the next
card of a turn over the picture of the one before, or returns False likewise; TELLS, phases whose
page has a place of its own for the message; NOT_NOW {phase: code}, what to say there of a press
that means nothing. No name is drawn that the people who see the screen may not know.
"""

from glass.ui.paint import HEIGHT, WIDTH, bar


def message_text(view):
    """The text of the message shown; for "not_now" it says what would be possible."""
    code = view.message
    if code == "not_now" and view.menu is None:
        code = view.pages.NOT_NOW.get(view.game.phase, "press_start")
    return view.words.get("!" + code, view.words["refused"])


def draw_clock(fb, view):
    """Only the running clock, over the old one; False if the whole picture must be drawn."""
    return view.in_turn and view.pages.draw_clock(fb, view)


def draw_next(fb, view):
    """The next card of a turn, over the picture of the one before; False if all must be drawn."""
    over = getattr(view.pages, "draw_next", None)
    return over is not None and over(fb, view)


def draw(fb, view):
    """The whole picture on a cleared frame."""
    if view.menu is not None:
        view.menu.draw(fb)
        tells = False
    else:
        phase = view.game.phase
        view.pages.PAGES[phase](fb, view, view.words)
        tells = phase in view.pages.TELLS
    if view.message and not tells:
        fb.fill_rect(0, 50, WIDTH, HEIGHT - 50, 0)
        bar(fb, message_text(view), 51, 13)
