"""Packed fonts read glyph by glyph (format: host_tools/make/build_fonts.py); measures anywhere.

Not called fonts.py: MicroPython would take the folder of that name for it.
"""

import struct
from array import array

from glass.formats import shipped
from glass.formats.code_points import code_points

CACHED = 48  # bitmaps kept in RAM, of all fonts
_METRICS = 5  # bytes a glyph: advance, x + _LEFT, top, width, rows
_LEFT = 64
# Curly quotes look like accents in pixel fonts; the rest has a plain twin.
_TWINS = {0x2019: 0x27, 0x2018: 0x27, 0x201C: 0x22, 0x201D: 0x22, 0x202F: 0x20, 0xA0: 0x20,
          0x2010: 0x2D, 0x2011: 0x2D, 0x2212: 0x2D, 0x2009: 0x20}  # fmt: skip

_open = {}
_cache = {}  # bitmaps by font and code point
_rare = {}  # and metrics of glyphs outside of a font's first range
_give_way = None
_framebuf = None  # MicroPython's module: a laptop, which only measures, has none


def draw_with(framebuf):
    """Draw with MicroPython's module `framebuf`; before, texts can only be measured."""
    global _framebuf
    _framebuf = framebuf


def let_go_for(urgent):
    """Break drawing and measuring off with GiveWay when urgent() is true, from now on; None:
    never."""
    global _give_way
    _give_way = urgent


def drop_glyphs():
    """Drop the glyphs kept: scattered over the heap, they leave no room between them."""
    _cache.clear()
    _rare.clear()


class GiveWay(Exception):
    """Drawing was broken off for something more urgent."""


class Font:
    """.height and .baseline in rows; open until the end."""

    def __init__(self, name):
        self._file, first, _ = shipped.find("ui/fonts/" + name + ".font")
        self._file.seek(first)
        head = self._file.read(8)
        if head[:4] != b"BZF3":
            raise ValueError(name + ".font is no font file: build the fonts again")
        self.height, self.baseline = head[4], head[5]
        self._ranges = array("H")  # first code point and how many, of each range
        slots = 0
        for _ in range(head[6]):
            code, count = struct.unpack("<HH", self._file.read(4))
            self._ranges.extend(array("H", (code, count)))
            slots += count
        self._metrics = first + 8 + 4 * head[6]
        self._offsets = self._metrics + _METRICS * slots
        self._body = self._offsets + 2 * slots
        # Those of the first range stay in RAM: names are measured in many sizes.
        self._first = self._ranges[0]
        self._plain = self._file.read(_METRICS * self._ranges[1])
        self._key = len(_open) << 21  # code points have 21 bits
        self._measured = self._extent = None  # the text measured last: it is asked for again

    def has(self, code):
        """True if the font draws this character (code point) as itself or its twin."""
        return self._slot(code) is not None

    def _slot(self, code):
        """The number of a glyph among all of the font, None if it has none."""
        code = _TWINS.get(code, code)
        ranges, slot = self._ranges, 0
        for at in range(0, len(ranges), 2):
            first, count = ranges[at], ranges[at + 1]
            if first <= code < first + count:
                slot += code - first
                return slot if self._read(self._metrics + _METRICS * slot, 1)[0] else None
            slot += count
        return None

    def _drawn_slot(self, code):
        """The same, that of "?" for a missing one; None if even that is missing."""
        slot = self._slot(code)
        return self._slot(0x3F) if slot is None else slot

    def _read(self, at, count):
        self._file.seek(at)
        return self._file.read(count)

    def metrics(self, code):
        """(bytes, offset in them) with advance, x + 64, top, width, rows of a code point's glyph:
        pixels from the pen, rows from the box's top. Raises GiveWay."""
        at = _METRICS * (code - self._first)
        if 0 <= at < len(self._plain) and self._plain[at]:
            return self._plain, at
        key = self._key | code
        found = _rare.get(key)
        if found is None:
            _let_go()
            slot = self._drawn_slot(code)
            found = bytes(_METRICS)
            if slot is not None:
                found = self._read(self._metrics + _METRICS * slot, _METRICS)
            _keep(_rare, key, found)
        return found, 0

    def bits(self, code, width, rows):
        """The bits (bytearray) of a code point's glyph of so many pixels."""
        place = self._read(self._offsets + 2 * self._drawn_slot(code), 2)
        bits = bytearray((width + 7) // 8 * rows)
        self._file.seek(self._body + place[0] + 256 * place[1])
        self._file.readinto(bits)
        return bits

    def _bitmap(self, code, width, rows):
        """The glyph's bits as a FrameBuffer. Raises GiveWay."""
        _let_go()
        bits = self.bits(code, width, rows)
        found = _framebuf.FrameBuffer(bits, width, rows, _framebuf.MONO_HLSB)
        _keep(_cache, self._key | code, found)
        return found

    def extent(self, text):
        """(advance, width, top, bottom) of a text: pixels from the pen's start to its end, and to
        the end of the ink; rows of the ink in the font's box, (0, 0) without ink. Raises
        GiveWay."""
        if text != self._measured:
            self._extent = self._measure(text)
            self._measured = text
        return self._extent

    def _measure(self, text):
        _let_go()
        plain, count, first = self._plain, len(self._plain), self._first
        pen = end = bottom = 0
        top = self.height
        for code in code_points(text):
            glyph, at = plain, _METRICS * (code - first)
            if not 0 <= at < count or not plain[at]:
                glyph, at = self.metrics(code)
            if glyph[at + 3]:
                end = pen + glyph[at + 1] - _LEFT + glyph[at + 3]
                if glyph[at + 2] < top:
                    top = glyph[at + 2]
                if glyph[at + 2] + glyph[at + 4] > bottom:
                    bottom = glyph[at + 2] + glyph[at + 4]
            pen += glyph[at]
        return pen, end, top if bottom else 0, bottom

    def width(self, text):
        """Pixels from the pen's start to the end of the ink."""
        return self.extent(text)[1]

    def advance(self, text):
        """Pixels from the pen's start to the pen's end."""
        return self.extent(text)[0]

    def ink(self, text):
        """(top, bottom) of the ink, rows of the font's box."""
        return self.extent(text)[2:]

    def draw(self, fb, text, x, y, dark=False):
        """Ink at x, top of the font's box at y; `dark` for unlit letters. Returns the pen's x.

        Raises GiveWay.
        """
        _let_go()
        palette = _dark_palette() if dark else None
        key, cached = self._key, _cache
        for code in code_points(text):
            glyph, at = self.metrics(code)
            if glyph[at + 3]:
                bits = cached.get(key | code) or self._bitmap(code, glyph[at + 3], glyph[at + 4])
                left = x + glyph[at + 1] - _LEFT
                if dark:
                    fb.blit(bits, left, y + glyph[at + 2], 1, palette)
                else:
                    fb.blit(bits, left, y + glyph[at + 2], 0)
            x += glyph[at]
        return x


def _let_go():
    if _give_way and _give_way():
        raise GiveWay


def _keep(kept, key, value):
    if len(kept) >= CACHED:
        kept.clear()
    kept[key] = value


def _dark_palette():
    return _framebuf.FrameBuffer(bytearray(b"\x80"), 2, 1, _framebuf.MONO_HLSB)


def font(name):
    """The font `name`: big, large, bold, medium, narrow, small, tiny or digits."""
    if name not in _open:
        _open[name] = Font(name)
    return _open[name]
