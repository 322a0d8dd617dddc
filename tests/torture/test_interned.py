"""Nothing that comes from outside stays in MicroPython's table of names."""

import importlib.util
import re

import pytest

if importlib.util.find_spec("micropython_unix") is None:
    pytest.skip("the virtual board is not installed", allow_module_level=True)

import torture


def test_decks_names_and_requests_leave_no_names_behind():
    _, text = torture.micropython("interned.py")
    found = re.findall(r"^(begin|letters|requests)\n.*n_qstr=(\d+)", text, re.MULTILINE)
    assert [stage for stage, _ in found] == ["begin", "letters", "requests"], text[-2000:]
    assert len({count for _, count in found}) == 1, found
