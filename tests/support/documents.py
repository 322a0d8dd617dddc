"""The project's documents, their tables, and what the firmware's sources say of itself."""

import ast
import re
from pathlib import Path

from make import house

ROOT = Path(__file__).resolve().parents[2]
FIRMWARE = ROOT / "firmware"
MODULES = house.read(FIRMWARE)


def read(name):
    """The text of a document, by its path in the project."""
    return (ROOT / name).read_text(encoding="utf-8")


def section(page, heading, end="\n## "):
    """What stands under a heading ("## State"), up to `end` or the end of the page."""
    rest = page.split(heading + "\n", 1)[1]
    return rest.split(end, 1)[0]


def table(page, first):
    """Rows (lists of cells) of the first table whose head begins with the cell `first`."""
    head = re.search(rf"^\| {re.escape(first)} \|.*\n\|[-|]+\n((?:\|.*\n)+)", page, re.MULTILINE)
    assert head, f"no table {first}"
    rows = [[cell.strip() for cell in row[1:-1].split("|")] for row in head[1].splitlines()]
    assert len({len(row) for row in rows}) == 1, rows
    return rows


def names(text):
    """The words in backquotes in a text."""
    return re.findall(r"`([^`]+)`", text)


def column(page, first):
    """Every word in backquotes in the first column of a table, which has each once."""
    found = [name for row in table(page, first) for name in names(row[0])]
    assert len(set(found)) == len(found), found
    return set(found)


def calls(*functions):
    """(module's name, call) of the firmware's calls of functions and methods so named."""
    for module in MODULES.values():
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Call):
                if getattr(node.func, "id", getattr(node.func, "attr", None)) in functions:
                    yield module.name, node


def texts(nodes):
    """The texts among syntax nodes."""
    return {node.value for node in nodes if isinstance(getattr(node, "value", None), str)}


def top(module, name):
    """The syntax node of the value that a firmware module gives a name. Raises LookupError."""
    for node in MODULES[module].tree.body:
        for target in getattr(node, "targets", [getattr(node, "target", None)]):
            if getattr(target, "id", None) == name:
                return node.value
    raise LookupError(name)


def returned(function):
    """The texts that the firmware's functions so named return."""
    found = set()
    for module in MODULES.values():
        for node in ast.walk(module.tree):
            if isinstance(node, ast.FunctionDef) and node.name == function:
                for part in ast.walk(node):
                    if isinstance(part, ast.Return) and part.value is not None:
                        found |= texts(ast.walk(part.value))
    return found
