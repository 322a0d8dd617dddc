"""Scenarios that tests write and play."""

import io
import json

from buzzglass import cli
from support.buttons import PRESS_MS, Buttons
from virtual_board.scenario.run import run_scenario


class _StepWriter:
    """A backend of Buttons that writes what they do as a scenario's steps."""

    def __init__(self):
        self.now_us = 0
        self.steps = []
        self._held = {}  # button: its "down" step

    def run_until(self, us):
        self.now_us = us

    def edge(self, at_us, button, down):
        step = self._held.pop(button, None)
        if down or step is None:
            step = self.add(at_us, **{"down" if down else "up": button})
            if down:
                self._held[button] = step
            return
        del step["down"]
        seconds = round(at_us / 1e6 - step["t"], 3)
        if seconds * 1000 == PRESS_MS:
            step["press"] = button
        else:
            step.update(hold=button, s=seconds)

    def add(self, at_us, **keys):
        step = {"t": round(at_us / 1e6, 3), **keys}
        self.steps.append(step)
        return step


class Scene(Buttons):
    """A scenario being written, from t = 0 on: `Scene().at(1).press("start").expect(phase="turn")`.

    `at` may go back: steps are sorted by time in the end.
    """

    def __init__(self):
        super().__init__(_StepWriter())

    def at(self, t):
        """Go to second `t`."""
        return self._then(lambda: self.backend.run_until(round(t * 1e6)))

    def step(self, **keys):
        """A step of any other kind, now: power="off", screenshot="a.png", oled="unplug"."""
        return self._then(lambda: self.backend.add(self.backend.now_us, **keys))

    def expect(self, **state):
        """This part of the state must be so now."""
        return self.step(expect=state)

    def call(self, *words, **keys):
        """A host command; keys: what it must give, `result` and `status`."""
        return self.step(call=list(words), **keys)

    def bounce(self, name, edges, ms):
        """The scenario's own step, in place of the edges one by one."""
        return self.step(bounce=name, edges=edges, ms=ms)

    def _then(self, do):
        do()
        return self

    @property
    def now(self):
        """The second that it has come to."""
        return self.backend.now_us / 1e6

    @property
    def steps(self):
        """All steps, sorted by time."""
        return sorted(self.backend.steps, key=lambda step: step["t"])


def write(path, setup, *steps):
    """A scenario file of a set-up and steps (dicts); returns its path."""
    lines = [{"setup": setup}, *steps]
    path.write_text("\n".join(json.dumps(line) for line in lines) + "\n")
    return path


def play(path, **options):
    """(exit status, printed steps) of a scenario file; options as of run_scenario."""
    out = io.StringIO()
    status = run_scenario(path, cli.main, json_out=out, **options)
    return status, [json.loads(line) for line in out.getvalue().splitlines()]
