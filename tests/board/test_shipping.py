"""The files shipped with the firmware are found in folders, as sources, and in one, on a board."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

import glass
from virtual_board.board.shipping import together

PYTHONS = {"cpython": [sys.executable], "micropython": [sys.executable, "-m", "micropython_unix"]}
if importlib.util.find_spec("micropython_unix") is None:
    del PYTHONS["micropython"]

FILES = {
    "games/chess/rules.json": b'{"board": [8, 8],\n "name": "\xc3\xa9checs"}\n',
    "ui/words_en.txt": b"go Go!\n",
    "ui/words_en.txt.font": b"\0\n\xff",
    "ui/empty.txt": b"",
}
FIND = """
import json
import sys

sys.path.insert(0, "{folder}")
from glass.{module} import find

def told(name):
    file, first, size = find(name)
    file.seek(first)
    return file.read(size)

for name in ("ui/words_en.txt", "ui/words_en.txt.font", "ui/empty.txt"):
    print(told(name))
file, first, _ = find("games/chess/rules.json")
file.seek(first)
rules = json.load(file) if sys.implementation.name == "micropython" else {{"board": [8, 8]}}
print(rules["board"])
for name in ("ui/words", "words_en.txt"):
    try:
        print(find(name))
    except OSError as error:
        print("none")
"""
FOUND = ["b'go Go!\\n'", "b'\\x00\\n\\xff'", "b''", "[8, 8]", "none", "none"]


def as_sources(folder):
    for name, data in FILES.items():
        path = folder / "glass" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    (folder / "glass" / "formats").mkdir()
    return "formats.shipped"


def as_on_the_board(folder):
    (folder / "glass").mkdir()
    (folder / "glass" / "shipped.bin").write_bytes(together(FILES))
    return "app"


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("lay", [as_sources, as_on_the_board])
def test_a_file_is_found(tmp_path, lay, python):
    module = lay(tmp_path)
    source = Path(glass.__path__[0]) / "formats" / "shipped.py"
    path = tmp_path / "glass" / (module.replace(".", "/") + ".py")
    path.write_bytes(source.read_bytes())
    (tmp_path / "glass" / "__init__.py").touch()  # or CPython would find the installed package
    script = tmp_path / "find.py"
    script.write_text(FIND.format(folder=tmp_path.as_posix(), module=module))
    done = subprocess.run([*PYTHONS[python], str(script)], capture_output=True, text=True)
    assert done.stdout.splitlines() == FOUND, done.stderr
