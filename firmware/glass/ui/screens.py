"""One picture per phase, 128x64, drawn from what the game says about itself.

No name is drawn that the people who see the screen may not know (a review shows guessed ones).
"""

from glass import borrow
from glass.ui.font import drop_glyphs, font
from glass.ui.measure import fit
from glass.ui.paint import (
    HEIGHT,
    WIDTH,
    bar,
    block,
    clock_text,
    digits,
    header,
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

_TINY, _SMALL = ("tiny",), ("small", "tiny")
# Where the letters' feet are, by rows of scores: title, scores, name, who calls, rule.
_FEET = ((9, 0, 30, 41, 62), (9, 21, 34, 45, 63), (7, 17, 37, 46, 63))


def _points(fb, view, word):
    """Title, carried time and every score, in the title's line or in rows of their own, lit whose
    turn it is; returns how many rows."""
    game = view.game
    points = [str(row[2]) for row in game.scores()]
    title, right = word["round"] % game.round, " – ".join(points)
    carried = game.left_ms != game.setup["turn_s"] * 1000
    if not carried and font("small").width(title + right) <= WIDTH - 12:
        header(fb, title, right)
        return 0
    right = word["left"] % (_seconds(game.left_ms) + " s") if carried else ""
    rows, count = 1, len(points)
    if max([font("tiny").width(text) for text in points]) + 4 > WIDTH // count:
        rows, count = 2, (count + 1) // 2
    base, feet = _FEET[rows][:2]
    sizes = _SMALL if rows == 1 else _TINY
    write(fb, title, 0, base, WIDTH, sizes)
    write(fb, right, 0, base, WIDTH, sizes, 2)
    fb.hline(0, feet - 9, WIDTH, 1)
    wide = min(30, WIDTH // count)
    for at, text in enumerate(points):
        x = (WIDTH - count * wide) // 2 + at % count * wide
        base = feet + at // count * 9
        dark = at in ((game.speaker, game.partner) if game.ring else (game.team,))
        if dark:
            fb.fill_rect(x, base - 8, wide, 9, 1)
        write(fb, text, x, base, wide, _TINY, 1, dark)
    return rows


def _ready(fb, view, word):
    game = view.game
    setup = game.setup
    rows = _points(fb, view, word)
    base, calls, last = _FEET[rows][2:]
    name = who(word, setup["players"][game.speaker])
    partners = word["with"] % ", ".join([setup["players"][seat] for seat in game.partners()])
    beside = font("small").width(partners) + 5
    for size in ("large", "bold", "medium", "narrow", "small")[(0, 1, 4)[rows] :]:
        wide = font(size).width(name) + beside
        if wide <= WIDTH:
            break
    x = write(fb, name, max(0, (WIDTH - wide) // 2), base, WIDTH - min(beside, 60), (size,))
    write(fb, partners, x + 5, base, WIDTH - x - 5)
    sizes = _SMALL if rows < 2 else _TINY
    write(fb, word["calls"] % who(word, game.caller()), 0, calls, WIDTH, sizes, 1)
    if view.message:
        return bar(fb, _why(view, word), 51, 13)
    rule = word["rule_%s_%d" % (setup["edition"], game.round)]
    face, lines = fit(rule, WIDTH, 22, _TINY if rows else _SMALL) or (font("tiny"), [rule])
    for at, line in enumerate(lines):
        base = last - (9 if rows else 10) * (len(lines) - 1 - at)
        face.draw(fb, line, (WIDTH - face.width(line)) // 2, base - face.baseline)


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
    "ready": _ready,
    "peek": _peek,
    "turn": _turn,
    "paused": _paused,
    "review": _review,
}
_pages: list = [None]  # the module of all others, as long as one of them is shown


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
        if _pages[0] is None:
            _pages[0] = borrow("ui.pages")
        _pages[0].PAGES[page](fb, view, word)
    if view.message and page not in ("turn", "review", "ready"):
        fb.fill_rect(0, 50, WIDTH, HEIGHT - 50, 0)
        bar(fb, _why(view, word), 51, 13)
