"""The power is cut at flash operations of whole stories; after each cut nothing told is lost."""

import importlib.util
import json

import pytest

if importlib.util.find_spec("micropython_unix") is None:
    pytest.skip("the virtual board is not installed", allow_module_level=True)

import torture

CUTS = 5000


def test_no_cut_does_harm():
    tallies, faults = torture.torture(CUTS, noise=1)
    assert not faults, json.dumps(faults[0])[:2000]
    assert torture.total(tallies) >= CUTS
    assert len(tallies) == len(torture.SHARES)
    assert all(tally["torn"] and tally["clean"] for tally in tallies.values())
