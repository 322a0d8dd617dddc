"""A copy of the firmware with one more game in it: two folders, and its place in the registry."""

import shutil
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
FIRMWARE = TESTS.parent / "firmware"
REGISTRY = "glass/registry.py"
LINES = {
    "from glass.ui import timer, timesup": "from glass.ui import {0}, timer, timesup",
    "GAMES = (timesup, timer)  #": "GAMES = (timesup, timer, {0})  #",
}
_without = shutil.ignore_patterns("__pycache__")


def add(toy, name, copy):
    """Copy the firmware to the folder `copy` and add the game `name`, whose folders lie in `toy`,
    a folder of tests; returns `copy`."""
    shutil.copytree(FIRMWARE, copy, ignore=_without)
    for room in ("games", "ui"):
        shutil.copytree(TESTS / toy / room / name, copy / "glass" / room / name, ignore=_without)
    text = (copy / REGISTRY).read_text()
    for old, new in LINES.items():
        assert text.count(old) == 1
        text = text.replace(old, new.format(name))
    (copy / REGISTRY).write_text(text)
    return copy


def files(folder):
    """{path in a folder: bytes} of its files."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
