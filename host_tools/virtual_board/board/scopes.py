"""Which names statements and functions bind."""

from __future__ import annotations

import ast
from collections.abc import Iterable


def defaults(of: ast.arguments) -> list[ast.expr]:
    """The defaults of a function's arguments."""
    return [one for one in [*of.defaults, *of.kw_defaults] if one is not None]


def arguments(of: ast.arguments) -> set[str]:
    """The names of a function's arguments."""
    every = [*of.posonlyargs, *of.args, *of.kwonlyargs]
    every += [one for one in (of.vararg, of.kwarg) if one]
    return {one.arg for one in every}


_SCOPES = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def bound_by(body: Iterable[ast.AST]) -> set[str]:
    """The names that statements bind in the scope they stand in."""
    names: set[str] = set()
    shared: set[str] = set()
    waiting = list(body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names.add(node.name)
            continue
        if isinstance(node, _SCOPES):
            continue
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            names |= {alias.asname or alias.name for alias in node.names}
        elif isinstance(node, ast.Global):
            shared |= set(node.names)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, (ast.Store, ast.Del)):
            names.add(node.id)
        elif isinstance(node, ast.ExceptHandler) and node.name:
            names.add(node.name)
        waiting += ast.iter_child_nodes(node)
    return names - shared
