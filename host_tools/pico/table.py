"""The table: which rows there are, run at most two at a time, and how they are told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass

from pico.figures import Figure
from pico.rows import costs, cuts, laptop, presses, scenarios, stack, start, time_up, turns, undo
from pico.rows.run import Run

AT_ONCE = 2
Row = Callable[[Run], list[Figure]]
ROWS: dict[str, Row] = {
    "start": start.start,
    "press": presses.press,
    "poll": presses.poll,
    "upload": presses.upload,
    "turns": turns.turns,
    "time_up": time_up.time_up,
    "undo": undo.undo,
    "load": laptop.load,
    "status": laptop.status,
    "scenarios": scenarios.scenarios,
    "cuts": cuts.cuts,
    "stack": stack.stack,
    "costs": costs.costs,
}


@dataclass
class Done:
    """A row that has run; `problem` says why it has no figures."""

    name: str
    figures: list[Figure]
    problem: str = ""

    @property
    def good(self) -> bool:
        """True if it ran and all its bounds are kept."""
        return not self.problem and all(figure.good for figure in self.figures)


def measure(names: list[str], run: Run) -> Iterator[Done]:
    """Run the rows, and give each as it is done; last the row of all passes."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        waiting = {pool.submit(ROWS[name], run): name for name in names}
        for done in as_completed(waiting):
            name, error = waiting[done], done.exception()
            if error is None:
                yield Done(name, done.result())
            else:
                yield Done(name, [], f"{type(error).__name__}: {error}")
    yield Done("passes", passes(run))


def passes(run: Run) -> list[Figure]:
    """Over all rows that have run: the longest passes, without their one flash operation."""
    seen = run.seen
    known = run.images.collector() is not None
    return [
        Figure("longest pass while a clock runs", seen.in_clock_ms, "ms", 60),
        Figure("longest pass otherwise", seen.else_ms, "ms", 200),
        Figure(
            "garbage collections while a clock runs", seen.collections if known else None, "", 0
        ),
        Figure("resets by the firmware", seen.resets, "", 0),
    ]


def markdown(rows: list[Done]) -> str:
    """A table of all rows."""
    lines = ["| row | what | measured | bound | kept |", "|---|---|---|---|---|"]
    for row in rows:
        if row.problem:
            lines.append(f"| {row.name} | {row.problem} | | | no |")
        for one in row.figures:
            kept = "" if one.bound is None else "yes" if one.good else "**no**"
            lines.append(f"| {row.name} | {one.what} | {one.told} | {one.limit} | {kept} |")
    return "\n".join(lines) + "\n"
