"""The rules of the house, over every file and every import statement of the firmware, at whatever
depth. Each rule is a function from modules to sentences about what breaks it; the second half of
this file shows that each of them catches its offense in a made-up tree."""

import ast
import re
from pathlib import Path

import pytest

from make import house

FIRMWARE = Path(__file__).resolve().parent.parent / "firmware"
LINES_AT_MOST = 299

IMPORTERS = ("__import__", "import_module", "exec", "eval")
MAY_IMPORT_BY_NAME = ("boards",)  # it finds the board files in its folder
MAY_NAME_MEMORY = ("glass.memory",)
MAY_NAME_MACHINE = re.compile(r"boards(\..*)?|glass\.drivers\..*|glass\.(boot|app)")
MAY_NAME_OS = re.compile(r"boards|glass\.store(\..*)?")
MAY_NAME_FILE = ("boards", "glass.formats.shipped")  # on a board files lie elsewhere
DEVICES = re.compile(r"glass\.drivers\..*|glass\.(app|current_game|boot)")
GAMES = {"timesup", "timer", "twentyq"}
KINDS_OF_DECK = ("glass.formats.deck_file", "twentyq")
REGISTRY = "glass.registry"
MAY_CATCH_ALL = {
    "glass.boot": "whatever ends the app is reported, and the board starts anew",
    "glass.store.crash_log": "a crash report that cannot be written hides no crash",
}


# -- the rules ------------------------------------------------------------------------------------


def rule_1_rooms(modules):
    """What a room may import, and that nothing goes in a circle."""
    found = house.ours(house.imports(modules), modules)
    rooms = house.rooms(modules)
    wrong = [str(one) for one in found if not house.is_allowed(one, rooms)]
    return wrong + [f"circle: {' <-> '.join(group)}" for group in house.circles(found)]


def rule_2_statements(modules):
    """Imports are import statements."""
    wrong = [
        f"{one} by a name in a string"
        for one in house.hidden(modules)
        if one.source not in MAY_IMPORT_BY_NAME
    ]
    for module, node in nodes(modules, (ast.Call, ast.Import, ast.ImportFrom)):
        if module.name in MAY_IMPORT_BY_NAME:
            continue
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        else:
            names = [alias.name for alias in node.names] + [getattr(node, "module", None)]
            name = "import_module" if "importlib" in names else ""
        if name in IMPORTERS:
            wrong.append(f"{module.name}:{node.lineno} uses {name}")
    return wrong


def rule_3_names(modules):
    """Who may name MemoryError, __file__, gc, machine and os."""
    may = {"MemoryError": MAY_NAME_MEMORY, "__file__": MAY_NAME_FILE}
    wrong = [
        f"{module.name}:{node.lineno} names {node.id}"
        for module, node in nodes(modules, ast.Name)
        if module.name not in may.get(node.id, [module.name])
    ]
    for one in house.imports(modules):
        what = one.target.split(".")[0]
        may = {
            "gc": one.source in MAY_NAME_MEMORY,
            "machine": MAY_NAME_MACHINE.fullmatch(one.source),
            "os": MAY_NAME_OS.fullmatch(one.source),
        }
        if not may.get(what, True):
            wrong.append(str(one))
    return wrong


def rule_4_devices(modules):
    """No device inherits from another class of ours."""
    wrong = []
    for module in modules.values():
        if not DEVICES.fullmatch(module.name):
            continue
        known = _names_of_ours(module)
        for node in ast.walk(module.tree):
            for base in node.bases if isinstance(node, ast.ClassDef) else ():
                text = ast.unparse(base)
                if text.split(".")[0] in known:
                    wrong.append(f"{module.name}:{node.lineno} {node.name} inherits from {text}")
    return wrong


def _names_of_ours(module):
    """Names in a module that are classes of its own or come from modules of ours."""
    known = set()
    for node in ast.walk(module.tree):
        if isinstance(node, ast.ClassDef):
            known.add(node.name)
        elif isinstance(node, ast.ImportFrom):
            if node.level or node.module.split(".")[0] in ("glass", "boards"):
                known |= {alias.asname or alias.name for alias in node.names}
        elif isinstance(node, ast.Import):
            known |= {
                alias.asname or alias.name.split(".")[0]
                for alias in node.names
                if alias.name.split(".")[0] in ("glass", "boards")
            }
    return known


