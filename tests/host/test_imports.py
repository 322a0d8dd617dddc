"""The tools' imports point one way: in no circle, and never at the tests."""

import ast
import graphlib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TOOLS = ROOT / "host_tools"
ON_THE_BOARD = ("standins", "vm.py")  # MicroPython's


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
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                yield whole if whole in known else node.module


def test_in_no_circle():
    """Of those at the top of a file; a command imports the virtual device when it needs it."""
    known = dict(modules())
    graph = {
        name: {other for other in imported(ast.parse(path.read_text()).body, known)} & set(known)
        for name, path in known.items()
    }
    assert list(graphlib.TopologicalSorter(graph).static_order())
    assert graph["buzzglass.deck_files"] == {"buzzglass.decks", "buzzglass.errors"}


def test_a_tool_needs_nothing_of_the_tests():
    of_tests = {path.stem for path in (ROOT / "tests").rglob("*.py")}
    for name, path in modules():
        text = path.read_text()
        for other in imported(ast.walk(ast.parse(text)), ()):
            assert other.split(".")[0] not in of_tests, f"{name} imports {other}"
        assert "sys.path" not in text, name
