"""The node process with the emulated board: JSON lines to it and back."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from pico.kit import KitError

SERVER = Path(__file__).resolve().parent / "emulator" / "serve.mjs"


class Emulator:
    """emulator(op, ...) has serve.mjs do something; `now` is the simulated time in ms after it."""

    def __init__(self, kit: Path) -> None:
        """kit: the folder that kit.ensure has filled."""
        self.now = 0.0
        self._process = subprocess.Popen(
            ["node", str(SERVER), str(kit)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8",
        )  # fmt: skip

    def __call__(self, op: str, **more: Any) -> Any:
        """What the op gives. Raises KitError if it fails or the process has ended."""
        process = self._process
        assert process.stdin and process.stdout
        try:
            process.stdin.write(json.dumps({"op": op, **more}) + "\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except (OSError, ValueError):  # it is gone, or closed
            line = ""
        if not line:
            raise KitError(f"The emulator ended in the middle of {op!r}: see what it printed.")
        answer = json.loads(line)
        if "err" in answer:
            raise KitError(f"The emulator failed in {op!r}: {answer['err']}")
        self.now = answer["now"]
        return answer["ok"]

    def close(self) -> None:
        """End the process."""
        process = self._process
        if process.poll() is None:
            assert process.stdin
            process.stdin.close()
            try:
                process.wait(3)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        if process.stdout:
            process.stdout.close()
