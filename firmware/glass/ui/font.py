"""Packed fonts read glyph by glyph (format: host_tools/make/build_fonts.py); measures anywhere.

Not called fonts.py: MicroPython would take the folder of that name for it.
"""

import struct
from array import array

from glass.formats import shipped
from glass.formats.code_points import code_points

CACHED = 32  # glyphs kept in RAM, of all fonts
# Curly quotes look like accents in pixel fonts; the rest has a plain twin.
_TWINS = {0x2019: 0x27, 0x2018: 0x27, 0x201C: 0x22, 0x201D: 0x22, 0x202F: 0x20, 0xA0: 0x20,
          0x2010: 0x2D, 0x2011: 0x2D, 0x2212: 0x2D, 0x2009: 0x20}  # fmt: skip

_open = {}
_cache = {}
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


class GiveWay(Exception):
    """Drawing was broken off for something more urgent."""


class Font:
    """.height and .baseline in rows; open until the end."""

    def __init__(self, name):
        self._file, first, _ = shipped.find("ui/fonts/" + name + ".font")
        self._file.seek(first)
        head = self._file.read(8)
        if head[:4] != b"BZF2":
            raise ValueError(name + ".font is no font file: build the fonts again")
        self.height, self.baseline = head[4], head[5]
        self._ranges = array("H")  # first code point and how many, of each range
        slot = 0
        for _ in range(head[6]):
            code, count = struct.unpack("<HH", self._file.read(4))
            self._ranges.extend(array("H", (code, count)))
            slot += count
        self._offsets = first + 8 + 4 * head[6]
        self._body = self._offsets + 2 * (slot + 1)
        self._key = len(_open) << 21  # code points have 21 bits
        self._measured = self._extent = None  # the text measured last: it is asked for again

    def has(self, code):
        """True if the font draws this character (code point) as itself or its twin."""
        return self._read(code) is not None

    def _read(self, code):
        code = _TWINS.get(code, code)
        ranges, slot = self._ranges, 0
        for at in range(0, len(ranges), 2):
            first, count = ranges[at], ranges[at + 1]
            if first <= code < first + count:
                self._file.seek(self._offsets + 2 * (slot + code - first))
                start, end = struct.unpack("<HH", self._file.read(4))
                if start == end:
                    return None
                self._file.seek(self._body + start)
                return self._file.read(end - start)
            slot += count
        return None

    def glyph(self, code):
        """[advance, x, top, width, rows, bits] of a code point ("?" for a missing one): pixels from
        the pen, rows from the box's top; bits are bytes, once drawn a FrameBuffer, empty without
        ink. Raises GiveWay."""
        key = self._key | code
        found = _cache.get(key)
        if found is None:
            if _give_way and _give_way():
                raise GiveWay
            found = _glyph(self._read(code) or self._read(0x3F) or bytes(4))
            if len(_cache) >= CACHED:
                _cache.clear()
            _cache[key] = found
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
        key, cached = self._key, _cache
        pen = end = bottom = 0
        top = self.height
        for code in code_points(text):
            glyph = cached.get(key | code) or self.glyph(code)
            if glyph[5]:
                end = pen + glyph[1] + glyph[3]
                if glyph[2] < top:
                    top = glyph[2]
                if glyph[2] + glyph[4] > bottom:
                    bottom = glyph[2] + glyph[4]
            pen += glyph[0]
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
        if _give_way and _give_way():
            raise GiveWay
        palette = _dark_palette() if dark else None
        key, cached = self._key, _cache
        for code in code_points(text):
            glyph = cached.get(key | code) or self.glyph(code)
            bits = glyph[5]
            if bits:
                if isinstance(bits, bytes):
                    bits = glyph[5] = _frame(glyph)
                if dark:
                    fb.blit(bits, x + glyph[1], y + glyph[2], 1, palette)
                else:
                    fb.blit(bits, x + glyph[1], y + glyph[2], 0)
            x += glyph[0]
        return x


def _glyph(data):
    """What `glyph` returns, of its bytes in the font file."""
    rows = (len(data) - 4) // ((data[3] + 7) // 8) if data[3] else 0
    return [data[0], (data[1] ^ 128) - 128, data[2], data[3], rows, data[4:]]


def _frame(glyph):
    return _framebuf.FrameBuffer(bytearray(glyph[5]), glyph[3], glyph[4], _framebuf.MONO_HLSB)


def _dark_palette():
    return _framebuf.FrameBuffer(bytearray(b"\x80"), 2, 1, _framebuf.MONO_HLSB)


def font(name):
    """The font `name`: big, large, bold, medium, narrow, small, tiny or digits."""
    if name not in _open:
        _open[name] = Font(name)
    return _open[name]
