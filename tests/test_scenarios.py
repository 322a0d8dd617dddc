"""Every scenario under tests/scenarios is played on the virtual device."""

from pathlib import Path

import pytest
from support import scenes

from virtual_board.measure import heap

FILES = sorted((Path(__file__).parent / "scenarios").glob("*.jsonl"))


WRAP = 2**30


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_scenario(path):
    status, steps = scenes.play(path)
    assert not [step for step in steps if "failed" in step]
    assert status == 0
    # Compiled, and with the board's clock about to start again from 0: not a digit differs, and
    # at every step there is RAM to spare.
    with heap.watched() as watch:
        assert scenes.play(path, mpy=True, ticks_start=WRAP - 15_000) == (status, steps)
    assert watch.least_wk >= heap.SPARE_WK
