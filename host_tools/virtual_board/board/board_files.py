"""The package `boards` made ready to be laid into one module: what it does by names and stars as it
runs, finding its files and taking over another's names, is written out."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from virtual_board.board.names import NameProblem
from virtual_board.board.scopes import bound_by

PACKAGE = "boards"
NOT_TOGETHER = b"\nTOGETHER = ()"


def written_out(sources: dict[str, bytes]) -> dict[str, bytes]:
    """The sources of the package, {dotted name: text}: the package itself with an import of each
    board file, these without stars. Raises NameProblem."""
    files = {
        name: text for name, text in sources.items() if name != PACKAGE and ".." not in name
    }  # without hidden ones
    package = sources[PACKAGE]
    if package.count(NOT_TOGETHER) != 1:
        raise NameProblem(f"{PACKAGE} has no line {NOT_TOGETHER.decode().strip()!r}.")
    names = ", ".join(_in_order(package, [name.partition(".")[2] for name in files]))
    line = f"\nfrom {PACKAGE} import {names}\nTOGETHER = ({names},)"
    return {
        PACKAGE: package.replace(NOT_TOGETHER, line.encode()),
        **{name: _without_stars(name, files) for name in files},
    }


def _in_order(package: bytes, names: list[str]) -> list[str]:
    """A maker's own files before ours, as the package looks for them."""
    ours: tuple[str, ...] = ()
    for node in ast.parse(package).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "OURS":
            ours = ast.literal_eval(node.value)
    names = [name for name in names if name[:1] != "_"]
    for name in names:
        if not name.isidentifier():
            raise NameProblem(f"{PACKAGE}/{name}.py: call it by a name that can be imported.")
    return sorted(set(names) - set(ours)) + [name for name in ours if name in names]


def _without_stars(name: str, files: dict[str, bytes]) -> bytes:
    """A board file that names, one a line, what it takes of others."""
    tree = ast.parse(files[name], name)
    lines = files[name].splitlines(keepends=True)
    own = bound_by(tree.body)
    for star in _stars(tree):
        taken = _public(star.module or "", files)
        _check_taken(name, tree, taken & own)
        package, _, other = (star.module or "").partition(".")
        text = f"from {package} import {other} as _{other}\n"
        text += "".join(f"{one} = _{other}.{one}\n" for one in sorted(taken - own))
        lines[star.lineno - 1] = text.encode()
    return b"".join(lines)


def _stars(tree: ast.Module) -> Iterator[ast.ImportFrom]:
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.names[0].name == "*":
            yield node


def _public(module: str, files: dict[str, bytes]) -> set[str]:
    """The names that a star takes of a board file."""
    if module not in files:
        raise NameProblem(f"There is no {module} to take names of.")
    tree = ast.parse(files[module], module)
    found = bound_by(node for node in tree.body if not isinstance(node, ast.Import))
    return {name for name in found if name[0] not in "_*"}.union(
        *(_public(star.module or "", files) for star in _stars(tree))
    )


def _check_taken(name: str, tree: ast.Module, both: set[str]) -> None:
    """A name that is taken over and bound anew must not be read before."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            continue
        for used in ast.walk(node):
            if isinstance(used, ast.Name) and isinstance(used.ctx, ast.Load) and used.id in both:
                raise NameProblem(
                    f"{name}, line {used.lineno}: {used.id} is another file's and its own: import "
                    "that file, as `from boards import pico`, and write pico." + used.id
                )
        both = both - bound_by([node])
