"""The score pad, and the pages between rounds and at the end that show it."""

from glass.ui.font import font
from glass.ui.measure import fit
from glass.ui.paint import HEIGHT, WIDTH, bar, block, digits, header, rise, shortened, who, write


def _team(name, wide, sizes):
    """A team's name, each player's cut to as many letters as fit: "Alexa & Fitzg"."""
    face = font(sizes[-1])
    players = name.split(" & ")
    most = max([len(player) for player in players])
    while most > 2 and face.width(name) > wide:
        most -= 1
        name = " & ".join([player[:most].rstrip() for player in players])
    return name


def _pad(fb, scores, top, room, played, winners=()):
    """Score rows (name, rounds, total) if there is room, else two columns of totals.

    played: rounds so far. The winners' rows are lit. Returns the row below.
    """
    count = len(scores)
    if count * 10 <= room:
        step = min(13, room // count)
        wide = WIDTH - 24 - 14 * len(scores[0][1])
        sizes = ("tiny",)
        if step > 10 and all([font("small").width(row[0]) <= wide for row in scores]):
            sizes = ("small",)
        high = rise(font(sizes[0]), scores[0][0]) + 2  # room for an accent in the first row
        step = min(step, (room - max(0, high - step)) // count)
        top += max(0, high - step)
        for at, (name, points, total) in enumerate(scores):
            base = top + step * at + step - 2
            dark = name in winners
            if dark:
                fb.fill_rect(0, base - step + 1, WIDTH, step, 1)
            write(fb, str(total), WIDTH - 17, base, 16, sizes, 2, dark)
            x = WIDTH - 19
            for index in range(len(points) - 1, -1, -1):
                x -= 14
                point = str(points[index]) if index < played else "–"
                write(fb, point, x, base, 13, ("tiny",), 2, dark)
            write(fb, _team(name, wide, sizes), 1, base, wide, sizes, dark=dark)
        return top + step * count
    half = (count + 1) // 2
    step = max(8, min(12, room // half))
    tiny = font("tiny")
    top += max(0, max(rise(tiny, scores[0][0]), rise(tiny, scores[half][0])) - step + 2)
    for at, (name, _, total) in enumerate(scores):
        x = 1 + 66 * (at // half)
        base = top + step * (at % half) + step - 2
        dark = name in winners
        if dark:
            fb.fill_rect(x - 1, base - step + 1, 62, step, 1)
        write(fb, str(total), x, base, 60, ("tiny",), 2, dark)
        write(fb, _team(name, 45, ("tiny",)), x, base, 45, ("tiny",), dark=dark)
    fb.vline(63, top + 1, step * half - 2, 1)
    return top + step * half


def round_over(fb, view, word):
    """The page of the phase, on a cleared frame."""
    game = view.game
    scores = game.scores()
    names = game.names_to_read()
    if not names:
        header(fb, word["round_over"] % game.round, word["ok"])
        _pad(fb, scores, 14, 50, game.round)
        return
    at = min(game.cursor, len(names) - 1)
    top = 0
    if len(scores) <= 4:  # more teams take the title's place
        last = at == len(names) - 1
        more = word["page"] % (at + 1, len(names))
        header(fb, word["read"], word["ok"] if last else more)
        top = 13
    room = min(50, max(20, 9 * ((len(scores) + 1) // 2))) if top == 0 else 20
    below = _pad(fb, scores, top, room, game.round)
    note = view.note(names[at])
    found = note and fit(note, WIDTH, 22, ("tiny",))
    lines = found[1] if found else [note] if note else []
    step = 9 if below + 11 + 9 * len(lines) <= 62 else 8
    while lines and below + 9 + step * len(lines) > 62:
        lines = lines[:-1]
    lowest = 62 - step * len(lines)
    room = lowest - below - 11
    sizes = ("bold", "small", "narrow", "tiny") if room >= 0 else ("small", "tiny")
    face, name = shortened(view.name(names[at]), WIDTH - 1, sizes, lowest - below)
    high = rise(face, name)
    base = min(lowest, max(below + 11 + room // 2, below + high))
    between = base - high - below
    if between > 2:
        fb.hline(0, below + between // 2, WIDTH, 1)
    face.draw(fb, name, 1, base - face.baseline)
    for line in lines:
        base += step
        write(fb, line, 1, base, WIDTH - 1, ("tiny",))


def carry(fb, view, word):
    """The page of the phase, on a cleared frame."""
    tenths = view.left_ms // 100
    digits(fb, "%d.%d" % (tenths // 10, tenths % 10), 0, 34)
    game = view.game
    write(fb, word["carry"] % who(word, game.speaker_name()), 0, 47, align=1)
    fb.hline(0, 51, WIDTH, 1)
    write(fb, word["carry_yes"], 0, 62)
    write(fb, word["carry_no"], 0, 62, align=2)


def game_over(fb, view, word):
    """The page of the phase, on a cleared frame."""
    game = view.game
    winners = game.winners()
    scores = sorted(game.scores(), key=lambda row: -row[2])
    if len(winners) > 1:  # their rows are lit
        bar(fb, word["tie"], 0, 13)
        _pad(fb, scores, 14, 50, game.round, winners)
        return
    room = 10 * len(scores) if len(scores) < 4 else min(50, 9 * ((len(scores) + 1) // 2))
    if room > 30:
        bar(fb, word["winner"] + " – " + winners[0], 0, 13)
    else:
        bar(fb, word["winner"], 0, 13)
        block(fb, winners[0], 15, 47 - room)
    _pad(fb, scores, HEIGHT - room, room, game.round)
