"""The promise of RAM: any game in what every board has, with room to spare at the worst moment."""

import io
import json

from buzzglass import cli
from virtual_board.board import device
from virtual_board.measure import heap
from virtual_board.scenario.run import run_scenario


def play(folder, lines):
    path = folder / "game.jsonl"
    path.write_text("\n".join(json.dumps(line) for line in lines) + "\n")
    out = io.StringIO()
    status = run_scenario(path, cli.main, json_out=out, mpy=True)
    assert status == 0, out.getvalue()[-2000:]


def test_the_virtual_board_has_the_heap_that_is_promised():
    assert device.HEAP[True] == f"{heap.BOARD_WK + heap.STANDINS_WK}wK"


def test_the_worst_game_leaves_room_at_its_worst_moment(tmp_path):
    with heap.watched() as watch:
        play(tmp_path, heap.worst_game(tmp_path))
    assert heap.SPARE_WK <= watch.least_wk < heap.BOARD_WK, watch.least_wk


def test_the_watch_notices_what_is_held(tmp_path, monkeypatch):
    """In a smaller heap the same game leaves less, and the watch says so."""
    monkeypatch.setitem(device.HEAP, True, f"{heap.BOARD_WK + heap.STANDINS_WK - 4}wK")
    lines = heap.worst_game(tmp_path)[:20]
    with heap.watched() as small:
        play(tmp_path, lines)
    monkeypatch.undo()
    with heap.watched() as large:
        play(tmp_path, lines)
    assert 3.5 < large.least_wk - small.least_wk < 4.5
