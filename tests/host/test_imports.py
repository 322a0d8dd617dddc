"""The tools' imports point one way: in no circle, at whatever depth, and never at the tests."""

import ast
import graphlib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TOOLS = ROOT / "host_tools"
ON_THE_BOARD = ("standins", "vm.py")  # MicroPython's
# What each room of the tool may import of the others.
ROOMS = {
    "errors": set(),
    "shapes": set(),
    "decks": {"errors", "shapes"},
    "device": {"errors", "shapes", "decks"},
    "history": {"errors", "shapes", "device"},
    "output": {"shapes"},
    "session": {"errors", "shapes", "device", "history", "output"},
    "options": {"session"},
    "doctor": {"errors", "shapes", "device", "history"},
    "commands": {
        "errors", "shapes", "decks", "device", "history", "output", "session", "options", "doctor",
    },
}  # fmt: skip


def modules():
    """{module name: file} of the tools."""
    for path in TOOLS.rglob("*.py"):
        parts = path.relative_to(TOOLS).with_suffix("").parts
        if not set(ON_THE_BOARD) & set(path.parts):
            yield ".".join(parts).removesuffix(".__init__"), path


def imported(nodes, known):
    """Names of the modules that statements import, of `known` the most exact."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "an import names its module in full"
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                yield whole if whole in known else node.module


def graph():
    """{module: the tools' modules that it imports anywhere, inside functions too}."""
    known = dict(modules())
    return {
        name: set(imported(ast.walk(ast.parse(path.read_text())), known)) & set(known) - {name}
        for name, path in known.items()
    }


def test_in_no_circle():
    assert len(list(graphlib.TopologicalSorter(graph()).static_order())) > 40


def test_a_room_imports_only_what_lies_below_it():
    for name, others in graph().items():
        room = name.removeprefix("buzzglass.").split(".")[0]
        if not name.startswith("buzzglass.") or room not in ROOMS:
            continue
        below = {one.split(".")[1] for one in others if one.startswith("buzzglass.")} - {room}
        assert below <= ROOMS[room], name


def test_only_its_commands_know_of_the_virtual_board_and_nothing_of_the_makefile_s_tools():
    for name, others in graph().items():
        packages = {other.split(".")[0] for other in others}
        assert "make" not in packages or name.startswith("make")
        if name.startswith("buzzglass") and name != "buzzglass.commands.sim":
            assert packages <= {"buzzglass"}, name


def test_a_tool_needs_nothing_of_the_tests():
    files = (ROOT / "tests").rglob("*.py")
    of_tests = {path.stem for path in files if "fake_firmware" not in path.parts}
    for name, path in modules():
        text = path.read_text()
        for other in imported(ast.walk(ast.parse(text)), ()):
            assert other.split(".")[0] not in of_tests, f"{name} imports {other}"
        assert "sys.path" not in text, name
