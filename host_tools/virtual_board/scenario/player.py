"""Plays checked steps on a device, each at its time."""

from __future__ import annotations

import contextlib
import heapq
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

from virtual_board.board.device import VirtualDevice
from virtual_board.board.firmware import BoardError
from virtual_board.scenario.calls import Laptop
from virtual_board.scenario.choose import NoRow, Walk
from virtual_board.scenario.compare import differences
from virtual_board.scenario.reports import Reports, in_order
from virtual_board.scenario.steps import PRESS_US, PRESSES_US, Step


@contextlib.contextmanager
def writing(option: str, path: str | os.PathLike[str]) -> Iterator[None]:
    """Turn what keeps a file from being written into a sentence. Raises BoardError."""
    try:
        yield
    except OSError as error:
        raise BoardError(f"Cannot write {path} ({error.strerror}): name another with {option}.")


class Log:
    """The hardware's log: what sounded, and the trace file."""

    def __init__(self, trace: TextIO | None) -> None:
        """trace: where a JSON line a record goes; None: nowhere."""
        self._trace = trace
        self.notes: list[tuple[float, int, int]] = []  # (seconds of the run, hz, duty)
        self.zero_us: int | None = None  # t = 0; None before it is known

    def record(self, at_us: int, what: str, more: dict[str, Any]) -> None:
        """Something happened to the hardware."""
        if what == "buzzer":
            self.notes.append((at_us / 1e6, more["hz"], more["duty"]))
        # Records of one span come together: what was under way before t = 0 is left out.
        if self._trace is not None and self.zero_us is not None and at_us >= self.zero_us:
            t = (at_us - self.zero_us) / 1e6
            self._trace.write(json.dumps({"t": t, "what": what, **more}) + "\n")


