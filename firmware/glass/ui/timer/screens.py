"""The screens of the plain timer."""

from glass.ui.measure import fit, pitch, rows
from glass.ui.paint import WIDTH, bar, clock_text, digits, time_bar, write

TELLS = ()
NOT_NOW = {"time_up": "press_pass"}


def draw_clock(fb, view):
    """Only the running clock, over the old one."""
    fb.fill_rect(0, 0, WIDTH, 62, 0)
    digits(fb, clock_text(view.left_ms, view.game.turn_ms), 17, 23)
    time_bar(fb, view.left_ms, view.game.turn_ms)
    return True


def _turn(fb, view, _word):
    draw_clock(fb, view)


def _time_up(fb, _view, word):
    fb.fill(1)
    face, lines = fit(word["time_up"])
    step = pitch(face, lines)
    y = (50 - rows(face, lines)) // 2 - face.ink(lines[0])[0]
    for line in lines:
        face.draw(fb, line, (WIDTH - face.width(line)) // 2, y, True)
        y += step
    write(fb, word["reset"], 0, 62, align=1, dark=True)


def _ready(fb, view, word):
    write(fb, word["timer"], 0, 9, align=1)
    _standing(fb, view, word["go"])


def _paused(fb, view, word):
    write(fb, word["paused"], 0, 9)
    write(fb, word["reset"], 0, 9, align=2)
    _standing(fb, view, word["resume"])


def _standing(fb, view, line):
    digits(fb, clock_text(view.left_ms, view.game.turn_ms), 11, 40)
    bar(fb, line)


PAGES = {"ready": _ready, "turn": _turn, "paused": _paused, "time_up": _time_up}
