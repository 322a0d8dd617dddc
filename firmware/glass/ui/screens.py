"""One picture per phase, 128x64, drawn from what the game says about itself.

No name is drawn that the people who see the screen may not know (a review shows guessed ones).
"""

import framebuf

from glass.ui.font import font
from glass.ui.measure import fit, pitch, rows

WIDTH, HEIGHT = 128, 64
_ICONS = {  # 7x7
    "got": b"\x00\x02\x06\x8c\xd8\x70\x20",
    "pass": b"\x00\x90\xd8\x6c\xd8\x90\x00",
    "foul": b"\x82\xc6\x6c\x38\x6c\xc6\x82",
}
_ICONS["time"] = b"\x7c\x92\x92\x9e\x82\x82\x7c"

_fitted: list = [None, None]  # the last name's place: a turn draws it every second


def _icon(fb, name, x, y, dark=False):
    icon = framebuf.FrameBuffer(bytearray(_ICONS[name]), 7, 7, framebuf.MONO_HLSB)
    if dark:
        palette = framebuf.FrameBuffer(bytearray(b"\x80"), 2, 1, framebuf.MONO_HLSB)
        fb.blit(icon, x, y, 1, palette)
    else:
        fb.blit(icon, x, y, 0)


def _line(text, width, sizes):
    """(font, text) in the first size that holds it in one line, at last shortened."""
    for size in sizes:
        face = font(size)
        if face.width(text) <= width:
            return face, text
    while text and face.width(text + "…") > width:
        text = text[:-1]
    return face, text.rstrip() + "…"


