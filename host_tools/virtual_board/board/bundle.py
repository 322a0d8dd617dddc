"""Fewer and larger modules for a board, made from the sources of the firmware as they are.

A module costs a board more than its code: a file, an import, names that MicroPython keeps for ever,
and a place in its table for each name of others that it uses. So what always comes and goes
together is laid into one module:

- What a module imports at its top is laid before it, unless it is there already.
- What is imported within a function comes later, may leave RAM, and so begins a module of its own.
- A module that is used as a value, as in `GAMES = (timesup, timer)`, stays one.

A global keeps its name, with the name of its module before it where two would meet. All modules lie
in one folder: glass/store/archive.py becomes glass/store_archive. Lines stay lines.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from virtual_board.board.names import PACKAGE, Global, NameProblem, Source, is_ours

ROOT = "glass.boot"  # what main.py imports
There = dict[str, str]  # source: the first of the module in which it is there


def bundled(texts: dict[str, bytes]) -> dict[str, bytes]:
    """{dotted name of a module on the board: its text}, of {dotted name: source}; what is reached
    from ROOT by no import is left out. Raises NameProblem where a source cannot be laid into
    another module."""
    plan = _Plan({name: Source(name, text, texts) for name, text in texts.items()})
    units: dict[str, _Unit] = {}
    for first, members in plan.members.items():
        alone = [name for name in members if name in plan.values and name != first]
        together = [name for name in members if name not in alone]
        for names in [*([name] for name in alone), together]:
            units[on_board(names[-1])] = _Unit(plan, first, names, units)
    return {name: unit.text() for name, unit in units.items()}


def on_board(name: str) -> str:
    """The module on the board whose last source is `name`."""
    package, _, rest = name.partition(".")
    return f"{package}.{rest.replace('.', '_')}"


class _Plan:
    """`members` are the sources of each module in the order in which they run, by the one that it
    is made for; `there` says for each what was in RAM before it, wherever it is imported."""

    def __init__(self, sources: dict[str, Source]) -> None:
        self.sources = sources
        self.values = {name for source in sources.values() for name in source.values}
        self.there: dict[str, There] = {ROOT: {}}
        while self._go_on():
            pass
        self.members = {first: self._with_needed(first) for first in self.there}
        for name, source in sources.items():
            homes = [first for first, members in self.members.items() if name in members]
            if source.rebound and len(homes) > 1:
                raise NameProblem(f"{name} changes its globals, but would be there twice.")

    def _go_on(self) -> bool:
        """Follow the imports within functions once more; False if nothing new came of it."""
        before = dict(self.there)
        for first, there in before.items():
            members = self._with_needed(first)
            after = there | dict.fromkeys(members, first)
            for target in {meant.module for name in members for _, meant in self.later(name)}:
                if target not in after:
                    known = self.there.get(target, after)
                    self.there[target] = dict(known.items() & after.items())
        return before != self.there

    def _with_needed(self, first: str) -> list[str]:
        order: list[str] = []

        def add(name: str) -> None:
            if name not in order and name not in self.there[first]:
                for needed in self.sources[name].needed:
                    add(needed)
                order.append(name)

        add(first)
        return order

    def later(self, name: str) -> Iterator[tuple[ast.alias, Global]]:
        """What a source imports within functions: the name it binds, and what that stands for."""
        for node in self.sources[name].later:
            for alias in node.names:
                yield alias, self.meant(node, alias)

    def meant(self, node: ast.ImportFrom, alias: ast.alias) -> Global:
        """What a name in an import statement of ours stands for."""
        inner = f"{node.module}.{alias.name}"
        return Global(inner, "") if inner in self.sources else Global(node.module or "", alias.name)

    def defined(self, meant: Global) -> Global:
        """Where a global is defined that may only have been imported where it was looked for."""
        while meant.name and meant.name in self.sources[meant.module].aliases:
            meant = self.sources[meant.module].aliases[meant.name]
        if meant.name and meant.name not in self.sources[meant.module].globals:
            raise NameProblem(f"{meant.module} has no {meant.name}, which is imported from it.")
        return meant

    def home(self, first: str, name: str) -> str:
        """The module on the board in which a source is, as seen from the module of `first`."""
        home = first if name in self.members[first] else self.there[first][name]
        return on_board(name if name in self.values else home)


class _Unit:
    """A module of the board: sources in the order in which they run, the last it is made for."""

    def __init__(self, plan: _Plan, first: str, names: list[str], units: dict[str, _Unit]) -> None:
        """first: the last of the sources that lie together; those used as values lie apart.
        units: all modules of the board by their names, filled meanwhile."""
        self.plan = plan
        self.first = first
        self.units = units
        self.sources = [plan.sources[name] for name in names]
        self.names: dict[Global, str] = {}  # what each global is called in this module
        self._name_all()

    def _name_all(self) -> None:
        foreign: dict[str, str] = {}
        users: dict[Global, list[Source]] = {}
        for source in reversed(self.sources):  # the last one's names come first and stay
            users.update({Global(source.name, name): [] for name in sorted(source.globals)})
            for name, what in source.foreign.items():
                if foreign.setdefault(name, what) != what:
                    raise NameProblem(
                        f"{source.name}: {name} is not {foreign[name]}, as elsewhere."
                    )
        for source in self.sources:
            for place in source.places:
                users.setdefault(self.plan.defined(place.meant), []).append(source)
        taken = set(foreign).union(*(source.builtins for source in self.sources))
        for meant, by in users.items():
            self.names[meant] = self._free_name(meant, by, taken)
            taken.add(self.names[meant])

    def _free_name(self, meant: Global, users: list[Source], taken: set[str]) -> str:
        """A name for a global that no other has and that no function which uses it hides."""
        *folders, last = meant.module.split(".")
        name = meant.name or last
        hidden = set().union(*(source.locals for source in users if source.name != meant.module))
        if name not in taken | hidden:
            return name
        hidden = hidden.union(*(source.locals for source in users))
        for prefix in (last, "_".join([*folders[1:], last])):
            longer = f"_{prefix}_{name[1:]}" if name.startswith("_") else f"{prefix}_{name}"
            if longer not in taken | hidden:
                return longer
        raise NameProblem(f"{meant.module}: no name is free for {name} in {self.first}.")

    # -- text ----------------------------------------------------------------------------------

    def text(self) -> bytes:
        """The module's source: imports of other modules of the board, then source after source."""
        here = {source.name: source for source in self.sources}
        order = self.plan.members[self.first] if self.first in here else list(here)
        parts = self._imports({meant.module for meant in self.names} - set(order))
        bound: set[str] = set()
        for name in order:
            if name in here:
                parts += [b"# " + name.encode(), self._edited(here[name], bound)]
            else:  # it lies apart, and may use what came before it
                parts += self._imports({name})
        return b"\n".join(parts)

    def _imports(self, modules: set[str]) -> list[bytes]:
        """The import statements for all that is used of some modules."""
        return [
            self._import(meant, bound).encode()
            for meant, bound in self.names.items()
            if meant.module in modules
        ]

    def _import(self, meant: Global, bound: str) -> str:
        """The statement that binds a global of another module of the board."""
        home = self.plan.home(self.first, meant.module)
        if not meant.name:
            return f"from {PACKAGE} import {home.partition('.')[2]} as {bound}"
        return f"from {home} import {self.units[home].names[meant]} as {bound}"

    def _edited(self, source: Source, bound: set[str]) -> bytes:
        """A source with this module's names; what was imported is there. bound: the names that
        other imports have bound so far."""
        edits: dict[tuple[int, int], str] = {}
        for node in source.tree.body:
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                names = {alias.asname or alias.name for alias in node.names}
                if is_ours(node) or names <= bound:
                    edits[source.span(node)] = "\n" * ((node.end_lineno or 0) - node.lineno)
                bound |= names
        for place in source.places:
            edits[place.start, place.end] = self.names[self.plan.defined(place.meant)]
        for statement in source.global_statements:
            names_now = [self.names[Global(source.name, name)] for name in statement.names]
            edits[source.span(statement)] = "global " + ", ".join(names_now)
        for span in source.own_paths:  # what lies beside the source lies there on the board too
            path = source.name.partition(".")[2].replace(".", "/")
            edits[span] = f'(__file__.rsplit("/", 1)[0] + "/{path}.py")'
        for node in source.later:
            edits[source.span(node)] = "; ".join(self._later(node))
        text = source.text
        for (start, end), new in sorted(edits.items(), reverse=True):
            text = text[:start] + new.encode() + text[end:]
        return text

    def _later(self, node: ast.ImportFrom) -> Iterator[str]:
        """The statements in place of an import within a function."""
        for alias in node.names:
            meant = self.plan.defined(self.plan.meant(node, alias))
            bound = alias.asname or alias.name
            if meant.module in self.plan.members:  # a module of its own, which knows its names
                home = on_board(meant.module)
            else:
                home = self.plan.home(self.first, meant.module)
            if not meant.name:
                if on_board(meant.module) != home:
                    raise NameProblem(f"{meant.module} lies in {home}, and is imported again.")
                yield f"from {PACKAGE} import {home.partition('.')[2]} as {bound}"
            else:
                yield f"from {home} import {self.units[home].names[meant]} as {bound}"
