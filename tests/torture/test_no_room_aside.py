"""A part of a game's events is damaged, and the flash is too full to move it into quarantine."""

import os

import pytest
from support import board_modules  # noqa: F401, I001  the firmware needs it

from glass.games.events import PAUSE, RESUME, START
from glass.store import files, games, journal, quarantine, replay

SETUP = {"game": "timer", "turn_s": 60, "deck": None, "deal": None}


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """The journal of a game of five segments, an event each."""
    monkeypatch.setattr(games, "ROOT", str(tmp_path / "games"))
    monkeypatch.setattr(files, "TEMPORARY", str(tmp_path / "temporary"))
    monkeypatch.setattr(files, "names", lambda folder: sorted(os.listdir(folder)))
    monkeypatch.setattr(quarantine, "ROOT", str(tmp_path / "aside"))
    monkeypatch.setattr(journal, "SEGMENT_BYTES", 1)
    kept = journal.Journal("00000-00000000")
    kept.create(SETUP)
    play(kept, [(START, 60000), (PAUSE, 50000), (RESUME, 50000), (PAUSE, 40000), (RESUME, 40000)])
    assert len(games.segments(kept.folder)) == 5
    return kept


def play(kept, events):
    for event in events:
        kept.add(*event)
        kept.save()
    assert not kept.unsaved


def on_flash(kept):
    """(the journal that a start goes on with, the events it finds)."""
    found = journal.Journal(kept.ident)
    return found, [(kind, value) for kind, value, _ in replay.read(found)[1]]


@pytest.mark.parametrize("full", [True, False])
@pytest.mark.parametrize("damaged", range(5))
def test_older_events_never_come_after_newer_ones(kept, monkeypatch, full, damaged):
    def move(_path):
        raise OSError(28)

    if full:
        monkeypatch.setattr(quarantine, "_move", move)
    else:
        monkeypatch.setattr(quarantine, "_drop_oldest", lambda: None)
    before = on_flash(kept)[1]
    with open(kept.path(games_first(kept) + damaged), "r+b") as file:
        file.write(b"\xff\xff")
    going_on, events = on_flash(kept)
    assert events == before[:damaged]
    play(going_on, [(PAUSE, 3000)])
    assert on_flash(going_on)[1] == before[:damaged] + [(PAUSE, 3000)]


def games_first(kept):
    """The number of its first segment."""
    return int(games.segments(kept.folder)[0])
