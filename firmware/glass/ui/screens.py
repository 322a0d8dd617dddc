"""One picture per phase, 128x64, drawn from what the game says about itself.

No name is drawn that the people who see the screen may not know (a review shows guessed ones).
"""

from glass import borrow
from glass.ui.font import drop_glyphs
from glass.ui.paint import (
    HEIGHT,
    WIDTH,
    bar,
    block,
    clock_text,
    digits,
    put_icon,
    rows_of_list,
    who,
    write,
)


def _why(view, word):
    """The line for the message in force; "not now" says what would be."""
    code = view.message
    if code == "not_now" and view.menu is None:
        code = "press_pass" if view.game.phase == "time_up" else "press_start"
    return word.get("!" + code, word["refused"])


def _seconds(ms):
    return str((ms + 999) // 1000)


def _tally(fb, view, base):
    this = view.game.this_turn()
    x = 0
    for mark in ("got", "pass", "foul"):
        if mark == "got" or this[mark]:
            put_icon(fb, mark, x, base - 8)
            x = write(fb, str(this[mark]), x + 9, base) + 7


# -- Time's Up! --------------------------------------------------------------------------------


def draw_clock(fb, view):
    """Only the running clock, over the old one; False if the picture has none."""
    if view.menu is not None or view.game.phase != "turn":
        return False
    if view.game.setup["game"] == "timer":
        fb.fill_rect(0, 0, WIDTH, 62, 0)
        digits(fb, clock_text(view.left_ms, view), 17, 23)
    elif view.game.card is None:
        fb.fill_rect(0, 13, WIDTH, 49, 0)
        digits(fb, clock_text(view.left_ms, view), 25, 23)
    else:
        fb.fill_rect(WIDTH - 22, 0, 22, 13, 0)
        write(fb, _seconds(view.left_ms), 0, 12, sizes=("bold",), align=2)
    whole = view.game.setup["turn_s"] * 1000
    fb.fill_rect(0, 62, WIDTH, 2, 0)
    fb.fill_rect(0, 62, min(WIDTH, (view.left_ms * WIDTH + whole - 1) // whole), 2, 1)
    return True


def _peek(fb, view, word):
    block(fb, view.name(view.game.card), 3, 46)  # as large as in the turn
    bar(fb, word["go"])


def _turn(fb, view, word):
    card = view.game.card
    draw_clock(fb, view)
    if view.message:  # over the tally, not over the name
        bar(fb, _why(view, word), 0, 13, WIDTH - 22)
    else:
        _tally(fb, view, 11)
    if card is not None:
        block(fb, view.name(card), 15, 46)


def _paused(fb, view, word):
    _tally(fb, view, 9)
    name = who(word, view.game.setup["players"][view.game.speaker])
    write(fb, word["paused"] + " – " + name, 44, 9, WIDTH - 44, align=2)
    digits(fb, clock_text(view.left_ms, view), 11, 40)
    bar(fb, word["resume"])


def _review(fb, view, word):
    game = view.game
    count = game.review_count()
    if view.message:
        bar(fb, _why(view, word), 0, 12)
    else:
        _tally(fb, view, 9)
        last = game.cursor == count - 1  # moved: somebody wants to change something
        write(fb, word["ok" if last else "change"], 0, 9, align=2)
        fb.hline(0, 12, WIDTH, 1)
    for at, top, dark, wide in rows_of_list(fb, count, game.cursor, 13):
        card, mark, counted = game.review_entry(at)
        if counted and card is not None:
            text = view.name(card)
        elif mark == "got" and not counted:
            text = "%d: %s" % (at + 1, word["taken_off"])
        else:
            text = "%d: %s" % (at + 1, word["got" if counted else mark])
        if counted or mark != "got":
            put_icon(fb, "got" if counted else mark, 2, top + 3, dark)
        write(fb, text, 13, top + 11, wide - 15, dark=dark)


PHASES = {
    "peek": _peek,
    "turn": _turn,
    "paused": _paused,
    "review": _review,
}
_pages: list = [None]  # the module of another page, as long as one of its pages is shown


def forget():
    """Let go of the seldom shown pages, and of the glyphs: scattered, they cut the heap up."""
    _pages[0] = None
    drop_glyphs()


def draw(fb, view):
    """The whole picture on a cleared frame."""
    word = view.words.WORDS
    page = "menu" if view.menu is not None else view.game.phase
    if page != "menu" and view.game.setup["game"] == "timer":
        page = "timer"
    if page == "timer" and view.game.phase == "turn":
        draw_clock(fb, view)
    elif page in PHASES:
        _pages[0] = None
        PHASES[page](fb, view, word)
    else:
        if _pages[0] is None or page not in _pages[0].PAGES:
            _pages[0] = None
            _pages[0] = borrow("ui.ready" if page == "ready" else "ui.pages")
        _pages[0].PAGES[page](fb, view, word)
    if view.message and page not in ("turn", "review"):
        fb.fill_rect(0, 50, WIDTH, HEIGHT - 50, 0)
        bar(fb, _why(view, word), 51, 13)
