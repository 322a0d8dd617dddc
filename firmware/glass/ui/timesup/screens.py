"""The screens of Time's Up!: what is seen during a turn and right after it."""

from glass.ui.font import font
from glass.ui.paint import (
    WIDTH,
    bar,
    clock_text,
    digits,
    put_icon,
    rows_of_list,
    time_bar,
    who,
    write,
)
from glass.ui.screens import message_text
from glass.ui.timesup.draft import draw as _draft
from glass.ui.timesup.draft import hidden
from glass.ui.timesup.pad import carry, game_over, round_over
from glass.ui.timesup.ready import draw as _ready

TELLS = ("turn", "review")
NOT_NOW: dict = {}


def _tally(fb, view, base):
    this, face = view.game.this_turn(), font("small")
    x = 0
    for mark in ("got", "pass", "foul"):
        if mark == "got" or this[mark]:
            put_icon(fb, mark, x, base - 8)
            x = face.draw(fb, str(this[mark]), x + 9, base - face.baseline) + 6


def draw_clock(fb, view):
    """Only the running clock, over the old one."""
    if view.game.card is None:
        fb.fill_rect(0, 13, WIDTH, 49, 0)
        digits(fb, clock_text(view.left_ms, view.game.turn_ms), 25, 23)
    else:
        fb.fill_rect(WIDTH - 22, 0, 22, 13, 0)
        write(fb, str((view.left_ms + 999) // 1000), 0, 12, sizes=("bold",), align=2)
    time_bar(fb, view.left_ms, view.game.turn_ms)
    return True


def draw_next(fb, view):
    """The next card of a turn and the tally, over the picture of the card before; False if its name
    is not drawn ahead."""
    card = view.game.card
    if card is None or not view.plates.has(card):
        return False
    view.plates.put(fb, card, view.name)
    time_bar(fb, view.left_ms, view.game.turn_ms)
    fb.fill_rect(0, 0, WIDTH - 22, 13, 0)
    _tally(fb, view, 11)
    return True


def _peek(fb, view, word):
    if view.game.card is None:
        return hidden(fb, view, word, "peek_show")
    view.plates.put(fb, view.game.card, view.name, 3)  # as large as in the turn
    bar(fb, word["go"])


def _turn(fb, view, word):
    card = view.game.card
    if card is not None:
        view.plates.put(fb, card, view.name)
    draw_clock(fb, view)
    if view.message:  # over the tally, not over the name
        bar(fb, message_text(view), 0, 13, WIDTH - 22)
    else:
        _tally(fb, view, 11)


def _paused(fb, view, word):
    _tally(fb, view, 9)
    name = who(word, view.game.speaker_name())
    write(fb, word["paused"] + " – " + name, 44, 9, WIDTH - 44, align=2)
    digits(fb, clock_text(view.left_ms, view.game.turn_ms), 11, 40)
    bar(fb, word["resume"])


def _review(fb, view, word):
    game = view.game
    count = game.review_count()
    if view.message:
        bar(fb, message_text(view), 0, 12)
    else:
        _tally(fb, view, 9)
        last = game.cursor == count - 1  # else the cursor was moved, to change a mark
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


PAGES = {
    "draft": _draft,
    "ready": _ready,
    "peek": _peek,
    "turn": _turn,
    "paused": _paused,
    "review": _review,
    "round_over": round_over,
    "carry": carry,
    "game_over": game_over,
}