class Player:
    """Plays a scenario's steps. Times named `at_us` are the device's own."""

    def __init__(
        self, laptop: Laptop, steps: list[Step], reports: Reports, zero_us: int, shots: Path | None
    ) -> None:
        """zero_us: t = 0 of the steps. shots: folder for screenshots; None: none are taken."""
        self._laptop, self._steps, self._reports = laptop, steps, reports
        self._device: VirtualDevice = laptop.device
        self._zero_us, self._shots = zero_us, shots
        self._late: list[Step] = []  # calls that fell due during another
        self._due: list[tuple[int, int, Step]] = []  # heap of (at_us, line, step)
        self._placed = 0  # how many of the steps have their time
        self._walks: dict[int, Walk] = {}  # by the line of a "choose"
        self._crash: str | None = None
        self._faults = 0

    def play(self) -> None:
        """All steps, in virtual time. Raises BadScenario if a step's time has passed."""
        self._schedule_known()
        while self._due or self._late:
            if self._late:
                self._finish(self._late.pop(0))
                continue
            at_us, _, step = self._due[0]
            self._device.run_until(at_us)
            heapq.heappop(self._due)
            self._step_due(step)

    def _let_pass(self, until_us: int, stop_on_output: bool) -> None:
        """Time passes during a call: steps that fall due meanwhile are played on time."""
        while self._due and self._due[0][0] <= until_us:
            if self._device.run_until(self._due[0][0], stop_on_output):
                return
            _, _, step = heapq.heappop(self._due)
            if "call" in step.keys and step.length_us is not None:
                self._late.append(step)  # one port, one command at a time
            else:
                self._step_due(step)
        self._device.run_until(until_us, stop_on_output)

    # -- when steps are due ----------------------------------------------------------------------

    def _schedule_known(self) -> None:
        """Schedule the steps up to the first whose time depends on a "choose" not yet done."""
        while self._placed < len(self._steps):
            step = self._steps[self._placed]
            step.place(self._steps[self._placed - 1] if self._placed else None)
            if step.at_us is None:
                return
            self._schedule(step, self._zero_us + step.at_us)
            end_us = step.at_us if step.end_us is None else step.end_us
            self._await(step, self._zero_us + end_us)
            self._placed += 1

    def _schedule(self, step: Step, at_us: int) -> None:
        """Have the device meet with what the step does to it."""
        device, keys = self._device, step.keys
        for us, button, down in step.edges:
            device.edge(at_us + us, button, down)
        if "power" in keys:
            device.power(at_us, keys["power"] == "on")
        if "serial" in keys:
            device.serial_write(keys["serial"].encode("latin-1"), at_us)
        if keys.get("oled") == "hang":
            device.oled_hang(at_us)
        elif "oled" in keys:
            device.oled(at_us, keys["oled"] == "plug")
        if "port" in keys:
            device.host_reads(at_us, keys["port"] == "read")

    def _await(self, step: Step, at_us: int) -> None:
        """Have `_step_due` called with the step at that time."""
        heapq.heappush(self._due, (at_us, step.line, step))

    def _step_due(self, step: Step) -> None:
        if step.length_us is None:
            self._walk(step)
        else:
            self._finish(step)

    def _walk(self, step: Step) -> None:
        """The next press of a "choose"; the last one gives the step its end."""
        walk = self._walks.setdefault(step.line, Walk(step.keys["choose"]))
        state = self._device.state()  # of an emulated board it takes a while
        at_us = -(-self._device.now_us // 1000) * 1000
        try:
            button = walk.button(state, self._device.panel.on)
        except NoRow as error:
            step.wrong.append(str(error))
            self._end_walk(step, at_us)
            return
        self._device.edge(at_us, button, True)
        self._device.edge(at_us + PRESS_US, button, False)
        if button == "start":
            self._end_walk(step, at_us + PRESS_US)
        else:
            self._await(step, at_us + PRESSES_US)

    def _end_walk(self, step: Step, end_us: int) -> None:
        assert step.at_us is not None
        step.length_us = end_us - self._zero_us - step.at_us
        self._await(step, end_us)
        self._schedule_known()

    # -- what a step says when it is done --------------------------------------------------------

    def _finish(self, step: Step) -> None:
        keys, wrong = step.keys, step.wrong
        report: dict[str, Any] = {"t": step.t}
        called: dict[str, Any] = {}
        if "call" in keys:
            called = self._call(keys, wrong)
        state = report["state"] = in_order(self._device.state())
        report.update(called)
        if "expect" in keys:
            off = ["the device is off"]
            wrong += off if state is None else differences(keys["expect"], state)
        if "screenshot" in keys and self._shots is not None:
            self._take_picture(self._shots / keys["screenshot"])
        wrong += self._falls()
        self._reports.add(step, report, wrong)

    def _call(self, keys: dict[str, Any], wrong: list[str]) -> dict[str, Any]:
        """Run the step's command; returns its part of the report, and adds to what is wrong."""
        status, result = self._laptop.call(keys["call"], self._let_pass)
        # A command that fails is a failure, unless the step says what it is to give.
        wanted = keys.get("status", status if "result" in keys else 0)
        if status != wanted:
            wrong.append(f"status is {status}, expected {wanted}")
        if "result" in keys:
            wrong += differences(keys["result"], result, "result")
        return {"result": result, "status": status}

    def _take_picture(self, path: Path) -> None:
        with writing("--shots", path):
            path.parent.mkdir(parents=True, exist_ok=True)
            self._device.screenshot().save(path, optimize=False)

    def _falls(self) -> list[str]:
        """Crashes and faults of the firmware since the last step."""
        device, wrong = self._device, []
        if device.crash and device.crash is not self._crash:
            self._crash = device.crash
            wrong.append(f"the firmware crashed: {device.crash.splitlines()[-1]}")
        for fault in device.faults[self._faults :]:
            wrong.append(f"the firmware restarted after a fault: {fault.splitlines()[-1]}")
        self._faults = len(device.faults)
        return wrong
