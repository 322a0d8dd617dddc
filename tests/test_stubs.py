"""Every attribute that the firmware uses of machine, time and os exists on the boards.

Read from the MicroPython stubs of each board (PyPI), unpacked in the user's cache folder.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import platformdirs
import pytest
from support.micropython_used import used

ROOT = Path(__file__).resolve().parent.parent
STUBS = {
    "rp2": "micropython-rp2-rpi-pico-stubs==1.29.0.post1",
    "esp32": "micropython-esp32-esp32-generic-stubs==1.29.0.post1",
}
MODULES = ("machine", "time", "os")


def _stub_folder(name: str) -> Path:
    cache = platformdirs.user_cache_path("buzzglass", appauthor=False)
    folder = cache / "stubs" / STUBS[name]
    if not (folder / "machine").exists() and not (folder / "machine.pyi").exists():
        subprocess.run(
            [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(folder),
             STUBS[name]], check=True)  # fmt: skip
    return folder


def _known(folder: Path, module: str) -> str:
    """All stub text that may define names of `module`."""
    texts = []
    for pattern in (f"{module}.pyi", f"{module}/*.pyi", f"stdlib/{module}.pyi",
                    f"stdlib/{module}/*.pyi"):  # fmt: skip
        texts += [path.read_text() for path in folder.glob(pattern)]
    return "\n".join(texts)


@pytest.mark.parametrize("board", STUBS)
def test_what_the_firmware_uses_exists_on_the_board(board):
    folder = _stub_folder(board)
    pairs = used(MODULES)
    assert ("time", "ticks_ms") in pairs and ("machine", "idle") in pairs
    for module, attribute in sorted(pairs):
        text = _known(folder, module)
        assert text, f"no stub of {module} for {board}"
        attribute = attribute.split(".")[-1]
        pattern = rf"\b(def|class) {attribute}\b|\b{attribute}\s*[:=]"
        assert re.search(pattern, text), f"{board}: {module} has no {attribute}"


# What mypy cannot infer of code without annotations; what is asked of the boards' modules stays.
NOT_ASKED = ("var-annotated", "dict-item", "list-item", "assignment", "misc", "override", "index")


@pytest.mark.parametrize("board", STUBS)
def test_the_firmware_fits_the_types_of_the_board(board):
    stubs = _stub_folder(board)
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", os.devnull, "--custom-typeshed-dir",
         str(stubs), "--check-untyped-defs", "--no-strict-optional", "--namespace-packages",
         "--explicit-package-bases", "--no-error-summary", "--cache-dir",
         str(ROOT / "build" / "mypy" / board),
         *[word for code in NOT_ASKED for word in ("--disable-error-code", code)],
         "main.py", "glass", "boards"],
        cwd=ROOT / "firmware", env={**os.environ, "MYPYPATH": str(stubs)}, capture_output=True,
        text=True)  # fmt: skip
    lines = [line for line in done.stdout.splitlines() if ": error:" in line]
    errors = [line for line in lines if line.startswith(("main.py", "glass", "boards"))]
    assert errors == [] and done.returncode in (0, 1), done.stdout + done.stderr


def test_nothing_slips_past_the_virtual_clock():
    for path in (ROOT / "firmware").rglob("*.py"):
        text = path.read_text()
        assert "utime" not in text and "umachine" not in text, path
        assert not re.search(r"\bsleep(_ms|_us)?\(", text), path
