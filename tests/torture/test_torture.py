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


@pytest.mark.slow
def test_every_file_damaged():
    """Every file cut short, zeroed, overwritten with noise, of a newer or an older format: it is
    set aside with a word, and the device plays on."""
    lines, text = torture.micropython("damage.py")
    assert lines, text[-2000:]
    assert not lines[-1]["faults"], lines[-1]["faults"][0]
    assert lines[-1]["damaged"] > 150
    # What only its use finds: bytes in the middle of older games, and of decks not in play.
    assert all(path.endswith((".game", ".deck")) for path in lines[-1]["harmless"])


@pytest.mark.slow
def test_a_full_flash():
    """Nothing old is lost, and one can play: on a full flash, on FAT, on none."""
    lines, text = torture.micropython("full.py")
    assert lines, text[-2000:]
    assert not lines[-1]["faults"], lines[-1]["faults"][0]
    assert lines[-1]["tried"] > 15
