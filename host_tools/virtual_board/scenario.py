"""Plays a scenario file (JSON Lines) on the virtual device and reports every step."""

from __future__ import annotations

import contextlib
import heapq
import io
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

from virtual_board import wav as sound
from virtual_board.choose import NoRow, Walk
from virtual_board.device import BoardError, VirtualDevice
from virtual_board.steps import PRESS_US, PRESSES_US, BadScenario, Step, check_panel, parse
from virtual_board.transport import VirtualTransport

BOARDS = ("pico", "pico_w", "pico2", "esp32", "esp32_s3")
READY_US = 1_000_000  # from power-on until the set-up is sent
EPOCH_S = 1_767_225_600  # the laptop's clock at power-on: 2026-01-01, the same on every run
STATE_ORDER = (
    "game", "game_id", "edition", "phase", "round", "turn", "team", "speaker", "speaker_name",
    "remaining_ms", "deck", "aside", "card", "this_turn", "teams", "players", "winners", "events",
)  # fmt: skip


def differences(want: Any, got: Any, where: str = "") -> list[str]:
    """What of `want` is not in `got`: objects compare as subsets, lists element by element."""
    here = where or "it"
    if isinstance(want, dict) and isinstance(got, dict):
        out = []
        for key, value in want.items():
            path = f"{where}.{key}" if where else key
            if key in got:
                out += differences(value, got[key], path)
            else:
                out.append(f"{path} is missing, expected {json.dumps(value, ensure_ascii=False)}")
        return out
    if isinstance(want, list) and isinstance(got, list):
        if len(want) != len(got):
            return [f"{here} has {len(got)} elements, expected {len(want)}"]
        out = []
        for index, (one, other) in enumerate(zip(want, got, strict=True)):
            out += differences(one, other, f"{where}[{index}]")
        return out
    same = want == got and isinstance(want, bool) == isinstance(got, bool)
    if same:
        return []
    shown = (json.dumps(value, ensure_ascii=False) for value in (got, want))
    return ["{} is {}, expected {}".format(here, *shown)]


def _in_order(state: dict[str, Any] | None) -> dict[str, Any] | None:
    if state is None:
        return None
    keys = [key for key in STATE_ORDER if key in state]
    return {key: state[key] for key in keys + sorted(set(state) - set(keys))}


