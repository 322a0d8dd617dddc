"""Put the firmware as it goes onto a board into build/firmware: main.py, modules as .mpy, and the
files that they read in one. Beside it, in build/licenses, lie the licenses of the fonts in it.

Copy onto a board with `mpremote cp -r build/firmware/. :`.
"""

import shutil
from pathlib import Path

from virtual_board.board.device import BLOCKS
from virtual_board.board.firmware import firmware_dir
from virtual_board.measure import blocks

ROOT = Path(__file__).resolve().parents[2]
FONTS = ROOT / "firmware" / "glass" / "ui" / "fonts"


def build(target: Path) -> None:
    """Fill the folders `target` and `licenses` beside it."""
    licenses = target.parent / "licenses"
    for folder in (target, licenses):
        shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(firmware_dir(True), target)
    licenses.mkdir()
    for path in FONTS.glob("LICENSE*"):
        shutil.copyfile(path, licenses / path.name)


def told(target: Path) -> str:
    """What it takes of a board's flash."""
    sizes = [path.stat().st_size for path in target.rglob("*") if path.is_file()]
    taken = blocks.used(target)
    flash = "" if taken is None else f", {taken} of a Pico's {BLOCKS} blocks of flash"
    return f"{len(sizes)} files, {sum(sizes) / 1024:.0f} KB{flash}"


if __name__ == "__main__":
    folder = ROOT / "build" / "firmware"
    build(folder)
    print(f"build/firmware: {told(folder)}.")
    print("Copy it: .venv/bin/mpremote cp -r build/firmware/. :")
