"""The MicroPython process of the virtual device (vm.py in it), and the pipe to it."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

VM = Path(__file__).resolve().parent / "vm.py"
HEAD = struct.Struct("<BQIIH")


class Record(NamedTuple):
    """One message of the stand-ins: vm.py and standins/hw.py describe the kinds. After one with a
    capital letter the process waits for commands."""

    kind: str
    at_us: int
    a: int
    b: int
    data: bytes


class Process:
    """One power-up: it lives until `end`."""

    def __init__(self, heap: str, standins: Path, arguments: list[str]) -> None:
        """heap: MicroPython's heapsize. arguments: vm.py's, from the flash image on."""
        to_vm, from_host = os.pipe()
        to_host, from_vm = os.pipe()
        compiled = (standins / "vm.mpy").exists()
        program = ["-m", "vm"] if compiled else [str(VM)]
        command = [
            sys.executable, "-m", "micropython_unix", "-X", f"heapsize={heap}",
            *program, str(standins), str(to_vm), str(from_vm), *arguments,
        ]  # fmt: skip
        self._printed = tempfile.TemporaryFile()
        self._process = subprocess.Popen(
            command,
            env={**os.environ, "MICROPYPATH": f"{standins}:.frozen"},
            pass_fds=(to_vm, from_vm),
            stdin=subprocess.DEVNULL,
            stdout=self._printed,
            stderr=self._printed,
        )
        os.close(to_vm)
        os.close(from_vm)
        self._commands = os.fdopen(from_host, "wb", 0)
        self._records = os.fdopen(to_host, "rb", 65536)

    def send(self, commands: str) -> None:
        """Commands, a line each; nothing happens if the process has ended."""
        try:
            self._commands.write(commands.encode())
        except OSError:
            pass

    def read(self) -> Record | None:
        """The next record; None if the process has ended."""
        head = self._records.read(HEAD.size)
        if len(head) < HEAD.size:
            return None
        code, at_us, a, b, size = HEAD.unpack(head)
        return Record(chr(code), at_us, a, b, self._records.read(size) if size else b"")

    def printed(self) -> str:
        """What it has printed, such as the traceback of a crash."""
        self._printed.seek(0)
        return self._printed.read().decode(errors="replace").strip()

    def wait_for_its_end(self) -> None:
        """Wait up to 0.2 s for a process that is ending, so that it can print why."""
        try:
            self._process.wait(0.2)
        except subprocess.TimeoutExpired:
            pass

    def kill(self) -> None:
        """End it while another thread waits for it, as in a hang."""
        self._process.kill()

    def end(self) -> None:
        """End it at once, and close its pipes."""
        self._process.kill()
        self._process.wait()
        self._commands.close()
        self._records.close()
        self._printed.close()