class Player:
    """Plays checked steps on a device."""

    def __init__(
        self, folder: Path, steps: list[Step], device: VirtualDevice, json_out: TextIO | None,
        shots: Path | None, trace: TextIO | None,
    ) -> None:  # fmt: skip
        self.folder, self.steps, self.device = folder, steps, device
        self.json_out, self.shots, self.trace = json_out, shots, trace
        self.zero_us = 0
        self.started = False
        self.failed = 0
        self.notes: list[tuple[float, int, int]] = []
        self._calls = 0
        self._late: list[Step] = []
        self._due: list[tuple[int, int, Step]] = []
        self._placed = 0  # how many of the steps have their time
        self._walks: dict[int, Walk] = {}  # line of a "choose": how far it is
        self._printed = 0
        self._crash: str | None = None
        self._faults = 0
        device.trace = self._log

    # -- the set-up ------------------------------------------------------------------------------

    def set_up(self, setup: dict[str, Any], line: int) -> None:
        """Load the deck, send the set-up, and begin to count. Raises BadScenario."""
        from buzzglass import deck_files
        from buzzglass.client import Client
        from buzzglass.commands.deck import load_deck
        from buzzglass.commands.game import new_game
        from buzzglass.errors import ToolError
        from buzzglass.tool import Tool

        self.device.power_on()
        self.device.run_until(READY_US)
        setup = {key: value for key, value in setup.items() if key not in ("board", "oled")}
        try:
            client = Client(VirtualTransport(self.device))
            client.hello(self._clock_s())
            if setup.get("deck") is not None:
                if not isinstance(setup["deck"], str) or not setup["deck"]:
                    raise BadScenario(line, '"deck" must be the name of a deck file.')
                path = self.folder / setup["deck"]
                sample = deck_files.SAMPLES / f"{setup['deck']}.csv"
                if not os.path.isfile(path) and os.path.isfile(sample):
                    path = sample
                deck = deck_files.parse_deck(path)
                tool = Tool(out=io.StringIO(), clock=self.clock, as_json=True)
                setup["deck"] = load_deck(client, tool, deck)["name"]
            if setup.get("game", "") is not None:  # null: the device stays at its menu
                new_game(client, setup)
        except ToolError as error:
            raise BadScenario(line, str(error))
        self.zero_us = -(-self.device.now_us // 1000) * 1000
        self.started = True
        self._schedule_known()

    def _schedule_known(self) -> None:
        """Schedule the steps up to the first whose time depends on a "choose" not yet done."""
        while self._placed < len(self.steps):
            step = self.steps[self._placed]
            step.place(self.steps[self._placed - 1] if self._placed else None)
            if step.at_us is None:
                return
            self._schedule(step, self.zero_us + step.at_us)
            end_us = step.at_us if step.end_us is None else step.end_us
            self._await(step, self.zero_us + end_us)
            self._placed += 1

    def _await(self, step: Step, at_us: int) -> None:
        """Have `_step_due` called with the step at a time of the device."""
        heapq.heappush(self._due, (at_us, step.line, step))

    def _schedule(self, step: Step, at: int) -> None:
        device = self.device
        for us, button, down in step.edges:
            device.edge(at + us, button, down)
        if "power" in step.keys:
            device.power(at, step.keys["power"] == "on")
        if "serial" in step.keys:
            device.serial_write(step.keys["serial"].encode("latin-1"), at)
        if step.keys.get("oled") == "hang":
            device.oled_hang(at)
        elif "oled" in step.keys:
            device.oled(at, step.keys["oled"] == "plug")
        if "port" in step.keys:
            device.host_reads(at, step.keys["port"] == "read")

    def clock(self) -> float:
        """Seconds since 1970 on the laptop."""
        return EPOCH_S + self.device.now_us / 1e6

    def _clock_s(self) -> int:
        return int(self.clock())

    # -- the steps -------------------------------------------------------------------------------

    def play(self) -> None:
        """All steps, in virtual time."""
        while self._due or self._late:
            if self._late:
                self._finish(self._late.pop(0))
                continue
            at, _, step = self._due[0]
            self.device.run_until(at)
            heapq.heappop(self._due)
            self._step_due(step)
        self._print_ready()

    def _step_due(self, step: Step) -> None:
        if step.length_us is None:
            self._walk(step)
        else:
            self._finish(step)

    def _walk(self, step: Step) -> None:
        """The next press of a "choose"; the last one gives the step its end."""
        walk = self._walks.setdefault(step.line, Walk(step.keys["choose"]))
        at = -(-self.device.now_us // 1000) * 1000
        try:
            button = walk.button(self.device.state(), self.device.panel.on)
        except NoRow as error:
            step.wrong.append(str(error))
            self._end_walk(step, at)
            return
        self.device.edge(at, button, True)
        self.device.edge(at + PRESS_US, button, False)
        if button == "start":
            self._end_walk(step, at + PRESS_US)
        else:
            self._await(step, at + PRESSES_US)

    def _end_walk(self, step: Step, end_us: int) -> None:
        assert step.at_us is not None
        step.length_us = end_us - self.zero_us - step.at_us
        self._await(step, end_us)
        self._schedule_known()

    def _let_pass(self, until_us: int, stop_on_output: bool) -> None:
        """Time passes during a call: steps that fall due meanwhile are played on time."""
        while self._due and self._due[0][0] <= until_us:
            if self.device.run_until(self._due[0][0], stop_on_output):
                return
            _, _, step = heapq.heappop(self._due)
            if "call" in step.keys and step.length_us is not None:
                self._late.append(step)  # one port, one command at a time
            else:
                self._step_due(step)
        self.device.run_until(until_us, stop_on_output)

    def _finish(self, step: Step) -> None:
        keys, wrong = step.keys, step.wrong
        report: dict[str, Any] = {"t": step.t}
        result = None
        if "call" in keys:
            status, result = self._call(keys["call"])
            # A command that fails is a failure, unless the step says what it is to give.
            wanted = keys.get("status", status if "result" in keys else 0)
            if status != wanted:
                wrong.append(f"status is {status}, expected {wanted}")
            if "result" in keys:
                wrong += differences(keys["result"], result, "result")
        state = _in_order(self.device.state())
        report["state"] = state
        if "call" in keys:
            report["result"] = result
            report["status"] = status
        if "expect" in keys:
            if state is None:
                wrong.append("the device is off")
            else:
                wrong += differences(keys["expect"], state)
        if "screenshot" in keys and self.shots is not None:
            path = self.shots / keys["screenshot"]
            with _writing("--shots", path):
                path.parent.mkdir(parents=True, exist_ok=True)
                self.device.screenshot().save(path, optimize=False)
        if self.device.crash and self.device.crash is not self._crash:
            self._crash = self.device.crash
            wrong.append(f"the firmware crashed: {self._crash.splitlines()[-1]}")
        for fault in self.device.faults[self._faults :]:
            wrong.append(f"the firmware restarted after a fault: {fault.splitlines()[-1]}")
        self._faults = len(self.device.faults)
        if wrong:
            self.failed += 1
            report["failed"] = "; ".join(wrong)
            print(f"line {step.line}, t = {step.t}: {report['failed']}", file=sys.stderr)
        step.report = report
        self._print_ready()

    def _print_ready(self) -> None:
        """Print reports in the order of the file as far as they are complete."""
        while self._printed < len(self.steps):
            report = self.steps[self._printed].report
            if report is None:
                return
            if self.json_out is not None:
                self.json_out.write(json.dumps(report, ensure_ascii=False) + "\n")
                self.json_out.flush()
            self.steps[self._printed].report = {}
            self._printed += 1

    def _call(self, words: list[str]) -> tuple[int, Any]:
        """(exit status, parsed output or None) of a host command against this device."""
        from buzzglass import cli

        out = io.StringIO()
        # Each command numbers its requests elsewhere, or the device would repeat itself.
        self._calls += 1
        first_id = self._calls * 0x0400

        def connect(_port: str | None) -> VirtualTransport:
            return VirtualTransport(self.device, self._let_pass, first_id)

        # --json after the command's name, but before a "--" that ends the options.
        at = words.index("--") if "--" in words else len(words)
        argv = words[:at] + ([] if "--json" in words[:at] else ["--json"]) + words[at:]
        before = os.getcwd()
        os.chdir(self.folder)
        try:
            status = cli.main(
                argv, transport_factory=connect, data_dir=self.data_dir, clock=self.clock, out=out
            )
        finally:
            os.chdir(before)
        text = out.getvalue()
        try:
            return status, json.loads(text) if text.strip() else None
        except ValueError:
            return status, text

    data_dir = Path(".")

    # -- the hardware's log ----------------------------------------------------------------------

    def _log(self, at_us: int, what: str, more: dict[str, Any]) -> None:
        t = (at_us - self.zero_us) / 1e6
        if what == "buzzer":
            self.notes.append((at_us / 1e6, more["hz"], more["duty"]))
        if self.trace is not None and self.started:
            # Records of one span come together: what was under way before t = 0 is not told.
            if t >= 0:
                self.trace.write(json.dumps({"t": t, "what": what, **more}) + "\n")


@contextlib.contextmanager
def _writing(option: str, path: str | os.PathLike[str]) -> Iterator[None]:
    """Turn what keeps a file from being written into a sentence."""
    try:
        yield
    except OSError as error:
        raise BoardError(f"Cannot write {path} ({error.strerror}): name another with {option}.")


def run(
    path: str | os.PathLike[str],
    *,
    json_out: TextIO | None = None,
    shots: str | os.PathLike[str] | None = None,
    wav: str | os.PathLike[str] | None = None,
    trace: str | os.PathLike[str] | None = None,
    mpy: bool = False,
    ticks_start: int = 0,
) -> int:
    """Play the scenario; returns the exit status: 0, 1 if a step failed, 2 if it is none.

    json_out: where a JSON line a step goes. shots: folder for screenshots. wav, trace: files.
    mpy: compiled firmware. ticks_start: what the board's ticks_ms shows at power-up.
    """
    path = Path(path).resolve()
    line = 1
    try:
        try:
            text = path.read_bytes().decode("utf-8-sig")
        except OSError as error:
            print(f"Cannot read {path} ({error.strerror}): check its name.", file=sys.stderr)
            return 2
        except UnicodeDecodeError as error:
            line = error.object[: error.start].count(b"\n") + 1
            raise BadScenario(line, "this is not UTF-8: save the file as UTF-8.")
        line, setup, steps = parse(text)
        board = setup.get("board", BOARDS[0])
        if board not in BOARDS:
            raise BadScenario(line, f'"board" must be one of {", ".join(BOARDS)}.')
        panel = check_panel(setup.get("oled", {}), line)
        with contextlib.ExitStack() as stack:
            flash = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "flash.bin"
            try:
                device = VirtualDevice(flash, mpy=mpy, board=board, ticks_start=ticks_start,
                                       **panel)  # fmt: skip
            except BoardError as error:
                if board != BOARDS[0]:
                    raise BadScenario(line, str(error))
                raise
            trace_out = None
            if trace is not None:
                with _writing("--trace", trace):
                    trace_out = open(trace, "w", encoding="utf-8", newline="\n")
                stack.enter_context(trace_out)
            stack.callback(device.close)
            folder = Path(shots).resolve() if shots is not None else None
            if folder:
                with _writing("--shots", folder):
                    folder.mkdir(parents=True, exist_ok=True)
            player = Player(path.parent, steps, device, json_out, folder, trace_out)
            player.data_dir = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            device_sound = os.path.abspath(wav) if wav is not None else None
            if device_sound:
                with _writing("--wav", device_sound):
                    open(device_sound, "wb").close()
            player.set_up(setup, line)
            player.play()
            device.trace = None
            if device_sound:
                zero = player.zero_us / 1e6
                notes = [(t - zero, hz, duty) for t, hz, duty in player.notes]
                with _writing("--wav", device_sound):
                    sound.save(device_sound, notes, device.now_us / 1e6 - zero)
    except BadScenario as error:
        print(f"{path.name}, line {error.line}: {error}", file=sys.stderr)
        return 2
    except BoardError as error:
        print(error, file=sys.stderr)
        return 1
    except BrokenPipeError:
        raise
    except OSError as error:
        print(f"A file cannot be used: {error.strerror} ({error.filename}).", file=sys.stderr)
        return 1
    if json_out is None:
        count = "1 step" if len(steps) == 1 else f"{len(steps)} steps"
        print(f"{count}, {player.failed} failed.", file=sys.stderr)
    return 1 if player.failed else 0
