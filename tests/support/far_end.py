"""The firmware's Link in a MicroPython process, and a wire to it that damages bytes."""

import os
import subprocess
import sys
from pathlib import Path


class FarEnd:
    """The board's Link (link_far_end.py) in a MicroPython of its own."""

    def __init__(self):
        here = Path(__file__).resolve().parent
        path = f"{here.parents[1] / 'firmware'}:{here.parent}:.frozen"
        self._process = subprocess.Popen(
            [sys.executable, "-m", "micropython_unix", "-X", "heapsize=96wK",
             str(here / "link_far_end.py")],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
            env={**os.environ, "MICROPYPATH": path},
        )  # fmt: skip

    def ask(self, *words):
        """One line of the program's answers."""
        self._process.stdin.write(" ".join(map(str, words)) + "\n")
        return self._process.stdout.readline().rstrip("\n")

    def do(self, *words):
        """(bytes sent, requests done so far, most messages that ever waited)."""
        sent, done, most = self.ask(*words).split(" ")
        return bytes.fromhex(sent), int(done), int(most)

    def close(self):
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()


def changed(data, fault, at):
    """`data` with its byte `at` lost, doubled, changed, or swapped with the next."""
    one, rest = data[at : at + 1], data[at + 1 :]
    if fault == "lost":
        one = b""
    elif fault == "doubled":
        one += one
    elif fault == "changed":
        one = bytes([one[0] ^ 4])
    elif rest:
        one, rest = rest[:1] + one, rest[1:]
    return data[:at] + one + rest


class FarWire:
    """A transport to a FarEnd. `fault` is (name, "out" or "in", position in that stream)."""

    def __init__(self, far, fault=None):
        self.far, self.time, self.fault = far, 0.0, fault
        self.count = {"out": 0, "in": 0}
        self.written = b""
        self._waiting = b""

    def _pass(self, data, direction):
        start = self.count[direction]
        self.count[direction] += len(data)
        if self.fault and self.fault[1] == direction:
            at = self.fault[2] - start
            if 0 <= at < len(data):
                return changed(data, self.fault[0], at)
        return data

    def write(self, data):
        self.written += data
        sent, _, _ = self.far.do("in", self._pass(data, "out").hex())
        self._waiting += self._pass(sent, "in")

    def read(self, timeout_s):
        self.time += 0.001 if self._waiting else timeout_s
        data, self._waiting = self._waiting[:64], self._waiting[64:]
        return data

    def now(self):
        return self.time

    def close(self):
        pass
