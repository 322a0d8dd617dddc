"""The rooms of the firmware, and the imports between its modules, read from the sources.

`make arch` draws them and tests/test_house.py holds them to the rules.
"""

from __future__ import annotations

import ast
from pathlib import Path
from typing import NamedTuple

ROOMS = ("formats", "games", "store", "drivers", "link", "ui")  # folders of glass
TOP = "top"  # glass's own modules, and main
MEMORY = "memory"  # glass/memory.py
BOARDS = "boards"

# What each room may import of the other rooms; the modules of one room may import each other.
MAY_IMPORT = {
    "formats": (),
    "drivers": (),
    MEMORY: (),
    BOARDS: (),
    "games": ("formats",),
    "store": ("games", "formats", MEMORY),
    "ui": ("games", "formats", MEMORY),
    "link": ("store", "formats", MEMORY),
    TOP: (*ROOMS, MEMORY, BOARDS),
}
IMPORTERS = ("borrow", "__import__", "import_module", "exec", "eval")  # given a text
IMPORTS_NOTHING = ("glass.store.files",)  # of ours, not even of its own room


class Import(NamedTuple):
    """One import statement's module: `source` imports `target` (dotted names) in a line."""

    source: str
    target: str
    line: int

    def __str__(self) -> str:
        return f"{self.source}:{self.line} imports {self.target}"


class Module(NamedTuple):
    """A firmware file: its dotted name, text and syntax tree; lines as `wc -l` counts them."""

    name: str
    path: Path
    text: str
    tree: ast.Module

    @property
    def lines(self) -> int:
        """Number of lines."""
        return self.text.count("\n")

    @property
    def is_package(self) -> bool:
        """True for an __init__.py."""
        return self.path.name == "__init__.py"


def read(firmware: Path) -> dict[str, Module]:
    """All modules under a firmware folder by their names, sorted. Raises OSError, SyntaxError."""
    found = {}
    for path in sorted(firmware.rglob("*.py")):
        parts = path.relative_to(firmware).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        text = path.read_text(encoding="utf-8")
        found[name] = Module(name, path, text, ast.parse(text, str(path)))
    return found


def rooms(modules: dict[str, Module]) -> dict[str, str]:
    """The room of each module, a key of MAY_IMPORT: "glass.ui.font" is in "ui"."""
    return {name: _room(module) for name, module in modules.items()}


def _room(module: Module) -> str:
    parts = module.name.split(".")
    if parts[0] == "boards":
        return BOARDS
    if parts[:2] == ["glass", "memory"]:
        return MEMORY
    in_folder = len(parts) > 2 or len(parts) == 2 and module.is_package
    return parts[1] if in_folder and parts[1] in ROOMS else TOP


def imports(modules: dict[str, Module]) -> list[Import]:
    """Every import statement at whatever depth, of ours and of others."""
    found = []
    for module in modules.values():
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Import):
                targets = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                targets = _from(module, node, modules)
            else:
                continue
            found += [Import(module.name, target, node.lineno) for target in targets]
    return found


def _from(module: Module, node: ast.ImportFrom, modules: dict[str, Module]) -> list[str]:
    """What `from BASE import NAMES` imports: modules of BASE, or BASE itself."""
    base = node.module or ""
    if node.level:
        package = module.name.split(".")
        package = package[: len(package) - node.level + module.is_package]
        base = ".".join([*package, base] if base else package)
    inner = [f"{base}.{alias.name}" for alias in node.names]
    targets = [name for name in inner if name in modules]
    return targets if len(targets) == len(inner) else [base, *targets]


def ours(found: list[Import], modules: dict[str, Module]) -> list[Import]:
    """Of the imports those of our own modules."""
    return [one for one in found if one.target in modules]


def hidden(modules: dict[str, Module]) -> list[Import]:
    """Modules that a text in a call names, like borrow("store.files"): no tool sees them. A text
    without a dot counts in IMPORTERS only."""
    found = []
    for module in modules.values():
        for call in ast.walk(module.tree):
            if not isinstance(call, ast.Call):
                continue
            imports = getattr(call.func, "id", getattr(call.func, "attr", "")) in IMPORTERS
            for part in call.args:
                text = getattr(part, "value", None)
                if isinstance(text, str) and (imports or "." in text):
                    names = {text, "glass." + text} & set(modules)
                    found += [Import(module.name, name, call.lineno) for name in sorted(names)]
    return found


def is_allowed(one: Import, rooms: dict[str, str]) -> bool:
    """True if the rooms allow an import of ours, circles apart."""
    source, target = rooms[one.source], rooms[one.target]
    if one.source in IMPORTS_NOTHING:
        return False
    return source == target or target in MAY_IMPORT[source]


def circles(found: list[Import]) -> list[list[str]]:
    """Groups of modules that import each other in a circle, each sorted."""
    after: dict[str, set[str]] = {}
    for one in found:
        after.setdefault(one.source, set()).add(one.target)
    reach = {name: _reachable(name, after) for name in after}
    groups: list[list[str]] = []
    for name in sorted(after):
        if name in reach[name] and not any(name in group for group in groups):
            groups.append(sorted(n for n in reach[name] if name in reach.get(n, ())))
    return groups


def _reachable(start: str, after: dict[str, set[str]]) -> set[str]:
    seen: set[str] = set()
    waiting = list(after.get(start, ()))
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting += after.get(name, ())
    return seen