def _text(fb, text, x, base, width=WIDTH, sizes=("small", "tiny"), align=0, dark=False):
    """A line with its letters' feet on row `base`; align 0 left, 1 centered, 2 right in width."""
    face, text = _line(text, width, sizes)
    wide = face.width(text)
    x += (0, (width - wide) // 2, width - wide)[align]
    face.draw(fb, text, x, base - face.baseline, dark)
    return x + wide


def _block(fb, text, top, height, sizes=None):
    """The text in the middle of the rows given, as large as it fits."""
    key = (text, top, height)
    if _fitted[0] != key:
        found = fit(text, WIDTH, height, sizes) if sizes else fit(text, WIDTH, height)
        if found is None:
            found = fit(text, WIDTH, HEIGHT)
        if found is None:  # no card: decks are checked with the same fit
            face, text = _line(text, WIDTH, ("tiny",))
            found = face, [text]
        _fitted[0], _fitted[1] = key, found
    face, lines = _fitted[1]
    step = pitch(face, lines)
    y = top + max(0, height - rows(face, lines)) // 2 - face.ink(lines[0])[0]
    for line in lines:
        face.draw(fb, line, (WIDTH - face.width(line)) // 2, y)
        y += step


def _digits(fb, text, top, height=HEIGHT):
    """The clock in the middle of the rows given. A digit is drawn where it stood the second before,
    so that few columns change; so seconds are small after two digits of minutes."""
    big, small = (text[:2], text[2:]) if len(text) == 5 else (text, "")
    face, low = font("digits"), font("big")
    first, last = face.ink(text)
    x = (WIDTH - face.advance(big) - low.advance(":00" if small else "")) // 2
    y = top + (height - last + first) // 2 - first
    x = face.draw(fb, big, x, y)
    if small:
        low.draw(fb, small, x, y + first - low.ink("0")[0])


def _bar(fb, text, top=52, height=12, width=WIDTH):
    """A lit strip with dark letters: what to press, or why not."""
    fb.fill_rect(0, top, width, height, 1)
    _text(fb, text, 2, top + height - 3, width - 4, align=1, dark=True)


def _why(view, word):
    return word["refusals"].get(view.message, word["refused"])


def _header(fb, left, right=""):
    edge = WIDTH
    if right:
        face = font("small")
        edge = WIDTH - face.width(right) - 6
        _text(fb, right, 0, 9, align=2)
    _text(fb, left, 0, 9, edge)
    fb.hline(0, 12, WIDTH, 1)


def _who(word, name):
    """A player as people say it: those without a name of their own are numbers."""
    return word["player"] % name if name.isdigit() else name


def _seconds(ms):
    return str((ms + 999) // 1000)


def _clock(ms, view):
    """Seconds, or minutes and seconds all the way down if the clock starts at 100 s or more."""
    left = (ms + 999) // 1000
    whole_s = view.game.setup["turn_s"]
    if whole_s < 100:
        return str(left)
    return ("%02d:%02d" if whole_s >= 600 else "%d:%02d") % (left // 60, left % 60)


def _tally(fb, view, base):
    this = view.game.this_turn()
    x = 0
    for mark in ("got", "pass", "foul"):
        if mark == "got" or this[mark]:
            _icon(fb, mark, x, base - 8)
            x = _text(fb, str(this[mark]), x + 9, base) + 7


# -- Time's Up! --------------------------------------------------------------------------------


def _draft(fb, view, word):
    game = view.game
    hand = game.draft_hand()
    name = view.session.state()["speaker_name"]
    if not game.draft_open:
        _text(fb, word["draft"], 0, 12, align=1)
        _block(fb, _who(word, name), 18, 30)
        return _bar(fb, word["draft_show"])
    card, kept = hand[game.cursor]
    out = sum(1 for _, keeps in hand if not keeps)
    _header(fb, "%d/%d" % (game.cursor + 1, len(hand)), word["draft_done"] % out)
    _block(fb, view.name(card), 15, 34)
    if kept:
        _icon(fb, "got", 0, 55)
        _text(fb, word["keep"], 10, 62)
        _text(fb, word["ok" if out == 2 else "draft_foul"], 0, 62, align=2)
    else:
        _bar(fb, word["discard"])


def _ready(fb, view, word):
    game = view.game
    setup = game.setup
    scores = " – ".join([str(row[2]) for row in game.scores()])
    if font("small").width(scores) > 64:
        scores = ""
    if game.left_ms != setup["turn_s"] * 1000:
        scores = word["left"] % (_seconds(game.left_ms) + " s")
    _header(fb, word["round"] % game.round, scores)
    who = _who(word, setup["players"][game.speaker])
    _block(fb, who, 14, 17)
    calls = word["calls"] % _who(word, game.caller())
    if game.partner is not None:
        calls = word["with"] % _who(word, setup["players"][game.partner]) + " – " + calls
    _text(fb, calls, 0, 41, align=1)
    rule = word["rule_%s_%d" % (setup["edition"], game.round)]
    face, lines = fit(rule, WIDTH, 22, ("small", "tiny")) or (font("tiny"), [rule])
    for at, line in enumerate(lines):
        face.draw(fb, line, (WIDTH - face.width(line)) // 2,
                  62 - face.baseline - 10 * (len(lines) - 1 - at))  # fmt: skip


def draw_clock(fb, view):
    """Only the running clock, over the old one; False if the picture has none."""
    if view.menu is not None or view.game.phase != "turn":
        return False
    if view.game.setup["game"] == "timer":
        fb.fill_rect(0, 0, WIDTH, 62, 0)
        _digits(fb, _clock(view.left_ms, view), 17, 23)
    elif view.game.card is None:
        fb.fill_rect(0, 13, WIDTH, 49, 0)
        _digits(fb, _clock(view.left_ms, view), 25, 23)
    else:
        fb.fill_rect(WIDTH - 22, 0, 22, 13, 0)
        _text(fb, _seconds(view.left_ms), 0, 12, sizes=("bold",), align=2)
    whole = view.game.setup["turn_s"] * 1000
    fb.fill_rect(0, 62, WIDTH, 2, 0)
    fb.fill_rect(0, 62, min(WIDTH, (view.left_ms * WIDTH + whole - 1) // whole), 2, 1)
    return True


def _peek(fb, view, word):
    _block(fb, view.name(view.game.card), 3, 46)  # as large as in the turn
    _bar(fb, word["go"])


def _turn(fb, view, word):
    card = view.game.card
    draw_clock(fb, view)
    if view.message:  # over the tally, not over the name
        _bar(fb, _why(view, word), 0, 13, WIDTH - 22)
    else:
        _tally(fb, view, 11)
    if card is not None:
        _block(fb, view.name(card), 15, 46)


def _paused(fb, view, word):
    _tally(fb, view, 9)
    _text(fb, word["paused"], 0, 9, align=2)
    _digits(fb, _clock(view.left_ms, view), 11, 40)
    _bar(fb, word["resume"])


def _review(fb, view, word):
    game = view.game
    cards = game.review_list()
    _tally(fb, view, 9)
    last = game.cursor == len(cards) - 1  # moved up: somebody wants to change something
    _text(fb, word["ok" if last else "change"], 0, 9, align=2)
    fb.hline(0, 12, WIDTH, 1)
    first = max(0, min(game.cursor - 2, len(cards) - 4))
    for row in range(min(4, len(cards))):
        at = first + row
        card, mark, counted = cards[at]
        top = 13 + 25 * row // 2
        dark = at == game.cursor
        if dark:
            fb.fill_rect(0, top, WIDTH, 13, 1)
        if counted and card is not None:
            text = view.name(card)
        else:
            text = "%d: %s" % (at + 1, word["got" if counted else mark])
        if counted:
            _icon(fb, "got", 2, top + 3, dark)
        _text(fb, text, 13, top + 11, WIDTH - 15, dark=dark)


def _pad(fb, scores, top, room):
    """Score rows (name, rounds, total) if there is room, else two columns of totals.

    Returns the row below.
    """
    count = len(scores)
    if count * 10 <= room:
        step = min(13, room // count)
        wide = WIDTH - 24 - 14 * len(scores[0][1])
        sizes = ("tiny",)
        if step > 10 and all([font("small").width(row[0]) <= wide for row in scores]):
            sizes = ("small",)
        for at, (name, points, total) in enumerate(scores):
            base = top + step * at + step - 2
            _text(fb, str(total), WIDTH - 17, base, 16, sizes, 2)
            x = WIDTH - 19
            for point in reversed(points):
                x -= 14
                _text(fb, str(point), x, base, 13, ("tiny",), 2)
            _text(fb, name, 1, base, wide, sizes)
        return top + step * count
    half = (count + 1) // 2
    step = max(8, min(12, room // half))
    for at, (name, _, total) in enumerate(scores):
        x = 1 + 66 * (at // half)
        base = top + step * (at % half) + step - 2
        _text(fb, str(total), x, base, 60, ("tiny",), 2)
        _text(fb, name, x, base, 45, ("tiny",))
    fb.vline(63, top + 1, step * half - 2, 1)
    return top + step * half


def _round_over(fb, view, word):
    game = view.game
    scores = game.scores()
    names = game.names_to_read()
    title = word["round_over"] % game.round
    if not names:
        _header(fb, title, word["ok"])
        _pad(fb, scores, 14, 50)
        return
    at = min(game.cursor, len(names) - 1)
    top = 0
    if len(scores) <= 4:  # more teams take the title's place
        last = at == len(names) - 1
        _header(fb, title, word["ok"] if last else "%d/%d" % (at + 1, len(names)))
        top = 13
    below = _pad(fb, scores, top, max(20, 9 * ((len(scores) + 1) // 2)) if top == 0 else 20)
    note = view.note(names[at])
    found = note and fit(note, WIDTH, 22, ("tiny",))
    lines = found[1] if found else [note] if note else []
    step = 9 if below + 11 + 9 * len(lines) <= 62 else 8
    while lines and below + 9 + step * len(lines) > 62:
        lines = lines[:-1]
    room = 62 - below - 11 - step * len(lines)
    base = below + 11 + max(0, room // 2) if room >= 0 else 62 - step * len(lines)
    if room > 3:
        fb.hline(0, below + room // 4, WIDTH, 1)
    sizes = ("bold", "small", "narrow", "tiny") if room >= 0 else ("small", "tiny")
    _text(fb, view.name(names[at]), 1, base, WIDTH - 1, sizes)
    for line in lines:
        base += step
        _text(fb, line, 1, base, WIDTH - 1, ("tiny",))


def _carry(fb, view, word):
    tenths = view.left_ms // 100
    _digits(fb, "%d.%d" % (tenths // 10, tenths % 10), 0, 35)
    game = view.game
    _text(fb, word["carry"] % _who(word, game.setup["players"][game.speaker]), 0, 48, align=1)
    fb.hline(0, 52, WIDTH, 1)
    _text(fb, word["carry_yes"], 0, 62)
    _text(fb, word["carry_no"], 0, 62, align=2)


def _game_over(fb, view, word):
    game = view.game
    winners = game.winners()
    scores = sorted(game.scores(), key=lambda row: -row[2])
    room = 10 * len(scores) if len(scores) < 4 else min(50, 9 * ((len(scores) + 1) // 2))
    title = word["winner" if len(winners) == 1 else "tie"]
    text = ", ".join(winners)
    if room > 36:
        title += " – " + text
    _bar(fb, title, 0, 13)
    if len(winners) == 1 and room <= 30:
        _block(fb, text, 15, 47 - room)
    elif room <= 36:
        _text(fb, text, 1, 25 if room > 30 else 28, WIDTH - 2, align=1)
    _pad(fb, scores, HEIGHT - room, room)


# -- timer and menu ----------------------------------------------------------------------------


def _timer(fb, view, word):
    phase = view.game.phase
    if phase == "time_up":
        fb.fill(1)
        face, lines = fit(word["time_up"])
        step = pitch(face, lines)
        y = (HEIGHT - rows(face, lines)) // 2 - face.ink(lines[0])[0]
        for line in lines:
            face.draw(fb, line, (WIDTH - face.width(line)) // 2, y, True)
            y += step
        return
    if phase == "turn":
        return draw_clock(fb, view)
    if phase == "paused":
        _text(fb, word["paused"], 0, 9)
        _text(fb, word["reset"], 0, 9, align=2)
    else:
        _text(fb, word["timer"], 0, 9, align=1)
    _digits(fb, _clock(view.left_ms, view), 11, 40)
    _bar(fb, word["resume" if phase == "paused" else "go"])


def _title(fb, text):
    _text(fb, text, 0, 11)  # a row higher an accent on a capital is cut off
    fb.hline(0, 13, WIDTH, 1)


def _menu(fb, view, word):
    menu = view.menu
    if menu.editor is not None:
        return _spelling(fb, menu.editor)
    _title(fb, menu.title)
    count = len(menu.items)
    first = max(0, min(menu.cursor - 1, count - 4))
    wide = WIDTH
    if count > 4:  # where the rows shown stand among all
        wide -= 4
        size = 4 * 48 // count
        fb.fill_rect(WIDTH - 2, 16 + (48 - size) * first // (count - 4), 2, size, 1)
    for row in range(min(4, count)):
        at = first + row
        top = 14 + 25 * row // 2
        dark = at == menu.cursor
        if dark:
            fb.fill_rect(0, top, wide, 13, 1)
        _text(fb, menu.items[at], 3, top + 11, wide - 6, ("small", "tiny"), dark=dark)


def _spelling(fb, editor):
    _title(fb, editor.title)
    _text(fb, editor.text + "_", 0, 27, align=1, sizes=("medium", "small"))
    letters = editor.letters(9)
    for at, letter in enumerate(letters):
        x = 14 * at + 1
        dark = at == len(letters) // 2
        if dark:
            fb.fill_rect(x - 1, 32, 14, 16, 1)
        _text(fb, letter, x, 44, 12, ("medium",), 1, dark)
    _text(fb, editor.help, 0, 61, align=1)


PHASES = {
    "draft": _draft,
    "ready": _ready,
    "peek": _peek,
    "turn": _turn,
    "paused": _paused,
    "review": _review,
    "round_over": _round_over,
    "carry": _carry,
    "game_over": _game_over,
}


def draw(fb, view):
    """The whole picture on a cleared frame."""
    word = view.words.WORDS
    if view.menu is not None:
        _menu(fb, view, word)
    elif view.game.setup["game"] == "timer":
        _timer(fb, view, word)
    else:
        PHASES[view.game.phase](fb, view, word)
    if view.message and (view.menu is not None or view.game.phase != "turn"):
        top = 42 if view.menu is None and view.game.phase == "ready" else 50
        fb.fill_rect(0, top, WIDTH, HEIGHT - top, 0)
        _bar(fb, _why(view, word), 51, 13)
