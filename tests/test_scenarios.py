"""Every scenario under tests/scenarios is played on the virtual device."""

import io
import json
from pathlib import Path

import pytest

from virtual_board import scenario

FILES = sorted((Path(__file__).parent / "scenarios").glob("*.jsonl"))


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_scenario(path):
    lines = io.StringIO()
    status = scenario.run(path, json_out=lines)
    failed = [line for line in map(json.loads, lines.getvalue().splitlines()) if "failed" in line]
    assert not failed
    assert status == 0
