"""Which sources of the firmware lie together in a module of the board, and what is there before."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from virtual_board.board.names import Global, NameProblem, Source

There = dict[str, str]  # source: the first of the module in which it is there
LITTLE = 6500  # bytes of source: some 2 KB on the board


class Plan:
    """`members` are the sources of each module in the order in which they run, by the one that it
    is made for; `there` says for each what was in RAM before it, wherever it is imported. `within`
    are the sources that have no module of their own, and the one that is loaded for each."""

    def __init__(self, sources: dict[str, Source], root: str) -> None:
        """root: the source with which all begins. Raises NameProblem."""
        self.sources = sources
        self.root = root
        self.values = {name for source in sources.values() for name in source.values}
        changed = {self.defined(what) for source in sources.values() for what in source.changed}
        self._changing = sorted({what.module for what in changed})
        self._once: list[str] = []  # sources that lie with the root, as they may be there only once
        while self._lay_out():
            pass
        self.within: dict[str, str] = {}
        for name in list(self.members):
            larger = self._larger(name)
            if larger and larger not in self.within:
                self.within[name] = larger
                self.values.add(name)
                del self.members[name]

    def _larger(self, name: str) -> str | None:
        """A module that has all of this one and little more, and can be loaded in its place."""
        more = {
            first: sum(len(self.sources[one].text) for one in set(members) - {*self.members[name]})
            for first, members in self.members.items()
            if name in members[:-1] and self.there[first].items() <= self.there[name].items()
        }
        least = min(more, key=lambda first: more[first], default=None)
        return least if least and more[least] <= LITTLE else None

    def _lay_out(self) -> bool:
        """Find what lies where; False if nothing that changes lies in two modules."""
        self.there: dict[str, There] = {self.root: {}}
        while self._go_on():
            pass
        self.members = {first: self._with_needed(first) for first in self.there}
        twice = [
            name
            for name in self._changing
            if sum(name in members for members in self.members.values()) > 1
        ]
        self._once += twice
        return bool(twice)

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

        for name in self._once if first == self.root else ():
            add(name)
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
        """The first of the module in which a source is, as seen from the module of `first`."""
        if name in self.members[first]:
            return first
        return self.there[first].get(name) or self.within.get(name, name)

    def is_class(self, first: str, name: str) -> bool:
        """True if a source is a class there: it is used as a value, and lies with others."""
        return name in self.values and self.home(first, name) != name
