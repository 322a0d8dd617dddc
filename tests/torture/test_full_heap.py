"""The journal on a heap that is full at any of its calls: tried again, it has every event once."""

import os
import sys
from pathlib import Path

import pytest
from support import board_modules  # noqa: F401, I001  the firmware needs it

from glass import registry
from glass.games.events import LEFT, PAUSE, RESUME, START, TICK
from glass.games.session import Session
from glass.store import files, games, journal, replay
from glass.store.in_pieces import due
from glass.store.restore import restored
from glass.version import VERSION

FILES = ("journal.py", "in_pieces.py", "event_record.py")  # whose calls fail
# To write and close an open file, and to remove one: on a board these need no memory.
NEED_NONE = ("write", "__exit__", "remove")
SETUP = {"game": "timer", "turn_s": 60, "deck": None, "deal": None}
# What happens between one save and the next; the checkpoints in a row are one on flash.
SAVES = [[(kind, value, "") for kind, value in events] for events in (
    [(START, 60000)],
    [(TICK, 55400)],
    [(TICK, 50800)],
    [(PAUSE, 49000), (RESUME, 49000), (TICK, 44400)],
    [(TICK, 39800), (PAUSE, 38000)],
    [(RESUME, 38000)],
    [(PAUSE, 30000)],
    [(RESUME, 30000), (TICK, 16384)],
    [(TICK, 16383)],
    [(PAUSE, 9000)],
    [(LEFT, 0)],
)]  # fmt: skip


class FullHeap:
    """`with FullHeap(n):` the n-th call that FILES make fails; `left` is 0 once it did."""

    def __init__(self, nth):
        self.left = nth

    def __enter__(self):
        sys.setprofile(self._called)

    def __exit__(self, *_error):
        sys.setprofile(None)

    def _called(self, frame, event, function):
        if event == "call":
            caller, name = frame.f_back, frame.f_code.co_name
        elif event == "c_call":
            caller, name = frame, function.__name__
        else:
            return
        if Path(caller.f_code.co_filename).name in FILES and name not in NEED_NONE and self.left:
            self.left -= 1
            if not self.left:
                raise MemoryError


@pytest.fixture
def begun(tmp_path, monkeypatch):
    """begun() begins another game: (its journal, its session)."""
    monkeypatch.setattr(games, "ROOT", str(tmp_path / "games"))
    monkeypatch.setattr(files, "TEMPORARY", str(tmp_path / "temporary"))
    monkeypatch.setattr(files, "names", lambda folder: sorted(os.listdir(folder)))
    monkeypatch.setattr(journal, "SEGMENT_BYTES", 16)
    numbers = iter(range(1000))

    def begin():
        setup = dict(SETUP, game_id=f"{next(numbers):05}-00000000")
        kept = journal.Journal(setup["game_id"])
        kept.create(setup)
        return kept, Session(setup, registry.rules_of(setup))

    return begin


def newest_ticks(events):
    """Without the checkpoints that another one follows at once."""
    kinds = [event[0] for event in events]
    return [event for at, event in enumerate(events) if kinds[at : at + 2] != [TICK, TICK]]


def on_flash(kept):
    """The events that a start finds."""
    return newest_ticks(list(replay.read(journal.Journal(kept.ident))[1]))


def save(kept, waiting):
    """A pass of the main loop that puts what waits on flash."""
    while waiting:
        kept.add(*waiting[0])
        waiting.pop(0)
    kept.save()


def test_every_event_is_kept_once(begun):
    failed = 0
    for nth in range(1, 1000):
        heap, (kept, _) = FullHeap(nth), begun()
        saved = []
        for events in SAVES:
            waiting = list(events)
            try:
                with heap:
                    save(kept, waiting)
            except MemoryError:
                failed += 1
                assert kept.due or waiting  # so that nothing is shown
                parts = [newest_ticks(saved + events[:n]) for n in range(len(events) + 1)]
                assert on_flash(kept) in parts
                save(kept, waiting)
            assert not kept.due and not kept.unsaved
            saved += events
            assert on_flash(kept) == newest_ticks(saved)
        if heap.left:
            break
    assert failed == nth - 1 > 100


def compact(kept, session):
    """Write the journal anew, whether it is long or not."""
    kept.outdated = True
    for _ in due(session, kept, VERSION):
        pass


def test_a_compacted_journal_goes_on(begun):
    failed = 0
    for nth in range(1, 1000):
        heap, (kept, session) = FullHeap(nth), begun()
        for kind, value, text in sum(SAVES, [])[:-1]:
            session.apply(kind, value, text)
            kept.add(kind, value, text)
        kept.save()
        try:
            with heap:
                compact(kept, session)
        except MemoryError:
            failed += 1
        session.apply(RESUME, 9000)
        kept.add(RESUME, 9000)
        kept.save()
        assert kept.first in (0, kept.segment)
        _, found = restored(kept.ident, registry.rules_of, VERSION)
        assert found.state() == session.state()
        if heap.left:
            break
    assert failed == nth - 1 > 20