def rule_5_games(modules):
    """A game's name stands in its own folders and in the registry only."""
    games = GAMES | {name.split(".")[2] for name in modules if name.startswith("glass.games.")
                     and modules[name].is_package}  # fmt: skip
    wrong = []
    for module, node in nodes(modules, ast.Constant):
        if isinstance(node.value, str) and not _is_docstring(node, module.tree):
            for game in games.intersection(re.split(r"[./]", node.value)):
                if not _may_name(module.name, game):
                    wrong.append(f"{module.name}:{node.lineno} names {game!r}")
    for one in house.ours(house.imports(modules), modules):
        parts = one.target.split(".")
        game = parts[2] if len(parts) > 2 and parts[1] in ("games", "ui") else None
        if game in games and not _may_name(one.source, game):
            wrong.append(str(one))
    return wrong


def _is_docstring(node, tree):
    owners = (ast.Module, ast.ClassDef, ast.FunctionDef)
    return any(
        isinstance(owner.body[0], ast.Expr) and owner.body[0].value is node
        for owner in ast.walk(tree)
        if isinstance(owner, owners) and owner.body
    )


def _may_name(module, game):
    own = any(
        module == f"glass.{room}.{game}" or module.startswith(f"glass.{room}.{game}.")
        for room in ("games", "ui")
    )
    return own or module == REGISTRY or (module, game) == KINDS_OF_DECK


def rule_6_retries(modules):
    """Who may catch everything: with MemoryError in it, that is a retry of its own."""
    wrong = []
    for module, node in nodes(modules, ast.ExceptHandler):
        caught = {part.id for part in ast.walk(node.type) if isinstance(part, ast.Name)} \
            if node.type else {"everything"}  # fmt: skip
        caught &= {"everything", "Exception", "BaseException"}
        if caught and module.name not in MAY_CATCH_ALL and module.name not in MAY_NAME_MEMORY:
            wrong.append(f"{module.name}:{node.lineno} catches {caught.pop()}")
    return wrong


def rule_7_sizes(modules):
    """A file that grows past 300 lines holds a second idea."""
    return [
        f"{module.name} has {module.lines} lines"
        for module in modules.values()
        if module.lines > LINES_AT_MOST
    ]


RULES = (rule_1_rooms, rule_2_statements, rule_3_names, rule_4_devices, rule_5_games,
         rule_6_retries, rule_7_sizes)  # fmt: skip


def nodes(modules, kinds):
    """(module, syntax node) of some kinds, in all modules."""
    for module in modules.values():
        for node in ast.walk(module.tree):
            if isinstance(node, kinds):
                yield module, node


# -- the firmware ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def firmware():
    """All modules of the firmware."""
    return house.read(FIRMWARE)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_the_firmware_keeps_the_rule(firmware, rule):
    broken = rule(firmware)
    assert not broken, "\n".join(broken)


def test_the_whole_firmware_is_read(firmware):
    assert {"main", "boards", "boards.pico", "glass.app", "glass.formats.frame"} <= set(firmware)
    rooms = set(house.rooms(firmware).values())
    assert set(house.ROOMS) | {house.TOP, house.BOARDS} <= rooms <= set(house.MAY_IMPORT)


def test_app_and_the_game_in_play_are_two_files(firmware):
    for name in ("glass.app", "glass.current_game"):
        assert firmware[name].lines <= LINES_AT_MOST


def test_every_exception_to_a_rule_is_needed(firmware):
    catching = {module.name for module, node in nodes(firmware, ast.ExceptHandler)
                if node.type is None or "Exception" in ast.unparse(node.type)}  # fmt: skip
    assert set(MAY_CATCH_ALL) <= catching


# -- the rules catch what they are for ------------------------------------------------------------

# Trees that keep the rules: each has what comes near to breaking one.
GOOD = {
    "main.py": "from glass import boot\nboot.run()",
    "boards/__init__.py": "import os\nmodule = __import__('boards.pico')",
    "boards/pico.py": "import machine",
    "glass/__init__.py": '"""timesup"""',
    "glass/boot.py": "import machine\nimport boards\ndef run():\n    from glass import app\n"
                     "    try:\n        app.App()\n    except Exception:\n        pass",
    "glass/app.py": "import machine\nfrom glass import memory, registry\n"
                    "from glass.ui import menu\nfrom glass.drivers import buttons\n"
                    "class App:\n    pass",
    "glass/memory.py": "import gc\ntry:\n    pass\nexcept MemoryError:\n    gc.collect()",
    "glass/registry.py": "from glass.games import timer\nGAMES = ('timesup',)\n"
                         "import glass.ui.timer",
    "glass/formats/__init__.py": "",
    "glass/formats/frame.py": "from .errors import Refused",
    "glass/formats/errors.py": "class Refused(Exception):\n    pass\n"
                               "class Other(Refused):\n    pass",
    "glass/formats/deck_file.py": "KINDS = ('names', 'twentyq')",
    "glass/games/__init__.py": "",
    "glass/games/game.py": "from glass.formats import frame",
    "glass/games/timer/__init__.py": "NAME = 'timer'",
    "glass/games/timer/rules.py": "from glass.games.timer import NAME\n"
                                  "from glass.games.game import x",
    "glass/store/__init__.py": "",
    "glass/store/files.py": "import os\ntry:\n    pass\nexcept OSError:\n    pass",
    "glass/store/journal.py": "import os\nfrom glass import memory\nfrom glass.games import game\n"
                              "from glass.store import files",
    "glass/drivers/__init__.py": "",
    "glass/drivers/buttons.py": "from machine import Pin\nclass Pressed(ValueError):\n    pass",
    "glass/link/__init__.py": "",
    "glass/link/requests.py": "from glass.store import journal\nfrom glass.formats import frame",
    "glass/ui/__init__.py": "",
    "glass/ui/menu.py": "from glass.games import game\nTEXT = 'a timer in a sentence'",
    "glass/ui/timer/__init__.py": "def screens():\n    from glass.ui.timer import screens",
    "glass/ui/timer/screens.py": "from glass.ui.menu import TEXT\n"
                                 "from glass.games.timer import NAME",
}  # fmt: skip

