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


def _break(pieces, extents, blank, width, most):
    """Where lines end, as indices of pieces (`blank`: advance of a space); None if they do not fit
    into `most` lines of `width` pixels. Each piece fits."""
    ends = []
    pen = 0  # the advance of the line so far
    for at in range(len(pieces)):
        advance, wide = extents[at][:2]
        start = pen + blank if pen and pieces[at][1] else pen
        if start + wide > width and pen:
            if len(ends) == most - 1:
                return None
            ends.append(at)
            start = 0
        pen = start + advance
    ends.append(len(pieces))
    return ends


def _lines(pieces, ends):
    """The texts of the lines."""
    lines, start = [], 0
    for end in ends:
        line = ""
        for piece, space in pieces[start:end]:
            line += (" " if space and line else "") + piece
        lines.append(line)
        start = end
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
    the text fits into width x height pixels; None if it fits in none. Raises GiveWay."""
    pieces = _pieces(text)
    if not pieces:
        return font(sizes[-1]), [""]
    for name in sizes:
        face = font(name)
        extents = _extents(face, pieces, width)
        if extents is None:
            continue
        blank = face.extent(" ")[0]
        ends = _break(pieces, extents, blank, width, most)
        if ends is None:
            continue
        lines = _lines(pieces, ends)
        if rows(face, lines) <= height:
            if len(lines) == 1:
                return face, lines
            narrower = face.extent(text)[1] // len(lines)
            return face, _even(face, pieces, extents, blank, lines, narrower, width, height)
    return None


def _extents(face, pieces, width):
    """The extents of the pieces (Font.extent); None if one is wider than `width`."""
    extents = []
    for piece, _ in pieces:
        extent = face.extent(piece)
        if extent[1] > width:
            return None
        extents.append(extent)
    return extents


def _even(face, pieces, extents, blank, lines, narrower, width, height):
    """The lines made as even as their number allows: tried from `narrower`, their average width,
    up."""
    count = len(lines)
    widest = max([extent[1] for extent in extents])
    while narrower < width:
        ends = _break(pieces, extents, blank, narrower, count) if widest <= narrower else None
        if ends and len(ends) == count:
            tried = _lines(pieces, ends)
            if rows(face, tried) <= height:
                return tried
        narrower += 4
    return lines
