"""Panels of every kind, and panels that go: clock, buttons, sound and scores do not care."""

import io

import pytest
import scenes
from PIL import Image

from virtual_board.board.panels import SH1106, SSD1306
from virtual_board.measure import latency

GAME = {"game": "timesup", "edition": "fr", "players": ["Ann", "Bob", "Cid", "Dee"], "seed": 7,
        "deck": "cards.txt", "cards": 20, "draft": False, "order": "file"}  # fmt: skip


def play(tmp_path, *steps, name="game", **setup):
    """Play steps on a game; returns (status, printed steps, {picture: bytes}, trace)."""
    folder = tmp_path / name
    folder.mkdir()
    (folder / "cards.txt").write_text("\n".join(f"Person Number {n}" for n in range(20)))
    path = scenes.write(folder / "game.jsonl", {**GAME, **setup}, *steps)
    status, printed = scenes.play(path, shots=folder, trace=folder / "trace")
    shots = {one.name: one.read_bytes() for one in folder.glob("*.png")}
    trace = (folder / "trace").read_text().splitlines() if (folder / "trace").exists() else []
    return status, printed, shots, trace


TURN = [
    {"t": 0.92, "press": "start"},
    {"t": 3, "press": "got", "expect": {"this_turn": {"got": 1}}},
    {"t": 5.5, "screenshot": "turn.png"},
    {"t": 6, "press": "got", "expect": {"this_turn": {"got": 2}}},
    {"t": 29, "press": "got", "expect": {"this_turn": {"got": 3}}},
    {"t": 32, "expect": {"phase": "review"}, "screenshot": "review.png"},
    {"t": 33, "press": "start", "expect": {"phase": "ready", "players": [{"total": 3}] + 3 * [{}]}},
]


def with_panel_steps(*steps):
    return sorted([*TURN, *steps], key=lambda step: step["t"])


@pytest.fixture(scope="module")
def usual(tmp_path_factory):
    """The pictures of a panel that has no trouble."""
    status, _, shots, _ = play(tmp_path_factory.mktemp("usual"), *TURN)
    assert status == 0
    return shots


@pytest.mark.parametrize("board", ["pico", "esp32"])
@pytest.mark.parametrize("address", [60, 61])
@pytest.mark.parametrize("chip", ["ssd1306", "sh1106"])
def test_every_panel_shows_the_same(tmp_path, usual, chip, address, board):
    oled = {"chip": chip, "address": address}
    status, printed, shots, _ = play(tmp_path, *TURN, board=board, oled=oled)
    assert status == 0, printed
    assert shots == usual


def test_both_chips_turn_the_picture_by_half_a_turn(tmp_path, usual):
    turn = [{"t": 0.1, "call": ["settings", "set", "rotate", "true"], "status": 0}, *TURN]
    for chip in ("ssd1306", "sh1106"):
        status, _, shots, _ = play(tmp_path, *turn, name=chip, oled={"chip": chip})
        assert status == 0 and set(shots) == set(usual)
        for name, data in shots.items():
            turned = Image.open(io.BytesIO(data)).rotate(180)
            assert turned.tobytes() == Image.open(io.BytesIO(usual[name])).tobytes()


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
    "name,steps,setup",
    [
        ("absent", [], {"plugged": False}),
        ("comes late", [{"t": 4.0, "oled": "plug"}], {"plugged": False}),
        ("pulled and put back", [{"t": 3.0, "oled": "unplug"}, {"t": 4.2, "oled": "plug"}], {}),
        ("loose", [{"t": 1 + n / 8, "oled": ("unplug", "plug")[n % 2]} for n in range(28)], {}),
        ("pulled for good", [{"t": 2.9, "oled": "unplug"}], {}),
        ("hangs at a press", [{"t": 3.005, "oled": "hang"}], {}),
        ("hangs again and again", [{"t": 1 + n / 4, "oled": "hang"} for n in range(12)], {}),
        ("hangs and is pulled", [{"t": 3.0, "oled": "hang"}, {"t": 3.1, "oled": "unplug"},
                                 {"t": 4.0, "oled": "plug"}], {}),
    ],
)  # fmt: skip
@pytest.mark.parametrize("chip", ["ssd1306", "sh1106"])
def test_the_game_goes_on_and_the_picture_comes_back(tmp_path, usual, name, steps, setup, chip):
    status, printed, shots, trace = play(
        tmp_path, *with_panel_steps(*steps), oled={"chip": chip, **setup}
    )
    assert status == 0, printed
    sound_and_clock(trace)
    gone = name in ("absent", "pulled for good")
    for picture in usual:
        assert (shots[picture] == usual[picture]) is not gone, picture


@pytest.mark.parametrize(
    "oled", [5, {"chip": "st7789"}, {"address": 62}, {"address": True}, {"plugged": 1}, {"x": 1}]
)
def test_a_panel_that_is_none_is_named(tmp_path, capsys, oled):
    status, _, _, _ = play(tmp_path, oled=oled)
    assert status == 2
    assert "line 1" in capsys.readouterr().err
