"""Sources laid together for the board do what they did apart, on MicroPython and on CPython."""

import importlib.util
import subprocess
import sys

import pytest

from virtual_board.board import bundle, plan
from virtual_board.board.firmware import firmware_dir
from virtual_board.board.names import NameProblem
from virtual_board.measure import blocks

PYTHONS = {"cpython": [sys.executable], "micropython": [sys.executable, "-m", "micropython_unix"]}
if importlib.util.find_spec("micropython_unix") is None:
    del PYTHONS["micropython"]

BOOT = "from glass.core import go\n\n\ndef run():\n    go()\n"
BASE = {
    "glass": "",
    "glass.boot": BOOT,
    "glass.core": "from glass.files import write\n\n\ndef go():\n    write('core')\n",
    "glass.files": "def write(text):\n    print('files', text)\n",
}
TREES = {
    "two modules with the same names": {
        "glass.core": """
            from glass import files, panel
            from glass.panel import write as _write
            _KIND = "core"
            def go():
                files.write(_KIND)
                panel.write(_KIND)
                _write("again")
            """,
        "glass.files": """
            _KIND = "files"
            def write(text):
                print(_KIND, text)
            """,
        "glass.panel": """
            _KIND = "panel"
            def write(text):
                print(_KIND, text)
            """,
    },
    "a local name, an argument and a class attribute hide a global": {
        "glass.core": """
            from glass import files, other
            class Box:
                write = "attribute"
                text = write + "!"
                def show(self, write="default"):
                    print(write, self.write, self.text)
                    return [write for write in "ab"], (lambda write: write)("c")
            def go():
                write = "local"
                files.write(write)
                print(Box().show(), Box().show(write=1))
                other.write(2)
            """,
        "glass.other": """
            def write(files):
                print("other", files)
            """,
    },
    "a loop over a global of its own name": {
        "glass.core": """
            from glass import files, other
            items = "ab"
            def go():
                print([items for items in items], other.all_of(), files.write)
                print([(items, n) for items in other.items for n in items if n])
            """,
        "glass.files": "write = 1",
        "glass.other": """
            items = ["xy"]
            def all_of():
                return [items for items in items]
            """,
    },
    "a global with the name of a builtin": {
        "glass.core": """
            from glass import other
            def go():
                print(len("abc"), other.len("abc"), other.twice())
            """,
        "glass.other": """
            def len(text):
                return "mine"
            def twice():
                return len(""), max(1, 2)
            """,
    },
    "globals that change, and a class derived across modules": {
        "glass.core": """
            from glass.other import Base, count
            class Part(Base):
                def name(self):
                    return "part of " + super().name()
            def go():
                print(count(), count(), Part().name())
            """,
        "glass.other": """
            calls = 0
            def count():
                global calls
                calls += 1
                return calls
            class Base:
                def name(self):
                    return "base"
            """,
    },
    "modules that are values, which use what came before them": {
        "glass.core": """
            from glass.files import write
            from glass.games import chess, go as game_go
            ALL = (chess, game_go)
            def go():
                for one in ALL:
                    write(one.NAME)
                    one.play()
                print(chess.NAME, game_go.FACTS is chess, game_go.Piece().text())
            """,
        "glass.games": "",
        "glass.games.chess": """
            from glass.files import write
            NAME = "chess"
            def play():
                write("play " + NAME)
            """,
        "glass.games.go": """
            from glass.games import chess
            import json
            from glass.files import write
            NAME = "go, not " + chess.NAME
            FACTS, _SIZES = chess, {"large": 19, "small": 9}
            class Piece:
                name = "stone"
                def text(self):
                    return json.dumps([self.name, size(), NAME] + [_SIZES[key] for key in _SIZES])
            def size(given=_SIZES["large"]):
                return given
            def play():
                from glass.games.help import text
                print(text())
            """,
        "glass.games.help": """
            from glass import files
            from glass.games.chess import NAME
            def text():
                files.write("help")
                return "help for " + NAME
            """,
    },
    "what comes later, once for all and in two copies": {
        "glass.core": """
            from glass.files import write
            def go():
                from glass.late import a as late, tools
                from glass.late.b import second
                late.first()
                second()
                print(tools.NAME)
                write("end")
            """,
        "glass.late": "",
        "glass.late.a": """
            from glass.late.tools import NAME, tool
            def first():
                tool("a " + NAME)
            """,
        "glass.late.b": """
            from glass.late import tools
            def second():
                tools.tool("b")
            """,
        "glass.late.tools": """
            import json
            from glass.files import write
            NAME = "tools"
            def tool(text):
                write(json.dumps([text]))
            """,
    },
    "what functions change, for two that come later": {
        "glass.core": """
            def go():
                from glass import a, b
                a.say("one")
                b.say("two")
                from glass import c
                c.show()
            """,
        "glass.a": """
            from glass.state import count, notices
            def say(text):
                notices.append(text)
                count()
            """,
        "glass.b": """
            from glass import state
            def say(text):
                state.notices.append(text)
                state.table[text] = state.count()
            """,
        "glass.c": """
            from glass.state import count, notices, table
            def show():
                print(count(), notices, table)
            """,
        "glass.state": """
            calls = 0
            notices = []
            table = {}
            def count():
                global calls
                calls += 1
                return calls
            """,
    },
    "a module that another one has in it, with little more": {
        "glass.core": """
            def go():
                from glass.late import deep
                from glass.late.deep import told
                print(deep.tell("module"), told)
                from glass import wide
                print(wide.tell("wide"), wide.told)
            """,
        "glass.late": "",
        "glass.late.deep": """
            from micropython import const
            _TIMES = const(2)
            told = "deep"
            def tell(deep):
                return (deep + " " + told) * _TIMES
            """,
        "glass.wide": """
            from glass.late import deep
            told = "wide, not " + deep.told
            def tell(text):
                return deep.tell(told + text)
            """,
    },
}


