"""Days go by: a time stamp is right for 6.2 days, and the same ticks come again after 12.4."""

import importlib.util

import pytest

if importlib.util.find_spec("micropython_unix") is None:
    pytest.skip("the virtual board is not installed", allow_module_level=True)

import torture

PHASES = {"menu", "draft", "ready", "peek", "paused", "review", "round_over", "carry", "game_over",
          "time_up"}  # fmt: skip


def left_alone(days):
    """The device is left alone in every phase, then played on; returns the faults."""
    lines, text = torture.micropython("stamps.py", days)
    assert lines, text[-2000:]
    assert set(lines[-1]["phases"]) == PHASES
    return lines[-1]["faults"]


@pytest.mark.parametrize("days", [6.3, 9, 11])
def test_days_change_nothing(days):
    """Judging, the panel's light, a panel that comes back and the date are as they were."""
    assert not left_alone(days)


def test_no_stamp_grows_old():
    """Where all stamps are young, none can be taken for one that is still to come."""
    assert not left_alone(0)
