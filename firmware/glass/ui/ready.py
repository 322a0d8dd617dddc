"""The page before a turn: borrowed by screens.py as long as it is shown."""

from glass.ui.font import font
from glass.ui.measure import fit
from glass.ui.paint import WIDTH, header, who, write

TINY, SMALL = ("tiny",), ("small", "tiny")
# Where the letters' feet are, by rows of scores: title, scores, name, who calls, rule.
FEET = ((9, 0, 30, 41, 62), (9, 21, 34, 45, 63), (7, 17, 37, 46, 63))


def standing(fb, view, word):
    """Title, carried time and every score, in the title's line or in rows of their own, lit whose
    turn it is; returns how many rows."""
    game = view.game
    points = [str(row[2]) for row in game.scores()]
    title, right = word["round"] % game.round, " – ".join(points)
    carried = game.left_ms != game.setup["turn_s"] * 1000
    if not carried and font("small").width(title + right) <= WIDTH - 12:
        header(fb, title, right)
        return 0
    right = word["left"] % ("%d s" % ((game.left_ms + 999) // 1000)) if carried else ""
    rows, count = 1, len(points)
    if max([font("tiny").width(text) for text in points]) + 4 > WIDTH // count:
        rows, count = 2, (count + 1) // 2
    base, feet = FEET[rows][:2]
    sizes = SMALL if rows == 1 else TINY
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
        write(fb, text, x, base, wide, TINY, 1, dark)
    return rows


def _ready(fb, view, word):
    game = view.game
    setup = game.setup
    rows = standing(fb, view, word)
    base, calls, last = FEET[rows][2:]
    name = who(word, setup["players"][game.speaker])
    partners = word["with"] % ", ".join([setup["players"][seat] for seat in game.partners()])
    beside = font("small").width(partners) + 5
    for size in ("large", "bold", "medium", "narrow", "small")[(0, 1, 4)[rows] :]:
        wide = font(size).width(name) + beside
        if wide <= WIDTH:
            break
    x = write(fb, name, max(0, (WIDTH - wide) // 2), base, WIDTH - min(beside, 60), (size,))
    write(fb, partners, x + 5, base, WIDTH - x - 5)
    sizes = SMALL if rows < 2 else TINY
    write(fb, word["calls"] % who(word, game.caller()), 0, calls, WIDTH, sizes, 1)
    if view.message:  # the bar takes the rule's place
        return
    rule = word["rule_%s_%d" % (setup["edition"], game.round)]
    face, lines = fit(rule, WIDTH, 22, TINY if rows else SMALL) or (font("tiny"), [rule])
    for at, line in enumerate(lines):
        base = last - (9 if rows else 10) * (len(lines) - 1 - at)
        face.draw(fb, line, (WIDTH - face.width(line)) // 2, base - face.baseline)


PAGES = {"ready": _ready}