# One file in place of, or beside, those: the rule it breaks and words of what is said of it.
OFFENSES = [
    ("glass/formats/frame.py", "def f():\n    from glass.games import game",
     rule_1_rooms, "glass.formats.frame:2 imports glass.games.game"),
    ("glass/formats/frame.py", "from glass import memory",
     rule_1_rooms, "glass.formats.frame:1 imports glass.memory"),
    ("glass/drivers/buttons.py", "from glass.formats.frame import x",
     rule_1_rooms, "glass.drivers.buttons:1 imports glass.formats.frame"),
    ("glass/drivers/self_test.py", "if 1:\n    import glass.app",
     rule_1_rooms, "glass.drivers.self_test:2 imports glass.app"),
    ("glass/memory.py", "from .formats import frame",
     rule_1_rooms, "glass.memory:1 imports glass.formats.frame"),
    ("glass/games/game.py", "from ..store import files",
     rule_1_rooms, "glass.games.game:1 imports glass.store.files"),
    ("glass/games/game.py", "from glass import memory",
     rule_1_rooms, "glass.games.game:1 imports glass.memory"),
    ("glass/games/timer/rules.py", "from glass.ui import menu as m",
     rule_1_rooms, "glass.games.timer.rules:1 imports glass.ui.menu"),
    ("glass/store/journal.py", "from glass.ui.menu import TEXT",
     rule_1_rooms, "glass.store.journal:1 imports glass.ui.menu"),
    ("glass/store/files.py", "from glass.formats.errors import Refused",
     rule_1_rooms, "glass.store.files:1 imports glass.formats.errors"),
    ("glass/store/files.py", "def f():\n    from glass.store import settings",
     rule_1_rooms, "glass.store.files:2 imports glass.store"),
    ("glass/link/requests.py", "from glass.games import game",
     rule_1_rooms, "glass.link.requests:1 imports glass.games.game"),
    ("glass/link/requests.py", "def f():\n    def g():\n        import glass.app",
     rule_1_rooms, "glass.link.requests:3 imports glass.app"),
    ("glass/ui/menu.py", "from glass.store import files",
     rule_1_rooms, "glass.ui.menu:1 imports glass.store.files"),
    ("glass/ui/menu.py", "from glass import registry",
     rule_1_rooms, "glass.ui.menu:1 imports glass.registry"),
    ("boards/pico.py", "from glass import app", rule_1_rooms, "boards.pico:1 imports glass.app"),
    ("glass/games/game.py", "def f():\n    from glass.games.timer import rules",
     rule_1_rooms, "circle: glass.games.game <-> glass.games.timer.rules"),
    ("glass/app.py", "from glass import boot",
     rule_1_rooms, "circle: glass.app <-> glass.boot"),
    ("glass/store/journal.py", "from glass.store import played",
     None, None),
    ("glass/app.py", "x = __import__('glass.boot')", rule_2_statements,
     "glass.app:1 uses __import__"),
    ("glass/app.py", "import importlib\nimportlib.import_module('os')", rule_2_statements,
     "glass.app:2 uses import_module"),
    ("glass/app.py", "from importlib import import_module as fetch", rule_2_statements,
     "glass.app:1 uses import_module"),
    ("glass/app.py", "exec('import glass.boot')", rule_2_statements, "glass.app:1 uses exec"),
    ("glass/app.py", "borrow('store.files')", rule_2_statements,
     "glass.app:1 imports glass.store.files by a name in a string"),
    ("boards/pico.py", "__import__('boards')", rule_2_statements, "boards.pico:1 uses __import__"),
    ("glass/app.py", "try:\n    pass\nexcept (OSError, MemoryError):\n    pass", rule_3_names,
     "glass.app:3 names MemoryError"),
    ("glass/ui/menu.py", "FOLDER = __file__", rule_3_names, "glass.ui.menu:1 names __file__"),
    ("glass/boot.py", "def f():\n    import gc", rule_3_names, "glass.boot:2 imports gc"),
    ("glass/store/files.py", "from machine import reset", rule_3_names,
     "glass.store.files:1 imports machine"),
    ("main.py", "import machine", rule_3_names, "main:1 imports machine"),
    ("glass/app.py", "from os import urandom", rule_3_names, "glass.app:1 imports os"),
    ("boards/pico.py", "import os", rule_3_names, "boards.pico:1 imports os"),
    ("glass/app.py", "from glass.boot import Device as Base\nclass App(Base):\n    pass",
     rule_4_devices, "glass.app:2 App inherits from Base"),
    ("glass/app.py", "from glass import boot\nclass App(boot.Device):\n    pass",
     rule_4_devices, "glass.app:2 App inherits from boot.Device"),
    ("glass/drivers/oled.py", "class Panel:\n    pass\nclass Wide(Panel):\n    pass",
     rule_4_devices, "glass.drivers.oled:3 Wide inherits from Panel"),
    ("glass/app.py", "def f(game):\n    return game['game'] != 'timer'", rule_5_games,
     "glass.app:2 names 'timer'"),
    ("glass/ui/menu.py", "FOLDER = 'games/timesup/rules'", rule_5_games,
     "glass.ui.menu:1 names 'timesup'"),
    ("glass/games/timer/rules.py", "OTHER = 'timesup'", rule_5_games,
     "glass.games.timer.rules:1 names 'timesup'"),
    ("glass/store/journal.py", "from glass.games.timer import rules", rule_5_games,
     "glass.store.journal:1 imports glass.games.timer.rules"),
    ("glass/ui/menu.py", "from glass.ui.timer.screens import x", rule_5_games,
     "glass.ui.menu:1 imports glass.ui.timer.screens"),
    ("glass/formats/deck_file.py", "KIND = 'timesup'", rule_5_games,
     "glass.formats.deck_file:1 names 'timesup'"),
    ("glass/app.py", "GAME = 'twentyq'", rule_5_games, "glass.app:1 names 'twentyq'"),
    ("glass/games/tally/__init__.py", "NAME = 'tally'", None, None),
    ("glass/store/files.py", "try:\n    pass\nexcept Exception:\n    pass", rule_6_retries,
     "glass.store.files:3 catches Exception"),
    ("glass/store/files.py", "try:\n    pass\nexcept:\n    pass", rule_6_retries,
     "glass.store.files:3 catches everything"),
    ("glass/ui/menu.py", "try:\n    pass\nexcept (OSError, BaseException):\n    pass",
     rule_6_retries, "glass.ui.menu:3 catches BaseException"),
    ("glass/app.py", "x = 1\n" * 300, rule_7_sizes, "glass.app has 300 lines"),
    ("glass/app.py", "x = 1\n" * 299, None, None),
]  # fmt: skip


