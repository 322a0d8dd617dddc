"""The scenario runner: what it refuses, what it reports, and that runs repeat exactly."""

import json

import pytest
from support import scenes

from buzzglass import cli
from virtual_board.board.panels import SSD1306
from virtual_board.scenario.run import run_scenario

SETUP = '{"setup": {"game": "timer", "turn_s": 5}}'
GAME = (
    '{"setup": {"game": "timesup", "edition": "fr", "players": ["Ann", "Bob", "Cid", "Dee"],'
    ' "deck": "cards.txt", "cards": 6, "draft": false, "seed": 7, "order": "file"}}'
)


def play(tmp_path, *lines, **options):
    path = tmp_path / "game.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    (tmp_path / "cards.txt").write_text("\n".join("ABCDEFGH"), encoding="utf-8")
    return scenes.play(path, **options)


@pytest.mark.parametrize(
    "line",
    [
        "not json",
        "[1]",
        '{"press": "start"}',
        '{"t": -1, "press": "start"}',
        '{"t": true, "press": "start"}',
        '{"t": NaN, "press": "start"}',
        '{"t": 1, "press": "stop"}',
        '{"t": 1, "pres": "start"}',
        r'{"t": 1, "expect": {"\ud800": 1}}',
        r'{"t": 1, "call": ["status\u0000"]}',
        r'{"t": 1, "screenshot": "a\u0000.png"}',
        '{"t": ' + "9" * 5000 + "}",
        '{"t": 1, "press": "start", "press": "got"}',
        '{"t": 1, "hold": "start"}',
        '{"t": 1, "s": 1}',
        '{"t": 1, "bounce": "got", "edges": 1.5, "ms": 15}',
        '{"t": 1, "expect": []}',
        '{"t": 1, "power": "of"}',
        '{"t": 1, "oled": "off"}',
        '{"t": 1, "serial": 5}',
        '{"t": 1, "screenshot": "../a.png"}',
        '{"t": 1, "call": "scores"}',
        '{"t": 0.5}',
    ],
)
def test_a_bad_line_is_named(tmp_path, capsys, line):
    status, steps = play(tmp_path, "# comment", SETUP, "", '{"t": 0.7}', line)
    assert status == 2 and not steps
    assert "line 5:" in capsys.readouterr().err


@pytest.mark.parametrize(
    "setup",
    [
        '{"t": 1}',
        '{"setup": 5}',
        '{"setup": {"game": "chess"}}',
        '{"setup": {"game": "timer", "colour_of_socks": 1}}',
        '{"setup": {"game": "timer", "board": "toaster"}}',
        '{"setup": {"game": "timer", "deck": "noms-fr"}}',
        r'{"setup": {"players": ["\ud800", "B", "C", "D"]}}',
        '{"setup": {"players": ["' + "x" * 5000 + '", "B", "C", "D"]}}',
        '{"setup": {"players": ["A", "B", "C", "D"], "deck": "' + "x" * 5000 + '"}}',
        '{"setup": {"game": "timesup", "players": ["A", "B", "C", "D"], "deck": "nowhere.csv"}}',
    ],
)
def test_a_bad_setup_is_named(tmp_path, capsys, setup):
    status, steps = play(tmp_path, setup)
    assert status == 2 and not steps
    assert "line 1:" in capsys.readouterr().err


def test_failures_are_reported_and_the_rest_is_played(tmp_path):
    status, steps = play(
        tmp_path,
        SETUP,
        '{"t": 1, "press": "start"}',
        '{"t": 2, "expect": {"phase": "paused", "nothing": 1}}',
        '{"t": 6.5, "expect": {"phase": "time_up", "remaining_ms": 0}}',
        '{"t": 7, "call": ["status"], "result": {"phase": "turn"}, "status": 3}',
    )
    assert status == 1
    assert [step["t"] for step in steps] == [1, 2, 6.5, 7]
    assert "phase" in steps[1]["failed"] and "nothing" in steps[1]["failed"]
    assert "failed" not in steps[2]
    assert "status is 0" in steps[3]["failed"] and "result.phase" in steps[3]["failed"]
    assert steps[3]["result"]["phase"] == "time_up"


def test_a_command_that_fails_is_a_failure_unless_the_step_says_what_it_gives(tmp_path):
    status, steps = play(
        tmp_path,
        SETUP,
        '{"t": 1, "call": ["deck", "remove", "x"]}',
        '{"t": 2, "call": ["deck", "remove", "x"], "status": 1}',
        '{"t": 3, "call": ["deck", "check", "game.jsonl"], "result": {"cards": 0}}',
        '{"t": 4, "call": ["settings", "set", "volume", "1"]}',
    )
    assert status == 1
    assert [step.get("failed") for step in steps] == ["status is 1, expected 0", None, None, None]


@pytest.mark.parametrize("option", ["shots", "wav", "trace"])
def test_a_place_that_cannot_be_written(tmp_path, capsys, option):
    taken = tmp_path / "taken"
    if option == "shots":
        taken.write_text("")
    else:
        taken.mkdir()
    status, _ = play(tmp_path, SETUP, '{"t": 1, "screenshot": "a.png"}', **{option: taken})
    said = capsys.readouterr().err
    assert status == 1 and said.count("\n") == 1
    assert said.startswith(f"Cannot write {taken} (") and f"name another with --{option}" in said


