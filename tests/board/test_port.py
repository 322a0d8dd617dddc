"""The serial port's two kinds: USB, and a UART behind a USB chip; and hosts that do not read."""

import json
from pathlib import Path

import pytest
from support import scenes
from support.scenes import Scene

from virtual_board.board.device import UART_BYTE_US, VirtualDevice
from virtual_board.measure import latency

FAKE = Path(__file__).parent / "fake_firmware"
GAME = {"game": "timesup", "edition": "fr", "players": ["Ann", "Bob", "Cid", "Dee"], "seed": 7,
        "deck": "cards.txt", "cards": 200, "draft": False, "order": "file"}  # fmt: skip


def play(tmp_path, scene, **setup):
    (tmp_path / "cards.txt").write_text("\n".join(f"Person Number {n}" for n in range(250)))
    path = scenes.write(tmp_path / "game.jsonl", {**GAME, **setup}, *scene.steps)
    status, printed = scenes.play(path, trace=tmp_path / "trace")
    trace = (tmp_path / "trace").read_text().splitlines()
    return status, printed, trace


def three_turns():
    scene = Scene()
    for t in (1, 34, 67):  # when the clock starts
        scene.at(t - 0.08).press("start")
        scene.at(t + 1).press(*["got"] * 30, gap_s=0.9)
        scene.at(t + 31).press("start").expect(phase="ready")
    return scene


@pytest.mark.parametrize("board", ["pico", "esp32"])
def test_a_host_that_never_reads_costs_no_time(tmp_path, board):
    scene = three_turns().at(0.5).step(port="unread")
    scene.at(101).expect(teams=[{"total": 60}, {"total": 30}])
    scene.at(102).step(port="read").at(103).call("scores", status=0)
    status, printed, trace = play(tmp_path, scene, board=board)
    assert status == 0, printed[-1]
    records = [json.loads(line) for line in trace]
    edges = [r["t"] for r in records if r["what"] == "pin" and not r["level"]]
    sounds = [r["t"] for r in records if r["what"] == "buzzer" and r["duty"]]
    for edge in edges[1:-1]:
        assert min(s for s in sounds if s >= edge - 0.09) - edge < 0.2
    for turn in range(3):
        up = 31 + 33 * turn
        assert any(0 <= sound - up < 0.010 for sound in sounds)


def test_what_a_host_did_not_read_comes_when_it_does(tmp_path):
    scene = Scene().at(0.5).step(port="unread").at(0.92).press("start").at(2).press("got")
    scene.at(3).step(port="read").at(4).step()
    status, _, trace = play(tmp_path, scene)
    told = [(r["t"], json.loads(r["text"][8:-10])["event"])
            for r in map(json.loads, trace) if r["what"] == "serial_out"]  # fmt: skip
    assert status == 0
    assert [(round(t), event) for t, event in told] == [(3, "start"), (3, "got")]


def test_opening_the_port_resets_an_esp32(tmp_path):
    scene = Scene().at(0.92).press("start")
    scene.at(2).press("got").expect(this_turn={"got": 1}, phase="turn")
    scene.at(5).call("status", result={"phase": "paused", "this_turn": {"got": 1}})
    scene.at(8).press("start").expect(phase="turn")
    scene.at(9).press("got").expect(this_turn={"got": 2})
    status, printed, _ = play(tmp_path, scene, board="esp32")
    assert status == 0, printed
    (asked,) = [line for line in printed if "result" in line]
    left = asked["state"]["remaining_ms"]
    assert 26000 <= left <= 31000  # never less than was really left, at most 5 s more


@pytest.mark.parametrize("board", ["pico", "esp32"])
def test_an_upload_during_a_turn_arrives_whole(tmp_path, board):
    """Every press counts, whatever the flash and the line do; on an ESP32 from the first screen."""
    presses = 12
    scene = Scene().at(1).call("deck", "load", "cards.txt", "--name", "again", status=0)
    scene.at(1.4).press("start").at(2).press(*["got"] * presses)
    scene.at(8).expect(phase="turn", this_turn={"got": presses})
    scene.at(9).call("deck", "list", status=0)
    status, printed, trace = play(tmp_path, scene, board=board)
    assert status == 0, printed
    assert {deck["name"] for deck in printed[-1]["result"]} == {"cards", "again"}
    if board == "esp32":
        sent = sum(len(json.loads(line)["text"]) for line in trace if '"serial_in"' in line)
        assert printed[0]["result"]["seconds"] > sent * UART_BYTE_US / 1e6 * 0.8


@pytest.mark.parametrize("board,held", [("pico", 600), ("esp32", 259)])
def test_a_full_ring_loses_what_comes_unless_the_port_has_flow_control(tmp_path, board, held):
    """600 bytes within 52 ms, while the firmware waits for the flash for more than 90 ms."""
    device = VirtualDevice(tmp_path / "flash.bin", board=board, rom=FAKE)
    device.power_on()
    device.run_until(1_000_000)
    device.serial_write(b"f", 1_100_000)
    device.serial_write(b"x" * 600, 1_101_000)
    device.run_until(2_000_000)
    assert device.state()["text"] == "f" + "x" * held
    device.close()


def test_presses_answer_in_time_on_an_esp32_too(tmp_path):
    status, _, trace = play(tmp_path, three_turns(), board="esp32")
    assert status == 0
    found = latency.measure(trace)
    assert len(found.presses) == 90
    for what, value, _, bound in latency.report(found):
        assert value <= bound, what
