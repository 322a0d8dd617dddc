"""The page before a turn: who plays with whom, the score, and the round's rule."""

from glass.ui.font import font
from glass.ui.measure import fit
from glass.ui.paint import WIDTH, ascent, header, shortened, who, write

TINY, SMALL = ("tiny",), ("small", "tiny")
NAMES = ("large", "bold", "medium", "narrow", "small", "tiny")
# By rows of scores (0: in the title's line): baselines of title and of the first row of scores, the
# first free row below, baselines of who calls and of the rule.
ROWS = ((9, 0, 13, 42, 62), (7, 17, 19, 45, 63), (7, 16, 26, 46, 63))
_rule = ()  # rule, sizes, and what they were fitted to


def standing(fb, view, word):
    """Title, carried time and every score, in the title's line or in rows of their own, lit whose
    turn it is; returns how many rows."""
    game = view.game
    points = [str(row[2]) for row in game.scores()]
    title, right = word["round"] % game.round, " – ".join(points)
    carried = game.left_ms != game.turn_ms
    if not carried and font("small").width(title + right) <= WIDTH - 12:
        header(fb, title, right)
        return 0
    right = word["left"] % ("%d s" % ((game.left_ms + 999) // 1000)) if carried else ""
    rows, count = 1, len(points)
    if max([font("tiny").width(text) for text in points]) + 4 > WIDTH // count:
        rows, count = 2, (count + 1) // 2
    base, first = ROWS[rows][:2]
    write(fb, title, 0, base, WIDTH, TINY)
    write(fb, right, 0, base, WIDTH, TINY, 2)
    fb.hline(0, first - 9, WIDTH, 1)
    wide = min(30, WIDTH // count)
    for at, text in enumerate(points):
        x = (WIDTH - count * wide) // 2 + at % count * wide
        base = first + at // count * 9
        dark = at in ((game.speaker, game.partner) if game.ring else (game.team,))
        if dark:
            fb.fill_rect(x, base - 8, wide, 9, 1)
        write(fb, text, x, base, wide, TINY, 1, dark)
    return rows


def _partners(game, word):
    """Who guesses with the speaker; "" in loose teams."""
    names = [game.setup["players"][seat] for seat in game.partners()]
    return word["with"] % ", ".join(names) if names else ""


def _rule_lines(rule, sizes):
    """(Font, lines) of a rule; kept until another is asked for: to fit one takes a Pico 40 ms."""
    global _rule
    if _rule[:2] != (rule, sizes):
        _rule = (rule, sizes) + (fit(rule, WIDTH, 22, sizes) or (font("tiny"), [rule]))
    return _rule[2:]


def draw(fb, view, word):
    """The page on a cleared frame."""
    game = view.game
    rows = standing(fb, view, word)
    top, base, last = ROWS[rows][2:]
    name = who(word, game.speaker_name())
    partners = _partners(game, word)
    beside = font("small").width(partners) + 5
    calls = word["calls"] % who(word, game.caller())
    face, calls = shortened(calls, WIDTH, TINY if rows else SMALL)
    face.draw(fb, calls, (WIDTH - face.width(calls)) // 2, base - face.baseline)
    # The name and who guesses with it: in the middle of the rows between, as large as fits.
    room = base - ascent(face, calls) - top
    beside_face, _ = shortened(partners, WIDTH, SMALL)
    for size in NAMES:
        face = font(size)
        wide = face.width(name) + beside
        high = max(ascent(face, name), ascent(beside_face, partners))
        deep = max(face.ink(name)[1] - face.baseline, beside_face.ink(partners)[1]
                   - beside_face.baseline)  # fmt: skip
        if wide <= WIDTH and high + deep <= room:
            break
    base = top + (room - high - deep) // 2 + high
    x = write(fb, name, max(0, (WIDTH - wide) // 2), base, WIDTH - min(beside, 60), (size,))
    write(fb, partners, x + 5, base, WIDTH - x - 5)
    if view.message:  # the bar takes the rule's place
        return
    face, lines = _rule_lines(game.rule_line(view.language), TINY if rows else SMALL)
    for at, line in enumerate(lines):
        base = last - (9 if rows else 10) * (len(lines) - 1 - at)
        face.draw(fb, line, (WIDTH - face.width(line)) // 2, base - face.baseline)
