"""What the project promises of the whole: the same bytes on every run, and RAM to spare."""

import io
from pathlib import Path

from support import scenes
from support.buttons import Buttons
from support.scenes import Scene

from buzzglass import __version__, cli
from buzzglass.decks import packing
from buzzglass.device.client import Client
from buzzglass.device.upload import upload_deck
from glass.version import VERSION
from virtual_board.board import device
from virtual_board.board.transport import VirtualTransport
from virtual_board.scenario.run import run_scenario

ROOT = Path(__file__).resolve().parent.parent
DEMO = ROOT / "tests" / "scenarios" / "demo.jsonl"


def play(path, **options):
    out = io.StringIO()
    status = run_scenario(path, cli.main, json_out=out, **options)
    return status, out.getvalue()


def test_the_same_scenario_gives_the_same_bytes(tmp_path):
    runs = []
    for name in ("one", "two"):
        trace = tmp_path / f"{name}.jsonl"
        status, lines = play(DEMO, trace=str(trace))
        assert status == 0
        runs.append((lines, trace.read_bytes()))
    assert runs[0] == runs[1]
    assert len(runs[0][1]) > 10000


def big_deck(tmp_path, cards):
    rows = [f"Yellow Person {n},Blue Person {n}" for n in range(cards)]
    (tmp_path / "big.csv").write_text("\n".join(["yellow,blue", *rows]) + "\n")


def test_a_whole_deck_can_be_in_play(tmp_path):
    """All 432 cards of a deck, 60 a turn, in the heap of a board; undo and sync, too."""
    big_deck(tmp_path, 432)
    setup = {"game": "timesup", "edition": "en", "draft": False, "deck": "big.csv", "seed": 3,
             "cards": 432, "players": ["Ann", "Bob", "Cid", "Dee"]}  # fmt: skip
    scene = Scene().at(1)
    for round_ in range(3):
        for left in range(432, 0, -60):
            t = scene.now
            scene.press("start", gap_s=0.3).press("start", gap_s=0.5)
            scene.press(*["got"] * min(60, left))
            scene.at(t + 32).press("start", gap_s=1)
            if left > 60:
                scene.expect(phase="ready", deck=left - 60)
        t = scene.now
        scene.expect(phase="round_over", deck=0).run(0.2).press("pass", "start")
        if round_ < 2:
            scene.press("pass", gap_s=1).expect(phase="ready", deck=432)
        scene.at(t + 3)
    scene.expect(phase="game_over").run(1).hold("start", 1.1, gap_s=2.9)
    scene.expect(phase="round_over").run(1).call("sync", result={"new": 1}, status=0)
    path = scenes.write(tmp_path / "game.jsonl", setup, *scene.steps)
    status, lines = play(path, mpy=True)
    assert status == 0, lines[-2000:]


def test_the_same_game_leaves_the_same_flash_image(tmp_path):
    images = []
    for name in ("one", "two"):
        flash = tmp_path / name
        board = device.VirtualDevice(flash)
        board.power_on()
        board.run_until(1_000_000)
        client = Client(VirtualTransport(board), first_id=1)
        data = packing.pack("d", "names", [(f"Person {n}", "", "", "") for n in range(20)])
        upload_deck(client, "d", data)
        client.request("new", setup={"game": "timesup", "players": ["Ann", "Bob", "Cid", "Dee"],
                                     "deck": "d", "cards": 5, "draft": False})  # fmt: skip
        Buttons(board).run(1).press("start", "start", "got", "got", "foul", gap_s=1).run(1)
        assert board.state()["phase"] == "review"
        board.power_off()
        images.append(flash.read_bytes())
    assert images[0] == images[1]
    assert b"Person 7" in images[0]


def test_the_version_stands_in_one_file(tmp_path):
    """Board, tool and package read it from there: doctor compares the tool's with a board's."""
    path = scenes.write(
        tmp_path / "info.jsonl",
        {"game": "timer"},
        {"t": 1, "call": ["info"], "result": {"version": __version__}},
    )
    assert play(path)[0] == 0
    assert __version__ == VERSION
    project = (ROOT / "pyproject.toml").read_text()
    assert '[tool.hatch.version]\npath = "firmware/glass/version.py"\n\n' in project
    texts = [file.read_text() for file in (ROOT / "firmware").rglob("*.py")]
    assert sum(f'"{VERSION}"' in text for text in texts) == 1
