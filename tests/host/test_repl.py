"""The two ways into a REPL: the request `repl`, and `foul` held at power-on. mpremote works there,
no watchdog bites, and a reset brings the game back."""

import importlib.util
import io
import json
import os
import signal
import subprocess
import sys

import pytest
from support.boards import Board
from support.buttons import Buttons
from support.sim_play import ServedDevice

from buzzglass import cli
from buzzglass.device.client import Client
from buzzglass.errors import LinkError
from virtual_board.board.transport import VirtualTransport

for needed in ("micropython_unix", "aiohttp", "mpremote"):
    if importlib.util.find_spec(needed) is None:
        pytest.skip("the virtual board is not installed", allow_module_level=True)

SETUP = {"game": "timesup", "edition": "fr", "players": ["Ann", "Bob", "Cid", "Dee"], "cards": 5}


def say(board, data):
    """What the board answers within a tenth of a second."""
    board.serial_read()
    board.serial_write(data)
    board.run_until(board.now_us + 100_000)
    return board.serial_read()


def at_the_prompt(board):
    """It runs what it is told, in lines and in raw mode, and is left alone for a minute."""
    assert say(board, b"\r\x03").endswith(b">>> ")
    assert b"\r\n42\r\n" in say(board, b"print(6*7)\r")
    assert say(board, b"\x01").endswith(b"raw REPL; CTRL-B to exit\r\n>")
    assert say(board, b"x = 5\nfor n in range(2):\n print(x + n)\n\x04") == b"OK5\r\n6\r\n\x04\x04>"
    assert b"ZeroDivisionError" in say(board, b"1/0\x04")
    ups = board.power_ups
    board.run_until(board.now_us + 60_000_000)
    assert say(board, b"print(x)\x04") == b"OK5\r\n\x04\x04>" and board.power_ups == ups
    assert say(board, b"\x02").endswith(b">>> ")
    with pytest.raises(LinkError, match="the game does not run"):
        Client(VirtualTransport(board), first_id=0x9000).hello()


def back_in_the_game(board, game):
    board.serial_write(b"\r\x03\x01")
    board.serial_write(b"import machine\nmachine.reset()\x04")
    board.run_until(board.now_us + 2_000_000)
    state = Client(VirtualTransport(board), first_id=0xA000).request("status")["state"]
    assert state["game_id"] == game and state["phase"] == "ready"


def test_the_request(board):
    client = Client(VirtualTransport(board), first_id=1)
    game = client.request("new", setup=SETUP)["game_id"]
    assert client.request("repl") == {}
    board.run_until(board.now_us + 100_000)
    assert board.resets == 1  # and nobody had to say a word more
    board.run_until(board.now_us + 1_000_000)
    at_the_prompt(board)
    back_in_the_game(board, game)


def test_the_button(board):
    client = Client(VirtualTransport(board), first_id=1)
    game = client.request("new", setup=SETUP)["game_id"]
    board.power_off()
    buttons = Buttons(board).down("foul").run(0.001)
    board.power_on()
    buttons.run(1).up("foul")
    at_the_prompt(board)
    back_in_the_game(board, game)


@pytest.mark.parametrize("phase", ["peek", "turn"])
def test_no_name_stays_on_the_panel(tmp_path, phase):
    """The panel keeps its picture over a reset, and nobody draws another at the prompt."""
    board = Board(tmp_path).begin().reach(phase).run(1)
    panel = board.device.panel
    assert board.state()["card"] and panel.on and any(panel.ram)
    board.request("repl")
    board.run(1)
    assert board.device.resets == 1 and board.state() is None
    assert not panel.on and not any(panel.ram)
    say(board.device, b"\x01import machine\nmachine.reset()\x04")
    board.run(2)
    assert panel.on and any(panel.ram)
    board.device.close()


@pytest.fixture
def doctor(board, tmp_path):
    """doctor(option, ...) -> (status, JSON, the texts of its problems)."""
    first_ids = iter(range(0x1000, 0x9000, 0x1000))

    def call(*options):
        out = io.StringIO()
        status = cli.main(
            ["doctor", "--json", *options],
            transport_factory=lambda port: VirtualTransport(board, first_id=next(first_ids)),
            data_dir=tmp_path, out=out,
        )  # fmt: skip
        found = json.loads(out.getvalue())
        problems = [one["text"] for one in found["findings"] if one["level"] == "problem"]
        assert status == bool(problems)
        return status, found, problems

    return call


def put_on_flash(board, path, text):
    """Write a file from the REPL, then start the game again."""
    Client(VirtualTransport(board), first_id=1).request("repl")
    board.run_until(board.now_us + 100_000)
    assert board.resets == 1  # and nobody had to say a word more
    board.run_until(board.now_us + 1_000_000)
    say(board, b"\x01")
    code = "import os\ntry:\n os.mkdir('/crashes')\nexcept OSError:\n pass\n"
    code += f"file = open({path!r}, 'w')\nw = file.write({text!r})\nfile.close()\n\x04"
    assert say(board, code.encode()) == b"OK\x04\x04>"
    say(board, b"import machine\nmachine.reset()\x04")
    board.run_until(board.now_us + 2_000_000)


def test_doctor_finds_a_crash_report_and_takes_it_off(board, doctor, tmp_path):
    text = "1700000000\nin turn\nTraceback (most recent call last):\nValueError: bad card"
    put_on_flash(board, "/crashes/00001", text)
    _, found, (problem,) = doctor("--save", str(tmp_path / "kept"), "--clear")
    assert problem.endswith("ValueError: bad card")
    assert found["crashes"][0]["at"] == "2023-11-14T22:13:20+00:00"
    assert "bad card" in (tmp_path / "kept" / "device.json").read_text()
    assert doctor()[0] == 0


def test_doctor_finds_a_file_set_aside_and_takes_it_off(board, doctor, tmp_path):
    damaged = "{no settings" * 30
    put_on_flash(board, "/settings.json", damaged)
    _, found, (problem,) = doctor("--save", str(tmp_path / "kept"), "--clear")
    assert "damaged" in problem and found["aside"][0]["bytes"] == len(damaged)
    kept = [path.read_bytes() for path in (tmp_path / "kept").glob("aside-*")]
    assert kept == [damaged.encode()]
    assert doctor()[0] == 0


def test_mpremote_itself(tmp_path):
    table = ServedDevice(tmp_path / "flash.bin")
    if table.pty is None:
        table.close()
        pytest.skip("there are no ptys here")
    try:
        game = table.run("new", "--players", "Ann,Bob,Cid,Dee", port=table.pty)["game_id"]
        assert table.client.request("repl") == {}

        def mpremote(*words):
            command = [sys.executable, "-m", "mpremote", "connect", table.pty, *words]
            done = subprocess.run(command, capture_output=True, text=True, timeout=120)
            assert done.returncode == 0, done.stderr + done.stdout
            return done.stdout

        assert mpremote("exec", "print(6*7)").split() == ["42"]
        (tmp_path / "note.txt").write_text("é" * 700)
        mpremote("fs", "cp", str(tmp_path / "note.txt"), ":note.txt")
        listed = mpremote("fs", "ls", ":")
        assert "1400 note.txt" in listed and "games/" in listed
        assert mpremote("fs", "cat", ":note.txt") == "é" * 700
        mpremote("fs", "rm", ":note.txt")
        mpremote("reset")
        assert table.run("status", port=table.pty)["game_id"] == game
        assert table.end(signal.SIGINT)[0] == 0
    finally:
        table.close()
    assert os.path.exists(tmp_path / "flash.bin")
