"""How a name fits on the display: host and board measure with this one module."""

from glass.ui.font import font

SIZES = ("big", "large", "bold", "medium", "narrow", "small", "tiny")
WIDTH, HEIGHT = 128, 46  # room for a name in a turn
LINES = 3  # of a name


def _pieces(text):
    """Words and parts up to a hyphen: (piece, True if a space stands before it)."""
    pieces = []
    for word in text.split(" "):
        if not word:
            continue
        if pieces and word in "?!;:\u00bb":  # French sets these apart, but never first on a line
            pieces[-1] = (pieces[-1][0] + " " + word, pieces[-1][1])
            continue
        space = True
        start = 0
        for at in range(1, len(word) - 1):
            if word[at : at + 1] in "-\u2010\u2013":  # no index: see code_points.py
                pieces.append((word[start : at + 1], space))
                start, space = at + 1, False
        pieces.append((word[start:], space))
    return pieces


def _break(face, pieces, width, most):
    lines = []
    line = ""
    for piece, space in pieces:
        longer = line + (" " if space and line else "") + piece
        if face.width(longer) <= width:
            line = longer
            continue
        if not line or face.width(piece) > width or len(lines) == most - 1:
            return None
        lines.append(line)
        line = piece
    lines.append(line)
    return lines


def pitch(face, lines):
    """Rows from the baseline of a line to that of the next: letters of two lines never touch."""
    gap = 0
    for at in range(1, len(lines)):
        gap = max(gap, face.ink(lines[at - 1])[1] - face.ink(lines[at])[0])
    return gap + 1 + face.height // 14


def rows(face, lines):
    """Rows of ink that the lines (texts) take in a Font."""
    return face.ink(lines[-1])[1] - face.ink(lines[0])[0] + (len(lines) - 1) * pitch(face, lines)


def fit(text, width=WIDTH, height=HEIGHT, sizes=SIZES, most=LINES):
    """(Font, [1 to `most` lines]) with the first of `sizes` (font names, largest first) in which
    the text fits into width x height pixels; None if it fits in none."""
    pieces = _pieces(text)
    if not pieces:
        return font(sizes[-1]), [""]
    for name in sizes:
        face = font(name)
        lines = _break(face, pieces, width, most)
        if lines and rows(face, lines) <= height:
            # As even as the number of lines allows: tried from the average width up.
            narrower = face.width(text) // len(lines)
            while len(lines) > 1 and narrower < width:
                tried = _break(face, pieces, narrower, most)
                if tried and len(tried) == len(lines) and rows(face, tried) <= height:
                    lines = tried
                    break
                narrower += 4
            return face, lines
    return None
