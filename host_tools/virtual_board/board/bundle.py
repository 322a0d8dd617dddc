"""Fewer and larger modules for a board, made from the sources of the firmware as they are.

A module costs a board more than its code: a file, an import, names that MicroPython keeps for ever,
and a place in its table for each name of others that it uses. So what always comes and goes
together is laid into one module:

- What a module imports at its top is laid before it, unless it is there already.
- What is imported within a function comes later, may leave RAM, and so begins a module of its own.
- A module that is used as a value, as in `GAMES = (timesup, timer)`, becomes a class of that name.
- A module that another one has in it, with little more, is no other module: that one is loaded.
- What functions change, a list say, may be there only once: where it would lie in two modules, it
  lies in the first of all.

A global keeps its name, with the name of its module before it where two would meet. All modules lie
in one folder: glass/store/archive.py becomes glass/store_archive. Lines stay lines.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from virtual_board.board.names import (
    AT_TOP,
    IN_FUNCTION,
    Global,
    NameProblem,
    Place,
    Source,
    is_ours,
)
from virtual_board.board.plan import Plan

ROOT = "glass.boot"  # what main.py imports


def bundled(texts: dict[str, bytes]) -> dict[str, bytes]:
    """{dotted name of a module on the board: its text}, of {dotted name: source}; what is reached
    from ROOT by no import is left out. Raises NameProblem where a source cannot be laid into
    another module."""
    plan = Plan({name: Source(name, text, texts) for name, text in texts.items()}, ROOT)
    units: dict[str, _Unit] = {}
    for first in plan.members:
        units[first] = _Unit(plan, first, units)
    return {on_board(first): unit.text() for first, unit in units.items()}


def on_board(name: str) -> str:
    """The module on the board that is made for the source `name`."""
    package, dot, rest = name.partition(".")
    return package + dot + rest.replace(".", "_")


def _renamed(name: str, bound: str) -> str:
    return name if name == bound else f"{name} as {bound}"


class _Unit:
    """A module of the board: sources in the order in which they run, the last it is made for."""

    def __init__(self, plan: Plan, first: str, units: dict[str, _Unit]) -> None:
        """first: the source that it is made for. units: all modules of the board, filled
        meanwhile."""
        self.plan = plan
        self.first = first
        self.units = units
        self.sources = [plan.sources[name] for name in plan.members[first]]
        self.names: dict[Global, str] = {}  # what each global is called in this module
        self._name_all()

    def _name_all(self) -> None:
        users: dict[Global, list[Source]] = {}
        for source in reversed(self.sources):  # the last one's names come first and stay
            own = [""] if self._is_class(source.name) else sorted(source.globals)
            users.update({Global(source.name, name): [] for name in own})
        for source in self.sources:
            for place in source.places:
                users.setdefault(self._bearer(self.plan.defined(place.meant)), []).append(source)
        taken = set(self._foreign()).union(*(source.builtins for source in self.sources))
        for meant, by in users.items():
            self.names[meant] = name = self._free_name(meant, by, taken)
            taken.add(name)
            if meant.module == self.first and name != meant.name and meant.name[:1] not in "_":
                raise NameProblem(f"{self.first}: others look for {meant.name}, which is taken.")

    def _foreign(self) -> dict[str, str]:
        """What imports of others' modules bind, {name: what}."""
        foreign: dict[str, str] = {}
        for source in reversed(self.sources):
            for name, what in source.foreign.items():
                if foreign.setdefault(name, what) != what:
                    raise NameProblem(
                        f"{source.name}: {name} is not {foreign[name]}, as elsewhere."
                    )
        return foreign

    def _is_class(self, name: str) -> bool:
        return self.plan.is_class(self.first, name)

    def _bearer(self, meant: Global) -> Global:
        """The global by which another is reached: itself, or the class that stands for its
        module."""
        return Global(meant.module, "") if self._is_class(meant.module) else meant

    def _free_name(self, meant: Global, users: list[Source], taken: set[str]) -> str:
        """A name for a global that no other has and that no function which uses it hides."""
        *folders, last = meant.module.split(".")
        name = meant.name or last
        others = [one for one in users if one.name != meant.module or not meant.name]
        hidden = set().union(*(source.locals for source in others))
        hidden = hidden.union(*(one.globals for one in others if self._is_class(one.name)))
        if name not in taken | hidden:
            return name
        hidden = hidden.union(*(source.locals for source in users))
        for prefix in (last, "_".join([*folders[1:], last])):
            longer = f"_{prefix}_{name[1:]}" if name.startswith("_") else f"{prefix}_{name}"
            if longer not in taken | hidden:
                return longer
        raise NameProblem(f"{meant.module}: no name is free for {name} in {self.first}.")

    def _called(self, source: Source, place: Place) -> str:
        """What stands in a place of a source."""
        meant = self.plan.defined(place.meant)
        bearer = self._bearer(meant)
        if bearer == meant:
            return self.names[meant]
        if meant.module == source.name and place.where != IN_FUNCTION:
            if place.where != AT_TOP:
                what = f"{source.name} becomes a class: {meant.name} is out of sight"
                raise NameProblem(what + " in a comprehension or a class within.")
            return meant.name
        return f"{self.names[bearer]}.{meant.name}"

    # -- text ----------------------------------------------------------------------------------

    def text(self) -> bytes:
        """The module's source: imports of other modules of the board, then source after source."""
        parts = [statement.encode() for statement in self._imports()]
        bound: set[str] = set()
        for source in self.sources:
            parts += [b"# " + source.name.encode(), *self._laid(source, bound)]
        return b"\n".join(parts)

    def _imports(self) -> Iterator[str]:
        """The statements that bind globals of other modules of the board, one for each of them."""
        wanted: dict[str, list[str]] = {}
        for meant, bound in self.names.items():
            if meant.module not in self.plan.members[self.first]:
                module, name = self._found(self.plan.home(self.first, meant.module), meant)
                wanted.setdefault(module, []).append(_renamed(name, bound))
        for module, names in wanted.items():
            yield f"from {module} import {', '.join(names)}"

    def _found(self, home: str, meant: Global) -> tuple[str, str]:
        """(module of the board, name in it) to import a global from; home: the first of the module
        in which it is."""
        if meant == Global(home, ""):
            folder, _, name = on_board(home).rpartition(".")
            return folder, name
        return on_board(home), self.units[home].names[meant]

    def _laid(self, source: Source, bound: set[str]) -> Iterator[bytes]:
        """The text of a source in this module; bound: names that other imports have bound."""
        is_class = self._is_class(source.name)
        if is_class:
            source.check_as_class()
        edits: dict[tuple[int, int], str] = {}
        for node in source.tree.body:
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                names = {alias.asname or alias.name for alias in node.names}
                if not is_ours(node) and not names <= bound and is_class:
                    yield ast.unparse(node).encode()
                if is_ours(node) or names <= bound or is_class:
                    edits[source.span(node)] = "\n" * ((node.end_lineno or 0) - node.lineno)
                bound |= names
        if is_class:  # MicroPython never keeps a _NAME = const(...): it could not be reached
            edits |= {source.span(call.func): "" for call in source.private_consts}
        text = self._edited(source, edits)
        if is_class:
            yield f"class {self.names[Global(source.name, '')]}:".encode()
            text = b"".join(b"    " + line for line in text.splitlines(keepends=True))
        yield text

    def _edited(self, source: Source, edits: dict[tuple[int, int], str]) -> bytes:
        """A source with this module's names. edits: {span: text} that was changed before."""
        for place in source.places:
            edits[place.start, place.end] = self._called(source, place)
        for statement in source.global_statements:
            names_now = [self.names[Global(source.name, name)] for name in statement.names]
            edits[source.span(statement)] = "global " + ", ".join(names_now)
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
            home = meant.module
            if home not in self.plan.members:  # it is no module of its own
                home = self.plan.home(self.first, home)
            bearer = meant
            if meant != Global(home, "") and meant not in self.units[home].names:
                bearer = Global(meant.module, "")
                if bearer not in self.units[home].names:
                    where = on_board(home)
                    raise NameProblem(f"{meant.module} lies in {where}, and is imported again.")
            module, name = self._found(home, bearer)
            yield f"from {module} import {_renamed(name, bound)}"
            if bearer != meant:
                yield f"{bound} = {bound}.{meant.name}"
