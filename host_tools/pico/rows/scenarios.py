"""Scenarios of tests/scenarios, step by step here and on the virtual board: the states must be the
same, but for what the clock reads, since an answer takes the Pico a while."""

from __future__ import annotations

import io
import json
import tempfile
from pathlib import Path
from typing import Any, cast

from buzzglass import cli
from pico.device import PicoDevice
from pico.figures import Figure
from pico.kit import ROOT
from pico.rows.run import Run
from virtual_board.board.device import VirtualDevice
from virtual_board.board.firmware import BoardError
from virtual_board.scenario.calls import Laptop
from virtual_board.scenario.player import Player
from virtual_board.scenario.reports import Reports
from virtual_board.scenario.run import run_scenario
from virtual_board.scenario.setting_up import set_up
from virtual_board.scenario.steps import BadScenario, Step, parse

FOLDER = ROOT / "tests" / "scenarios"
QUICK = ("en-peek", "undo-in-turn", "power-cut", "review-toggles")
CHOSEN = (
    *QUICK, "en-round1-foul", "fr-round1-pass-refused", "lockout", "guard", "bounce",
    "foul-held-as-clock-starts", "undo-confirmation", "carry-declined", "draft", "paper",
    "fr-round2-aside", "presses-and-bounce", "menu-timer-en", "correct-score",
)  # fmt: skip
BY_CHANCE = ("game_id", "menu")
CLOCK_MS = 600  # that the clock may have gone on before the answer


def scenarios(run: Run) -> list[Figure]:
    """How many steps are compared, and how many of them fail or differ."""
    steps, wrong = 0, list[str]()
    for name in QUICK if run.quick else CHOSEN:
        count, found = compare(FOLDER / f"{name}.jsonl", run)
        steps += count
        wrong += [f"{name}: {text}" for text in found]
    run.seen.notes += wrong
    return [
        Figure("states compared with the virtual board's", steps, ""),
        Figure("of them different", len(wrong), "", 0),
    ]


def compare(path: Path, run: Run) -> tuple[int, list[str]]:
    """(states compared, what differs in a sentence each) of one scenario."""
    wanted = io.StringIO()
    run_scenario(path, cli.main, json_out=wanted, mpy=True)
    try:
        got = play(path, run)
    except (BadScenario, BoardError) as error:
        return 0, [str(error)]
    count, wrong = 0, []
    for one, other in zip(_lines(wanted.getvalue()), _lines(got), strict=True):
        if "failed" in other:
            wrong.append(f"t = {one['t']}: {other['failed']}")
        elif other["state"] is not None:
            count += 1
            wrong += [f"t = {one['t']}: {text}" for text in differ(one["state"], other["state"])]
    return count, wrong


def play(path: Path, run: Run) -> str:
    """Play it on an emulated Pico; returns a JSON line a step. Raises BadScenario, BoardError."""
    line, setup, steps = parse(path.read_text(encoding="utf-8"))
    images = run.images
    panel = setup.get("oled", {})
    device = PicoDevice(images.kit, images.uf2, images.path("installed"), **panel)
    out = io.StringIO()
    try:
        with tempfile.TemporaryDirectory() as folder:
            laptop = Laptop(cast(VirtualDevice, device), cli.main, path.parent, Path(folder))
            zero_us = set_up(laptop, setup, line)
            Sparse(laptop, steps, Reports(steps, out), zero_us, None).play()
    finally:
        device.close()
    return out.getvalue()


class Sparse(Player):
    """Asks for the state where a step expects one: more often, and the device would be busy with
    the answers."""

    def _finish(self, step: Step) -> None:
        device = cast(PicoDevice, self._device)
        device.asks = "expect" in step.keys
        super()._finish(step)
        device.asks = True


def differ(want: Any, got: Any, where: str = "") -> list[str]:
    """What differs, a text each."""
    if isinstance(want, dict) and isinstance(got, dict):
        found = []
        for key in sorted({*want, *got} - set(BY_CHANCE)):
            one, other = want.get(key), got.get(key)
            if key == "remaining_ms" and isinstance(one, int) and isinstance(other, int):
                other = one if 0 <= one - other <= CLOCK_MS else other
            found += differ(one, other, f"{where}{key}.")
        return found
    if isinstance(want, list) and isinstance(got, list) and len(want) == len(got):
        pairs = enumerate(zip(want, got, strict=True))
        return [text for n, (a, b) in pairs for text in differ(a, b, f"{where}{n}.")]
    return [] if want == got else [f"{where[:-1]} is {got!r}, there {want!r}"]


def _lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(row) for row in text.splitlines()]