def dedent(text):
    lines = text.strip("\n").splitlines()
    margin = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return "\n".join(line[margin:] for line in lines) + "\n"


def tree(texts):
    return {name: dedent(text).encode() for name, text in {**BASE, **texts}.items()}


def output(folder, modules, python, packages=()):
    for name, text in modules.items():
        path = folder / name.replace(".", "/")
        path = path / "__init__.py" if name in packages else path.with_suffix(".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text)
    (folder / "main.py").write_text("import glass.boot\n\nglass.boot.run()\n")
    (folder / "micropython.py").write_text("def const(value):\n    return value\n")  # CPython's
    done = subprocess.run([*PYTHONS[python], "main.py"], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("texts", TREES.values(), ids=TREES)
def test_together_they_do_the_same(tmp_path, texts, python):
    sources = tree(texts)
    packages = {name for name in sources if any(n.startswith(name + ".") for n in sources)}
    apart = output(tmp_path / "apart", sources, python, packages)
    modules = bundle.bundled(sources)
    assert len(modules) < len(sources)
    modules["glass"] = b""  # or CPython would find the installed one
    assert apart and output(tmp_path / "together", modules, python, {"glass"}) == apart


def test_what_is_imported_at_the_top_lies_together_in_the_order_it_runs():
    modules = bundle.bundled(tree({}))
    assert list(modules) == ["glass.boot"]
    text = modules["glass.boot"].decode()
    assert text.index("# glass.files") < text.index("# glass.core") < text.index("# glass.boot")


def test_what_another_module_has_in_it_is_no_module():
    texts = TREES["a module that another one has in it, with little more"]
    assert list(bundle.bundled(tree(texts))) == ["glass.boot", "glass.wide"]
    large = "\n# " + "x" * plan.LITTLE
    modules = bundle.bundled(tree({**texts, "glass.wide": dedent(texts["glass.wide"]) + large}))
    assert set(modules) == {"glass.boot", "glass.wide", "glass.late_deep"}


def test_lines_stay_lines():
    """A traceback names a line of the module: it is found again below the source's name."""
    source = "from glass.files import (\n    write,\n)\n\n\ndef go():\n    write('core')\n"
    text = bundle.bundled(tree({"glass.core": source}))["glass.boot"].decode().splitlines()
    assert text[text.index("# glass.core") + 7] == "    write('core')"


@pytest.mark.parametrize(
    "texts, says",
    [
        ({"glass.core": "import glass.files\n\ndef go():\n    pass\n"}, "glass.core, line 1"),
        (
            {"glass.core": "def go():\n    writ('x')\n"},
            "glass.core, line 2: nothing is called writ",
        ),
        (
            {"glass.core": "try:\n    from glass import files\nexcept ImportError:\n    pass\n"},
            "glass.core, line 2: import at the top",
        ),
        (
            {"glass.core": "try:\n    import framebuf\nexcept ImportError:\n    framebuf = None\n"},
            "glass.core, line 2: import at the top",
        ),
        (
            {"glass.core": "n = 1\n\nclass Box:\n    n = n\n"},
            "glass.core, line 4: n is a global and a name of the class",
        ),
        (
            {"glass.core": "from glass import files\n\ndef go():\n    files.write = print\n"},
            "glass.core, line 4: let a function of glass.files change",
        ),
        ({"glass.core": "from glass.files import lost\n\ndef go():\n    lost()\n"}, "no lost"),
        (
            {
                "glass.core": "import json\nfrom glass import files\n\ndef go():\n    files.go()\n",
                "glass.files": "import time as json\n\ndef go():\n    print(json)\n",
            },
            "json is not",
        ),
        (
            {
                "glass.core": "from glass import state\nALL = (state,)\n\ndef go():\n    pass\n",
                "glass.state": "n = 0\n\ndef change():\n    global n\n    n += 1\n",
            },
            "glass.state is used as a value, and binds its globals anew",
        ),
        (
            {
                "glass.core": "def go():\n    from glass import a\n    print(a.max)\n",
                "glass.a": "from glass.b import most\nmax = most\n",
                "glass.b": "most = max(1, 2)\n",
            },
            "glass.a: others look for max",
        ),
        (
            {
                "glass.core": "from glass import a\nALL = (a,)\n\ndef go():\n    pass\n",
                "glass.a": "names = 'ab'\ntwice = [name for name in names for _ in names]\n",
            },
            "glass.a becomes a class: names is out of sight",
        ),
        (
            {
                "glass.core": "from glass import a\nALL = (a,)\n\ndef go():\n    pass\n",
                "glass.a": "def go():\n    return '''a\nb'''\n",
            },
            "glass.a, line 2: a text of several lines",
        ),
        (
            {
                "glass.core": "from glass import files\n\ndef go():\n    from glass import files\n",
            },
            "glass.files lies in glass.boot",
        ),
    ],
)
def test_what_cannot_be_laid_together_is_said(texts, says):
    with pytest.raises(NameProblem, match=says):
        bundle.bundled(tree(texts))


def test_the_board_gets_few_modules():
    """What always stays in RAM is in two: what starts, and the rest of it."""
    modules = {path.stem for path in (firmware_dir(True) / "glass").rglob("*.mpy")}
    assert {"boot", "app", "main_menu", "games_timesup_rules", "ui_timesup_form"} <= modules
    assert len(modules) <= 21


def test_the_board_gets_one_folder():
    names = [path.name for path in firmware_dir(True).iterdir()]
    assert sorted(names) == ["boards.mpy", "glass", "main.py"]
    assert not [path for path in (firmware_dir(True) / "glass").iterdir() if path.is_dir()]


def test_the_firmware_takes_few_blocks_of_flash():
    assert blocks.used(firmware_dir(True)) <= blocks.MOST


def test_blocks_are_counted_as_littlefs_does(tmp_path):
    empty = blocks.used(tmp_path)
    (tmp_path / "in_its_folder").write_bytes(bytes(500))
    assert blocks.used(tmp_path) == empty
    (tmp_path / "one").write_bytes(bytes(600))
    (tmp_path / "two").write_bytes(bytes(4097))
    assert blocks.used(tmp_path) == empty + 3
    (tmp_path / "folder").mkdir()
    assert blocks.used(tmp_path) == empty + 7  # its two blocks, twice
