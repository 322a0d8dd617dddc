"""What every screen is painted with: text in the largest font that fits, icons, bars, the clock."""

import framebuf

from glass.ui.font import draw_with, font
from glass.ui.measure import LINES, SIZES, fit, pitch, rows

WIDTH, HEIGHT = 128, 64
draw_with(framebuf)
_ICONS = {  # 7x7
    "got": b"\x00\x02\x06\x8c\xd8\x70\x20",
    "pass": b"\x00\x90\xd8\x6c\xd8\x90\x00",
    "foul": b"\x82\xc6\x6c\x38\x6c\xc6\x82",
}
_ICONS["time"] = b"\x7c\x92\x92\x9e\x82\x82\x7c"


def put_icon(fb, name, x, y, dark=False):
    """The icon of a mark ("got", "pass", "foul", "time"), 7x7 pixels, at (x, y)."""
    icon = framebuf.FrameBuffer(bytearray(_ICONS[name]), 7, 7, framebuf.MONO_HLSB)
    if dark:
        palette = framebuf.FrameBuffer(bytearray(b"\x80"), 2, 1, framebuf.MONO_HLSB)
        fb.blit(icon, x, y, 1, palette)
    else:
        fb.blit(icon, x, y, 0)


def ascent(face, text):
    """Rows of ink above the baseline: most where a capital has an accent."""
    return face.baseline - face.ink(text)[0]


def shortened(text, width, sizes, high=HEIGHT):
    """(font, text) in the first size that holds it in one line `width` pixels wide, with at most
    `high` rows above the baseline; in the last size shortened with "…"."""
    return _one_line(text, width, sizes, high)[:2]


def _one_line(text, width, sizes, high):
    """The same, and the pixels to the end of its ink."""
    for size in sizes:
        face = font(size)
        _, wide, top, _ = face.extent(text)
        if wide <= width and face.baseline - top <= high:
            return face, text, wide
    if wide <= width:
        return face, text, wide
    while text and face.width(text + "…") > width:
        text = text[:-1]
    text = text.rstrip() + "…"
    return face, text, face.width(text)


def write(fb, text, x, base, width=WIDTH, sizes=("small", "tiny"), align=0, dark=False):
    """Write a line with its baseline on row `base`; align: 0 left, 1 centered, 2 right in `width`
    pixels from x. Returns the pixel column after its ink."""
    face, text, wide = _one_line(text, width, sizes, HEIGHT)
    if align:
        x += width - wide if align == 2 else (width - wide) // 2
    face.draw(fb, text, x, base - face.baseline, dark)
    return x + wide


def place(text, top, height, sizes=SIZES, most=LINES):
    """(Font, lines, row of the first line's box, rows to the next) for a text in the middle of the
    rows given, in the largest of `sizes` in which it fits `most` lines. Raises GiveWay."""
    found = fit(text, WIDTH, height, sizes, most) or fit(text, WIDTH, HEIGHT)
    if found is None:  # no card: decks are checked with the same fit
        face, text = shortened(text, WIDTH, ("tiny",))
        found = face, [text]
    face, lines = found
    y = top + max(0, height - rows(face, lines)) // 2 - face.ink(lines[0])[0]
    return face, lines, y, pitch(face, lines)


def draw_lines(fb, face, lines, y, step):
    """Draw lines that were given a `place`. Raises GiveWay."""
    for line in lines:
        face.draw(fb, line, (WIDTH - face.width(line)) // 2, y)
        y += step


def block(fb, text, top, height, sizes=SIZES, most=LINES):
    """The text in the middle of the rows given, in the largest of `sizes` in which it fits `most`
    lines. Raises GiveWay."""
    draw_lines(fb, *place(text, top, height, sizes, most))


def digits(fb, text, top, height=HEIGHT):
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


def bar(fb, text, top=52, height=12, width=WIDTH):
    """A lit strip with dark letters, `height` rows from `top`: what to press, or why not."""
    fb.fill_rect(0, top, width, height, 1)
    write(fb, text, 2, top + 10, width - 4, align=1, dark=True)


def rows_of_list(fb, count, cursor, top):
    """Yield (index, row's top, True if the cursor is on it, width) of the rows shown of a list:
    four, the cursor's lit, with a bar at the right for where they stand among all."""
    first = max(0, min(cursor - 2, count - 4))
    wide = WIDTH
    if count > 4:
        wide -= 4
        size = 4 * 48 // count
        fb.fill_rect(WIDTH - 2, top + 2 + (48 - size) * first // (count - 4), 2, size, 1)
    for row in range(min(4, count)):
        y = top + 25 * row // 2
        lit = first + row == cursor
        if lit:
            fb.fill_rect(0, y, wide, 13, 1)
        yield first + row, y, lit, wide


def header(fb, left, right=""):
    """A title with a line under it, and a short text at its right."""
    edge = WIDTH
    if right:
        face = font("small")
        edge = WIDTH - face.width(right) - 6
        write(fb, right, 0, 9, align=2)
    write(fb, left, 0, 9, edge)
    fb.hline(0, 12, WIDTH, 1)


def who(word, name):
    """A player's name for the screen: "Player 3" for one called "3", who has no name of their
    own."""
    return word["player"] % name if name.isdigit() else name


def clock_text(left_ms, turn_ms):
    """The clock as a text: seconds, or minutes and seconds (down to 0:00) if it starts at 100 s or
    more."""
    left = (left_ms + 999) // 1000
    if turn_ms < 100_000:
        return str(left)
    return ("%02d:%02d" if turn_ms >= 600_000 else "%d:%02d") % (left // 60, left % 60)


def time_bar(fb, left_ms, turn_ms):
    """The line at the bottom edge that shortens as the clock runs from turn_ms to 0."""
    fb.fill_rect(0, 62, WIDTH, 2, 0)
    fb.fill_rect(0, 62, min(WIDTH, (left_ms * WIDTH + turn_ms - 1) // turn_ms), 2, 1)
