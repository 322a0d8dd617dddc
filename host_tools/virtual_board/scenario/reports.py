"""What is printed of the steps: a JSON line each, in the order of the file."""

from __future__ import annotations

import json
import sys
from typing import Any, TextIO

from buzzglass.shapes import State
from virtual_board.scenario.steps import Step

STATE_ORDER = (
    "game", "game_id", "edition", "phase", "round", "turn", "team", "speaker", "speaker_name",
    "remaining_ms", "deck", "aside", "card", "this_turn", "teams", "players", "winners", "events",
)  # fmt: skip


def in_order(state: State | None) -> dict[str, Any] | None:
    """A state with its keys in the order in which it is documented, those of a game last."""
    if state is None:
        return None
    keys = [key for key in STATE_ORDER if key in state]
    found: dict[str, Any] = {**state}
    return {key: found[key] for key in keys + sorted(set(state) - set(keys))}


class Reports:
    """Takes the steps' reports as they come; `failed` counts the steps that failed."""

    def __init__(self, steps: list[Step], out: TextIO | None) -> None:
        """out: where the lines go; None: nowhere."""
        self._steps = steps
        self._out = out
        self._waiting: dict[int, dict[str, Any]] = {}  # by the line of the file
        self._printed = 0
        self.failed = 0

    def add(self, step: Step, report: dict[str, Any], wrong: list[str]) -> None:
        """The report of a step that is done; what is wrong goes to stderr, too."""
        if wrong:
            self.failed += 1
            report["failed"] = "; ".join(wrong)
            print(f"line {step.line}, t = {step.t}: {report['failed']}", file=sys.stderr)
        self._waiting[step.line] = report
        self._print_ready()

    def _print_ready(self) -> None:
        """Print as far as the reports of all earlier steps are there."""
        while self._printed < len(self._steps):
            report = self._waiting.pop(self._steps[self._printed].line, None)
            if report is None:
                return
            if self._out is not None:
                self._out.write(json.dumps(report, ensure_ascii=False) + "\n")
                self._out.flush()
            self._printed += 1
