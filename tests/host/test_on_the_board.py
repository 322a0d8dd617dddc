"""Commands against the real firmware on the virtual board."""

import importlib.util
import io
import json

import pytest
from support.buttons import Buttons

from buzzglass import cli

if importlib.util.find_spec("micropython_unix") is None:
    pytest.skip("the virtual board is not installed", allow_module_level=True)

from virtual_board.board.transport import VirtualTransport


@pytest.fixture
def run(board, tmp_path):
    def call(*argv):
        out = io.StringIO()
        status = cli.main(
            [*argv, "--json"],
            transport_factory=lambda port: VirtualTransport(
                board, first_id=board.now_us // 1000 & 0xFFFF
            ),  # fmt: skip
            data_dir=tmp_path / "data",
            clock=lambda: 1700000000.0,
            out=out,
        )
        return status, json.loads(out.getvalue()) if out.getvalue() else None

    return call


def test_a_game_from_deck_to_history(run, board, tmp_path, capsys):
    status, info = run("info")
    assert status == 0 and info["protocol"] == 2
    status, loaded = run("deck", "load", "noms-fr")
    assert status == 0 and loaded["cards"] == 60
    assert loaded["seconds"] < 20
    assert run("deck", "list")[1][0]["name"] == "noms-fr"
    shown = run("deck", "show", "noms-fr")[1]["cards"]
    assert shown[0]["yellow"] == "Astérix" and len(shown) == 60
    status, game = run(
        *"new --edition fr --players Ann,Éva,Cid,Dee --deck noms-fr --cards 1 --no-draft".split()
    )
    assert status == 0
    state = run("status")[1]
    assert state["phase"] == "ready" and state["game_id"] == game["game_id"]
    assert state["players"][1]["name"] == "Éva"
    buttons = Buttons(board)
    buttons.press(*["start", "got", "start", "start"] * 2, gap_s=1)
    assert run("sync")[1] == {
        "new": 1, "updated": 0, "unchanged": 0, "games": [game["game_id"]]
    }  # fmt: skip
    buttons.press("start", "got", "start", "start", gap_s=1)
    scores = run("scores")[1]
    assert scores["phase"] == "game_over" and scores["winners"]
    assert run("sync")[1]["updated"] == 1
    assert run("sync")[1]["unchanged"] == 1
    (entry,) = run("history")[1]
    assert entry["finished"] and entry["winners"] == scores["winners"]
    assert entry["teams"] == scores["teams"] and entry["players"] == scores["players"]
    assert capsys.readouterr().err == ""


def test_what_the_device_refuses(run, capsys):
    for argv in (
        ["deck", "remove", "nope"],
        ["new", "--players", "Ann,Bob"],
        ["new", "--players", "Ann,Bob,Cid,Dee", "--deck", "nope"],
        ["settings", "set", "turn_s", "5"],
        ["deck", "show", "nope"],
    ):
        assert run(*argv) == (1, None)
        text = capsys.readouterr().err
        assert len(text) > 20 and text.count("\n") == 1


def test_settings_are_kept(run, board):
    assert run("settings", "set", "turn_s", "45") == (0, {"turn_s": 45})
    board.power_off()
    board.power_on()
    board.run_until(board.now_us + 1_000_000)
    assert run("settings", "get", "turn_s") == (0, {"turn_s": 45})
