"""What the names in a source of the firmware mean: which places name a global, and whose."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from virtual_board.board.scopes import arguments, bound_by, defaults

PACKAGES = ("glass", "boards")
# Methods that change a list, dict, set or array.
_CHANGING = {"add", "append", "clear", "discard", "extend", "insert", "pop", "popitem", "remove",
             "reverse", "setdefault", "sort", "update"}  # fmt: skip


class NameProblem(Exception):
    """A name or an import in a source is beyond what is understood here; the text says where."""


class Global(NamedTuple):
    """A name at the top of a module; "" for the module itself, used as a value."""

    module: str
    name: str


AT_TOP, IN_FUNCTION, ELSEWHERE = "at the top", "in a function", "elsewhere"


class Place(NamedTuple):
    """A piece of a source, by its first offset and the one after its last, that names a global.
    ELSEWHERE are comprehensions and classes that are not in a function."""

    start: int
    end: int
    meant: Global
    where: str


class Source:
    """A source and its names.

    `globals` are those bound at its top, imports apart; `aliases` what its imports of ours bind;
    `foreign` what its other imports at the top bind, {name: what}; `locals` all names bound within
    functions; `builtins` those of the language that it uses. `needed` are the modules of ours
    imported at the top, `later` the import statements within functions. `changed` are globals, of
    any module, that functions bind anew or change as lists, dicts and sets are changed.
    """

    def __init__(self, name: str, text: bytes, modules: Iterable[str]) -> None:
        """name: dotted; modules: the names of all modules of ours. Raises NameProblem."""
        self.name = name
        self.text = text
        self.tree = ast.parse(text, name)
        self._starts = [0]
        for line in text.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))
        self.globals: set[str] = set()
        self.aliases: dict[str, Global] = {}
        self.foreign: dict[str, str] = {}
        self.locals: set[str] = set()
        self.builtins: set[str] = set()
        self.needed: list[str] = []
        self.later: list[ast.ImportFrom] = []
        self.places: list[Place] = []
        self.changed: set[Global] = set()
        self.global_statements: list[ast.Global] = []
        _Reader(self, set(modules)).read()

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        """The first offset of a node, and the one after its last."""
        assert node.end_lineno is not None and node.end_col_offset is not None
        return (
            self._starts[node.lineno - 1] + node.col_offset,
            self._starts[node.end_lineno - 1] + node.end_col_offset,
        )

    def check_as_class(self) -> None:
        """Raise NameProblem if the source cannot stand in a class: it binds globals anew, or a text
        of several lines, a docstring apart, would be another one further to the right."""
        if self.rebound:
            raise NameProblem(f"{self.name} is used as a value, and binds its globals anew.")
        for node in ast.walk(self.tree):
            if isinstance(node, (ast.Constant, ast.JoinedStr)) and node.lineno != node.end_lineno:
                if not self._is_docstring(node):
                    where = f"{self.name}, line {node.lineno}"
                    raise NameProblem(f"{where}: a text of several lines in what becomes a class.")

    def _is_docstring(self, node: ast.expr) -> bool:
        return any(isinstance(one, ast.Expr) and one.value is node for one in ast.walk(self.tree))

    @property
    def rebound(self) -> set[str]:
        """The globals that functions bind anew."""
        return {name for node in self.global_statements for name in node.names}

    @property
    def private_consts(self) -> Iterator[ast.Call]:
        """The calls in `_NAME = const(...)`."""
        for node in self.tree.body:
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
                private = ast.unparse(node.targets[0]).startswith("_")
                if private and ast.unparse(node.value.func) == "const":
                    yield node.value

    @property
    def values(self) -> set[str]:
        """The modules that are used as values, not only for a name in them."""
        return {place.meant.module for place in self.places if not place.meant.name}


def is_ours(node: ast.stmt) -> bool:
    """True for an import statement of the firmware's packages."""
    if isinstance(node, ast.ImportFrom):
        return (node.module or "").split(".")[0] in PACKAGES
    return isinstance(node, ast.Import) and any(
        alias.name.split(".")[0] in PACKAGES for alias in node.names
    )


