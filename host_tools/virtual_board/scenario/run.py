"""Plays a scenario file (JSON Lines) on the virtual device and reports every step."""

from __future__ import annotations

import sys
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from buzzglass.session import RunCommand
from virtual_board.board.device import VirtualDevice
from virtual_board.board.firmware import BoardError
from virtual_board.board.profiles import PROFILES
from virtual_board.scenario import wav as sound
from virtual_board.scenario.calls import Laptop
from virtual_board.scenario.player import Log, Player, writing
from virtual_board.scenario.reports import Reports
from virtual_board.scenario.setting_up import set_up
from virtual_board.scenario.steps import BadScenario, Step, parse


@dataclass
class Outputs:
    """Where what comes of a run goes; None: nowhere. Paths are resolved before a call runs."""

    json_out: TextIO | None = None
    shots: Path | None = None
    wav: Path | None = None
    trace: Path | None = None


def run_scenario(
    path: str | Path,
    command: RunCommand,
    *,
    json_out: TextIO | None = None,
    shots: str | Path | None = None,
    wav: str | Path | None = None,
    trace: str | Path | None = None,
    mpy: bool = False,
    ticks_start: int = 0,
) -> int:
    """Play the scenario; returns the exit status: 0, 1 if a step failed, 2 if it is none.

    command: runs the commands of its "call" steps, `cli.main`. json_out: where a JSON line a step
    goes. shots: folder for screenshots. wav, trace: files. mpy: compiled firmware. ticks_start:
    what the board's ticks_ms shows at power-up.
    """
    path = Path(path).resolve()
    outputs = Outputs(json_out, *map(_resolved, (shots, wav, trace)))
    try:
        data = path.read_bytes()
    except OSError as error:
        return _fail(f"Cannot read {path} ({error.strerror}): check its name.", 2)
    try:
        line, setup, steps = _parse(data)
        with ExitStack() as stack:
            device = _device(setup, line, mpy, ticks_start, stack)
            laptop = Laptop(device, command, path.parent, _folder(stack))
            failed = _play(laptop, setup, line, steps, outputs, stack)
    except BadScenario as error:
        return _fail(f"{path.name}, line {error.line}: {error}", 2)
    except BoardError as error:
        return _fail(str(error), 1)
    except BrokenPipeError:
        raise
    except OSError as error:
        return _fail(f"A file cannot be used: {error.strerror} ({error.filename}).", 1)
    if json_out is None:
        count = "1 step" if len(steps) == 1 else f"{len(steps)} steps"
        print(f"{count}, {failed} failed.", file=sys.stderr)
    return 1 if failed else 0


def _resolved(path: str | Path | None) -> Path | None:
    return None if path is None else Path(path).resolve()


def _fail(text: str, status: int) -> int:
    print(text, file=sys.stderr)
    return status


def _parse(data: bytes) -> tuple[int, dict[str, Any], list[Step]]:
    """(line of the set-up, set-up, steps) of a file's bytes. Raises BadScenario."""
    try:
        return parse(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise BadScenario(line, "this is not UTF-8: save the file as UTF-8.")


def _folder(stack: ExitStack) -> Path:
    return Path(stack.enter_context(tempfile.TemporaryDirectory()))


def _device(
    setup: dict[str, Any], line: int, mpy: bool, ticks_start: int, stack: ExitStack
) -> VirtualDevice:
    """The device that a set-up asks for. Raises BadScenario if there is none such, BoardError."""
    board = setup.get("board", "pico")
    if board not in PROFILES:
        raise BadScenario(line, f'"board" must be one of {", ".join(PROFILES)}.')
    flash = _folder(stack) / "flash.bin"
    panel = setup.get("oled", {})
    device = VirtualDevice(flash, mpy=mpy, board=board, ticks_start=ticks_start, **panel)
    stack.callback(device.close)
    return device


def _play(
    laptop: Laptop, setup: dict[str, Any], line: int, steps: list[Step], outputs: Outputs,
    stack: ExitStack,
) -> int:  # fmt: skip
    """Set up and play; returns how many steps have failed."""
    log = Log(_open(outputs, stack))
    device, reports = laptop.device, Reports(steps, outputs.json_out)
    device.trace = log.record
    try:
        zero_us = log.zero_us = set_up(laptop, setup, line)
        Player(laptop, steps, reports, zero_us, outputs.shots).play()
    finally:
        device.trace = None
    if outputs.wav:
        zero_s = zero_us / 1e6
        notes = [(t - zero_s, hz, duty) for t, hz, duty in log.notes]
        with writing("--wav", outputs.wav):
            sound.save(outputs.wav, notes, device.now_us / 1e6 - zero_s)
    return reports.failed


def _open(outputs: Outputs, stack: ExitStack) -> TextIO | None:
    """Make sure that everything can be written before it is played; returns the trace file."""
    if outputs.shots:
        with writing("--shots", outputs.shots):
            outputs.shots.mkdir(parents=True, exist_ok=True)
    if outputs.wav:
        with writing("--wav", outputs.wav):
            open(outputs.wav, "wb").close()
    if outputs.trace is None:
        return None
    with writing("--trace", outputs.trace):
        return stack.enter_context(open(outputs.trace, "w", encoding="utf-8", newline="\n"))
