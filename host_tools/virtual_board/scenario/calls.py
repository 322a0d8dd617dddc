"""Commands of the host tool that a scenario runs against its device."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from buzzglass.session import RunCommand
from virtual_board.board.device import VirtualDevice
from virtual_board.board.transport import VirtualTransport

EPOCH_S = 1_767_225_600  # the laptop's clock at power-on: 2026-01-01, the same on every run
IDS = 0x0400  # requests that a command may number before the next one's numbers


@dataclass
class Laptop:
    """The laptop beside the device: a folder, a database and a clock that go with a run.

    run: runs a command (`cli.main`). folder: where it runs. data_dir: folder of the database.
    """

    device: VirtualDevice
    run: RunCommand
    folder: Path
    data_dir: Path
    calls: int = 0

    def clock(self) -> float:
        """Seconds since 1970."""
        return EPOCH_S + self.device.now_us / 1e6

    def call(self, words: list[str], let_pass: Callable[[int, bool], None]) -> tuple[int, Any]:
        """(exit status, what it prints as JSON, or None) of a command, with --json.

        let_pass(t_us, stop_on_output): how time goes by while the command waits.
        """
        out = io.StringIO()
        # Each command numbers its requests elsewhere, or the device would repeat itself.
        self.calls += 1
        first_id = self.calls * IDS

        def connect(_port: str | None) -> VirtualTransport:
            return VirtualTransport(self.device, let_pass, first_id)

        before = os.getcwd()
        os.chdir(self.folder)
        try:
            status = self.run(
                _with_json(words),
                transport_factory=connect, data_dir=self.data_dir, clock=self.clock, out=out,
            )  # fmt: skip
        finally:
            os.chdir(before)
        return status, _value(out.getvalue())


def _with_json(words: list[str]) -> list[str]:
    """A command with --json after its name, but before a "--" that ends the options."""
    at = words.index("--") if "--" in words else len(words)
    return words[:at] + ([] if "--json" in words[:at] else ["--json"]) + words[at:]


def _value(text: str) -> Any:
    """What a command has printed: JSON, else the text itself; None if nothing."""
    try:
        return json.loads(text) if text.strip() else None
    except ValueError:
        return text