class _Reader(ast.NodeVisitor):
    def __init__(self, source: Source, modules: set[str]) -> None:
        self.source = source
        self.modules = modules
        self.functions: list[set[str]] = []  # the names of the functions around, the inmost last
        self.depth = 0  # of functions that are defined, which run later
        self.class_names: set[str] = set()  # of the class body this is directly in
        self.in_class = False  # at any depth

    def read(self) -> None:
        source = self.source
        for statement in source.tree.body:
            if isinstance(statement, (ast.Import, ast.ImportFrom)):
                self._import_at_top(statement)
        source.globals = bound_by(source.tree.body) - set(source.aliases) - set(source.foreign)
        for node in ast.walk(source.tree):
            if isinstance(node, ast.Global):
                source.global_statements.append(node)
                source.globals |= set(node.names)
                source.changed |= {Global(source.name, name) for name in node.names}
        self._visit_all(source.tree.body)

    def _import_at_top(self, node: ast.Import | ast.ImportFrom) -> None:
        source = self.source
        for alias in node.names:
            bound = alias.asname or alias.name
            if not is_ours(node):
                module = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
                source.foreign[bound] = module + alias.name
                continue
            meant = self.meant(node, alias)
            source.aliases[bound] = meant
            source.needed.append(meant.module)

    def meant(self, node: ast.Import | ast.ImportFrom, alias: ast.alias) -> Global:
        """What a name that is imported stands for."""
        if isinstance(node, ast.Import) or not node.module or node.level:
            raise self._problem(node, "write `from glass.FOLDER import NAME`")
        inner = f"{node.module}.{alias.name}"
        return Global(inner, "") if inner in self.modules else Global(node.module, alias.name)

    def _problem(self, node: ast.stmt | ast.expr, text: str) -> NameProblem:
        return NameProblem(f"{self.source.name}, line {node.lineno}: {text}.")

    # -- names ---------------------------------------------------------------------------------

    def _is_global(self, name: str) -> bool:
        return name not in self.class_names and not any(name in f for f in self.functions)

    def visit_Name(self, node: ast.Name) -> None:
        source = self.source
        if not self._is_global(node.id):
            if node.id in self.class_names and isinstance(node.ctx, ast.Load):
                if node.id in source.globals or node.id in source.aliases:
                    raise self._problem(node, f"{node.id} is a global and a name of the class")
            return
        if node.id in source.aliases:
            self._place(*source.span(node), source.aliases[node.id])
        elif node.id in source.globals:
            self._place(*source.span(node), Global(source.name, node.id))
        elif node.id not in source.foreign:
            if not hasattr(builtins, node.id) and not node.id.startswith("__"):
                raise self._problem(node, f"nothing is called {node.id}")
            source.builtins.add(node.id)

    def _place(self, start: int, end: int, meant: Global) -> None:
        at_top = not self.functions and not self.in_class
        where = IN_FUNCTION if self.depth else AT_TOP if at_top else ELSEWHERE
        self.source.places.append(Place(start, end, meant, where))

    def visit_Attribute(self, node: ast.Attribute) -> None:
        base = node.value
        if isinstance(base, ast.Name) and self._is_global(base.id):
            meant = self.source.aliases.get(base.id)
            if meant and not meant.name:
                if not isinstance(node.ctx, ast.Load):
                    raise self._problem(node, f"let a function of {meant.module} change its global")
                self._place(*self.source.span(node), Global(meant.module, node.attr))
                return
        if node.attr in _CHANGING:
            self._changes(base)
        self.visit(base)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        if not isinstance(node.ctx, ast.Load):
            self._changes(node.value)
        self.generic_visit(node)

    def _changes(self, node: ast.expr) -> None:
        """Something is done that changes the value of an expression."""
        if not self.functions:
            return  # once, as the module is loaded
        if isinstance(node, ast.Name) and self._is_global(node.id):
            meant = self.source.aliases.get(node.id)
            if meant or node.id in self.source.globals:
                self.source.changed.add(meant or Global(self.source.name, node.id))
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            meant = self.source.aliases.get(node.value.id)
            if meant and not meant.name and self._is_global(node.value.id):
                self.source.changed.add(Global(meant.module, node.attr))

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        if self.functions and is_ours(node):
            self.source.later.append(node)
        self._check_place(node)

    def visit_Import(self, node: ast.Import) -> None:
        if self.functions and is_ours(node):
            self.meant(node, node.names[0])
        self._check_place(node)

    def _check_place(self, node: ast.Import | ast.ImportFrom) -> None:
        if not self.functions and node not in self.source.tree.body:
            raise self._problem(node, "import at the top, or within a function")

    # -- scopes --------------------------------------------------------------------------------

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._definition(node)
        self._visit_all([*node.decorator_list, *defaults(node.args)])
        self._defined(arguments(node.args) | bound_by(node.body), node.body)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self._visit_all(defaults(node.args))
        self._defined(arguments(node.args), [node.body])

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._definition(node)
        self._visit_all([*node.decorator_list, *node.bases, *node.keywords])
        before = self.class_names, self.in_class
        self.class_names, self.in_class = bound_by(node.body), True
        self._visit_all(node.body)
        self.class_names, self.in_class = before

    def _definition(self, node: ast.FunctionDef | ast.ClassDef) -> None:
        """The name after `def` or `class` is a place too."""
        if self.functions or self.in_class:
            return
        word = b"class " if isinstance(node, ast.ClassDef) else b"def "
        start = self.source.text.index(word, self.source.span(node)[0]) + len(word)
        self._place(start, start + len(node.name), Global(self.source.name, node.name))

    def _comprehension(self, node: ast.AST) -> None:
        parts = list(ast.iter_child_nodes(node))
        loops = [part for part in parts if isinstance(part, ast.comprehension)]
        targets = [one for loop in loops for one in ast.walk(loop.target)]
        names = {one.id for one in targets if isinstance(one, ast.Name)}
        self.visit(loops[0].iter)  # in the scope around
        inside = [part for part in parts if part is not loops[0]]
        self._within(names, [*inside, loops[0].target, *loops[0].ifs])

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension

    def _defined(self, names: set[str], nodes: Iterable[ast.AST]) -> None:
        self.depth += 1
        self._within(names, nodes)
        self.depth -= 1

    def _within(self, names: set[str], nodes: Iterable[ast.AST]) -> None:
        self.source.locals |= names
        before, self.class_names = self.class_names, set()
        self.functions.append(names)
        self._visit_all(nodes)
        self.functions.pop()
        self.class_names = before

    def _visit_all(self, nodes: Iterable[ast.AST]) -> None:
        for node in nodes:
            self.visit(node)