def test_the_steps_are_counted(tmp_path, capsys):
    path = tmp_path / "game.jsonl"
    path.write_text(SETUP + '\n{"t": 1}\n')
    assert run_scenario(path, cli.main) == 0
    assert capsys.readouterr().err == "1 step, 0 failed.\n"


def test_steps_overlap_and_calls_take_time(tmp_path):
    status, steps = play(
        tmp_path,
        GAME,
        '{"t": 1, "press": "start"}',
        '{"t": 2, "hold": "foul", "s": 0.5, "expect": {"phase": "review"}}',
        '{"t": 2.2, "expect": {"phase": "review"}}',
        '{"t": 3, "call": ["deck", "load", "cards.txt", "--name", "other"], "status": 0}',
        '{"t": 3.02, "press": "start", "expect": {"phase": "ready", "speaker": 1}}',
        '{"t": 3.03, "call": ["deck", "list"], "status": 0}',
    )
    assert status == 0, steps
    assert [deck["name"] for deck in steps[5]["result"]] == ["cards", "other"]


def test_power_oled_and_bounce(tmp_path):
    status, steps = play(
        tmp_path,
        GAME,
        '{"t": 0.5, "oled": "unplug"}',
        '{"t": 1, "bounce": "start", "edges": 20, "ms": 15, "expect": {"phase": "turn"}}',
        '{"t": 2, "bounce": "got", "edges": 20, "ms": 15, "expect": {"this_turn": {"got": 1}}}',
        '{"t": 3, "power": "off"}',
        '{"t": 4, "power": "on"}',
        '{"t": 4.2, "oled": "plug"}',
        '{"t": 5, "expect": {"phase": "paused", "this_turn": {"got": 1}}}',
    )
    assert status == 0, steps
    assert steps[3]["state"] is None


def test_a_panel_that_was_loose_comes_back(tmp_path):
    status, _ = play(
        tmp_path,
        GAME,
        '{"t": 4.0, "screenshot": "before.png"}',
        '{"t": 4.1, "oled": "unplug"}',
        '{"t": 4.2, "screenshot": "loose.png"}',
        '{"t": 4.3, "oled": "plug"}',
        '{"t": 8.0, "screenshot": "after.png"}',
        '{"t": 9.0, "oled": "unplug"}',
        '{"t": 14.0, "oled": "plug"}',
        '{"t": 17.0, "screenshot": "later.png"}',
        shots=tmp_path,
    )
    shots = [
        (tmp_path / name).read_bytes()
        for name in ("before.png", "after.png", "later.png", "loose.png")
    ]
    assert status == 0
    assert shots[0] == shots[1] == shots[2] != shots[3]


def test_ctrl_c_is_only_a_byte(tmp_path):
    status, steps = play(
        tmp_path,
        SETUP,
        '{"t": 1, "press": "start"}',
        '{"t": 2, "serial": "\\u0003\\u0001\\r\\n\\u00ff", "expect": {"phase": "turn"}}',
        '{"t": 3, "call": ["status"], "result": {"phase": "turn"}}',
    )
    assert status == 0, steps


def test_runs_repeat_to_the_byte(tmp_path):
    outputs = []
    for name, mpy in (("one", False), ("two", False), ("three", True)):
        folder = tmp_path / name
        folder.mkdir()
        status, steps = play(
            folder,
            GAME.replace(', "seed": 7, "order": "file"', ""),
            '{"t": 1, "press": "start"}',
            '{"t": 2, "press": "got", "screenshot": "a.png"}',
            '{"t": 3, "press": "foul"}',
            '{"t": 4, "call": ["sync"], "result": {"new": 1}}',
            mpy=mpy, shots=folder, wav=folder / "a.wav", trace=folder / "trace",
        )  # fmt: skip
        assert status == 0, steps
        files = [(folder / file).read_bytes() for file in ("a.png", "a.wav", "trace")]
        outputs.append((steps, files))
    assert outputs[0] == outputs[1] == outputs[2]
    kinds = {json.loads(line)["what"] for line in outputs[0][1][2].splitlines()}
    assert kinds == {"pin", "buzzer", "oled", "flash", "serial_in", "serial_out"}


def test_the_chip_takes_both_ways_of_addressing():
    for mode in (0, 2):
        chip = SSD1306()
        chip.write(bytes((0, 0x8D, 0x14, 0xA1, 0xC8, 0x20, mode, 0xAF)))
        if mode == 0:
            chip.write(bytes((0, 0x21, 10, 11, 0x22, 1, 2)))
            chip.write(b"\x40\x01\x00\x80\x00")
        else:
            chip.write(bytes((0, 0xB1, 0x0A, 0x10)))
            chip.write(b"\x40\x01")
            chip.write(bytes((0x80, 0xB2, 0x80, 0x0A, 0x80, 0x10, 0x40, 0x80)))
        rows = chip.pixel_rows()
        lit = [(x, y) for y in range(64) for x in range(128) if rows[y][x]]
        assert lit == [(10, 8), (10, 23)]
        chip.write(bytes((0, 0xAE)))
        assert not any(map(any, chip.pixel_rows()))
