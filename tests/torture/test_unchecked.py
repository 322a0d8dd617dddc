"""The check-up of the files on flash begins after the first picture; what is used before that is
checked first."""

import importlib.util

import pytest

if importlib.util.find_spec("micropython_unix") is None:
    pytest.skip("the virtual board is not installed", allow_module_level=True)

import torture


def test_what_is_used_at_once_is_checked_before():
    lines, text = torture.micropython("unchecked.py")
    assert lines, text[-2000:]
    assert not lines[-1]["faults"], text[-2000:]
    assert lines[-1]["aside"] == ["play_again", "form", "new_game", "abandon"]
