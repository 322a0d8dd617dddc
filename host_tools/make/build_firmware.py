"""Put the firmware as it goes onto a board into build/firmware: main.py, boards and modules as .mpy,
and the files that they read in one. Beside it, in build/licenses, lie the licenses of the fonts in it.

Copy onto a board with `mpremote cp -r build/firmware/. :`.
"""

import shutil
from pathlib import Path

from virtual_board.board.firmware import firmware_dir

ROOT = Path(__file__).resolve().parents[2]
FONTS = ROOT / "firmware" / "glass" / "ui" / "fonts"


def build(target: Path) -> int:
    """Fill the folders `target` and `licenses` beside it. Returns bytes that go onto the board."""
    licenses = target.parent / "licenses"
    for folder in (target, licenses):
        shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(firmware_dir(True), target)
    licenses.mkdir()
    for path in FONTS.glob("LICENSE*"):
        shutil.copyfile(path, licenses / path.name)
    return sum(path.stat().st_size for path in target.rglob("*") if path.is_file())


if __name__ == "__main__":
    written = build(ROOT / "build" / "firmware")
    print(f"build/firmware: {written} bytes. Copy it: .venv/bin/mpremote cp -r build/firmware/. :")
