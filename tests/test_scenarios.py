"""Every scenario under tests/scenarios is played on the virtual device."""

import io
import json
from pathlib import Path

import pytest

from virtual_board import scenario

FILES = sorted((Path(__file__).parent / "scenarios").glob("*.jsonl"))


WRAP = 2**30


def play(path, **options):
    lines = io.StringIO()
    status = scenario.run(path, json_out=lines, **options)
    return status, [json.loads(line) for line in lines.getvalue().splitlines()]


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_scenario(path):
    status, steps = play(path)
    assert not [step for step in steps if "failed" in step]
    assert status == 0
    # Compiled, and with the board's clock about to start again from 0: not a digit differs.
    assert play(path, mpy=True, ticks_start=WRAP - 15_000) == (status, steps)