def made_up(folder, files):
    """The modules of a made-up firmware, {path: text}."""
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    return house.read(folder)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_a_good_tree_breaks_no_rule(tmp_path, rule):
    assert rule(made_up(tmp_path, GOOD)) == []


@pytest.mark.parametrize("path,text,rule,words", OFFENSES)
def test_a_rule_catches_its_offense_and_no_other(tmp_path, path, text, rule, words):
    modules = made_up(tmp_path, {**GOOD, path: text})
    said = {one: one(modules) for one in RULES}
    if rule is None:
        assert not any(said.values())
        return
    assert words in said[rule]
    # An import of a game out of place may break rule 1 and rule 5 alike, and nothing else.
    others = {one for one in RULES if one is not rule and said[one]}
    assert others <= {rule_1_rooms, rule_5_games}


def test_a_new_game_is_held_to_its_folders_too(tmp_path):
    files = {"glass/games/tally/__init__.py": "NAME = 'tally'", "glass/app.py": "GAME = 'tally'"}
    assert rule_5_games(made_up(tmp_path, {**GOOD, **files})) == ["glass.app:1 names 'tally'"]


def test_a_circle_of_three_is_one_circle(tmp_path):
    files = {
        "glass/store/a.py": "from glass.store import b",
        "glass/store/b.py": "def f():\n    from glass.store import c",
        "glass/store/c.py": "from glass.store.a import x",
        "glass/store/d.py": "from glass.store import a",
    }
    said = rule_1_rooms(made_up(tmp_path, {**GOOD, **files}))
    assert said == ["circle: glass.store.a <-> glass.store.b <-> glass.store.c"]
