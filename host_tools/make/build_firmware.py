"""Put the firmware as it goes onto a board into build/firmware: main.py, packages as .mpy, fonts.

Copy onto a board with `mpremote cp -r build/firmware/. :`.
"""

import shutil
from pathlib import Path

from virtual_board.board.firmware import firmware_dir

ROOT = Path(__file__).resolve().parents[2]
FONTS = Path("glass") / "ui" / "fonts"


def build(target: Path) -> int:
    """Fill `target`; the fonts' licenses lie beside them. Returns bytes written."""
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(firmware_dir(True), target)
    for path in (ROOT / "firmware" / FONTS).glob("LICENSE*"):
        shutil.copyfile(path, target / FONTS / path.name)
    return sum(path.stat().st_size for path in target.rglob("*") if path.is_file())


if __name__ == "__main__":
    written = build(ROOT / "build" / "firmware")
    print(f"build/firmware: {written} bytes. Copy it: .venv/bin/mpremote cp -r build/firmware/. :")
