"""Panels of every kind, and panels that go: clock, buttons, sound and scores do not care."""

import io

import pytest
from PIL import Image
from support import scenes
from support.boards import Board
from support.scenes import Scene

from virtual_board.board.panels import SH1106, SSD1306
from virtual_board.measure import latency

GAME = {"game": "timesup", "edition": "fr", "players": ["Ann", "Bob", "Cid", "Dee"], "seed": 7,
        "deck": "cards.txt", "cards": 20, "draft": False, "order": "file"}  # fmt: skip

# Of a turn's picture, 4 times enlarged.
PARTS = {"tally": (0, 0, 424, 52), "name": (0, 64, 512, 248)}


def play(tmp_path, scene, name="game", **setup):
    """Play a scene on a game; returns (status, printed steps, {picture: bytes}, trace)."""
    folder = tmp_path / name
    folder.mkdir()
    (folder / "cards.txt").write_text("\n".join(f"Person Number {n}" for n in range(20)))
    path = scenes.write(folder / "game.jsonl", {**GAME, **setup}, *scene.steps)
    status, printed = scenes.play(path, shots=folder, trace=folder / "trace")
    shots = {one.name: one.read_bytes() for one in folder.glob("*.png")}
    trace = (folder / "trace").read_text().splitlines() if (folder / "trace").exists() else []
    return status, printed, shots, trace


def turn(*panel):
    """A turn of three names, with two pictures; panel: (second, what happens to the panel)."""
    scene = Scene().at(0.92).press("start")
    for got, t in enumerate((3, 6, 29), 1):
        scene.at(t).press("got").expect(this_turn={"got": got})
    scene.at(5.5).step(screenshot="turn.png")
    scene.at(32).expect(phase="review").step(screenshot="review.png")
    scene.at(33).press("start").expect(phase="ready", players=[{"total": 3}] + 3 * [{}])
    for t, what in panel:
        scene.at(t).step(oled=what)
    return scene


@pytest.fixture(scope="module")
def usual(tmp_path_factory):
    """The pictures of a panel that has no trouble."""
    status, _, shots, _ = play(tmp_path_factory.mktemp("usual"), turn())
    assert status == 0
    return shots


@pytest.mark.parametrize("board", ["pico", "esp32"])
@pytest.mark.parametrize("address", [60, 61])
@pytest.mark.parametrize("chip", ["ssd1306", "sh1106"])
def test_every_panel_shows_the_same(tmp_path, usual, chip, address, board):
    oled = {"chip": chip, "address": address}
    status, printed, shots, _ = play(tmp_path, turn(), board=board, oled=oled)
    assert status == 0, printed
    assert shots == usual


def test_both_chips_turn_the_picture_by_half_a_turn(tmp_path, usual):
    turned = turn().at(0.1).call("settings", "set", "rotate", "true", status=0)
    for chip in ("ssd1306", "sh1106"):
        status, _, shots, _ = play(tmp_path, turned, name=chip, oled={"chip": chip})
        assert status == 0 and set(shots) == set(usual)
        for name, data in shots.items():
            upright = Image.open(io.BytesIO(data)).rotate(180)
            assert upright.tobytes() == Image.open(io.BytesIO(usual[name])).tobytes()


def test_the_sh1106_wants_its_columns_shifted():
    chip = SH1106()
    chip.write(bytes((0, 0xA1, 0xC8, 0xAF, 0xB1, 2, 0x10)))
    chip.write(b"\x40" + b"\x01" + bytes(126) + b"\x80" + b"\xff\xff\xff\xff")
    rows = chip.pixel_rows()
    assert [(x, y) for y in range(64) for x in range(128) if rows[y][x]] == [(0, 8), (127, 15)]
    chip.write(bytes((0, 0x20, 0, 0x21, 5, 9)))  # horizontal addressing: it knows none
    assert chip.mode == 2
    assert SSD1306().pixel_rows() == SH1106().pixel_rows()


def sound_and_clock(trace):
    """What must not change whatever the panel does: bounds on sound, time-up, flash."""
    found = latency.measure(trace)
    for what, value, _, bound in latency.report(found):
        if "picture" not in what and "panel" not in what:
            assert value <= bound, what
    assert len(found.presses) == 3 and len(found.time_up_ms) == 1


@pytest.mark.parametrize(
    "name,panel,setup",
    [
        ("absent", [], {"plugged": False}),
        ("comes late", [(4.0, "plug")], {"plugged": False}),
        ("pulled and put back", [(3.0, "unplug"), (4.2, "plug")], {}),
        ("loose", [(1 + n / 8, ("unplug", "plug")[n % 2]) for n in range(28)], {}),
        ("pulled for good", [(2.9, "unplug")], {}),
        ("hangs at a press", [(3.005, "hang")], {}),
        ("hangs again and again", [(1 + n / 4, "hang") for n in range(12)], {}),
        ("hangs and is pulled", [(3.0, "hang"), (3.1, "unplug"), (4.0, "plug")], {}),
    ],
)  # fmt: skip
@pytest.mark.parametrize("chip", ["ssd1306", "sh1106"])
def test_the_game_goes_on_and_the_picture_comes_back(tmp_path, usual, name, panel, setup, chip):
    status, printed, shots, trace = play(tmp_path, turn(*panel), oled={"chip": chip, **setup})
    assert status == 0, printed
    sound_and_clock(trace)
    gone = name in ("absent", "pulled for good")
    for picture in usual:
        assert (shots[picture] == usual[picture]) is not gone, picture


@pytest.mark.parametrize(
    "oled", [5, {"chip": "st7789"}, {"address": 62}, {"address": True}, {"plugged": 1}, {"x": 1}]
)
def test_a_panel_that_is_none_is_named(tmp_path, capsys, oled):
    status, _, _, _ = play(tmp_path, Scene(), oled=oled)
    assert status == 2
    assert "line 1" in capsys.readouterr().err


def test_the_next_card_is_drawn_over_the_old_one_as_if_all_were_drawn(tmp_path):
    board = Board(tmp_path).begin(cards=12).reach("turn").run(1)
    for button in ("got", "got", "got"):
        board.press(button, gap_s=1)
        over = board.device.screenshot()
        board.press("start", gap_s=0.5).press("start", gap_s=0.5)  # paused and on: all is drawn
        anew = board.device.screenshot()
        for name in ("name", "tally"):
            assert over.crop(PARTS[name]).tobytes() == anew.crop(PARTS[name]).tobytes(), button
        board.run(3)
    board.device.close()
