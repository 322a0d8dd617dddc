"""The wiring data, its page and the firmware say the same."""

import importlib
import json
from pathlib import Path

import pytest

import boards
from make import build_wiring

ROOT = Path(__file__).resolve().parent.parent
DATA = json.loads((ROOT / "hardware" / "pins.json").read_text())
WIRINGS = {name: wiring for wiring in DATA["wirings"] for name in wiring["boards"]}
PAGE = (ROOT / "hardware" / "README.md").read_text()

# Pico datasheet, figure 4: GPIO number -> pin of the board.
PICO_PIN = {4: 6, 5: 7, 10: 14, 11: 15, 12: 16, 13: 17, 15: 20}
# Pico W datasheet: pins of the radio. ESP32 and ESP32-S3 datasheets: strapping pins, flash and
# PSRAM, USB and the serial port, pins without pull-ups, pins that are not there.
TAKEN = {
    "pico": set(),
    "pico_w": {23, 24, 25, 29},
    "pico2": {23, 24, 25, 29},
    "esp32": {0, 2, 5, 12, 15, *range(6, 12), 16, 17, 1, 3, *range(34, 40)},
    "esp32_s3": {0, 3, 45, 46, *range(26, 38), 19, 20, 43, 44, *range(22, 26)},
}


def board_module(name):
    """The firmware's module of a board."""
    return importlib.import_module("boards." + name)


@pytest.mark.parametrize("name", WIRINGS)
def test_firmware_uses_the_pins_of_the_wiring(name):
    module = board_module(name)
    wires = {wire["signal"]: wire["gpio"] for wire in WIRINGS[name]["wires"]}
    assert module.NAME == name
    assert {button: wires[button] for button in module.PINS} == module.PINS
    assert (wires["SDA"], wires["SCL"], wires["buzzer"]) == (module.SDA, module.SCL, module.BUZZER)
    assert len(set(wires.values())) == len(wires)


@pytest.mark.parametrize("name", WIRINGS)
def test_pins_are_free_to_use(name):
    assert not TAKEN[name] & {wire["gpio"] for wire in WIRINGS[name]["wires"]}
    text = (ROOT / "firmware" / "boards" / f"{name}.py").read_text()
    assert not TAKEN[name] or "Not used:" in text  # and why


def test_every_board_has_its_wiring():
    assert set(boards.OURS) == set(WIRINGS) == set(TAKEN)


def test_pins_of_the_pico_match_the_datasheet():
    for wire in WIRINGS["pico"]["wires"]:
        assert PICO_PIN[wire["gpio"]] == wire["pin"]


@pytest.mark.parametrize("name", ["esp32", "esp32_s3"])
def test_labels_are_those_of_the_board(name):
    wiring = WIRINGS[name]
    for wire in wiring["wires"]:
        assert wire["pin"] == ("IO" if name == "esp32" else "") + str(wire["gpio"])
    for wire in wiring["wires"] + wiring["power"]:
        assert wire["pin"] in wiring["left"] + wiring["right"]


@pytest.mark.parametrize("name", ["pico", "pico_w", "pico2"])
def test_buzzer_has_its_pwm_slice_for_itself(name):
    # RP2040 datasheet 4.5.2: GPIO n is on slice (n / 2) mod 8.
    buzzer = board_module(name).BUZZER
    wires = WIRINGS[name]["wires"]
    sharing = [wire["signal"] for wire in wires if wire["gpio"] // 2 % 8 == buzzer // 2 % 8]
    assert sharing == ["buzzer"]


@pytest.mark.parametrize("wiring", DATA["wirings"], ids=lambda wiring: wiring["picture"])
def test_picture_is_drawn_from_the_data(wiring):
    drawn = build_wiring.draw(wiring)
    assert (ROOT / "hardware" / wiring["picture"]).read_text() == drawn
    assert f"({wiring['picture']})" in PAGE
    for wire in wiring["wires"]:
        assert f"{wire['signal']} (" in drawn
    assert drawn.count("<path") == len(wiring["wires"]) + len(wiring["power"])


@pytest.mark.parametrize("wiring", DATA["wirings"], ids=lambda wiring: wiring["picture"])
def test_page_lists_every_wire_and_part(wiring):
    _, found, section = PAGE.partition(f"### {wiring['title']}\n")
    assert found
    section = section.partition("\n## ")[0].partition("\n### ")[0]
    for wire in wiring["wires"]:
        row = f"| {wire['signal']} | {wire['gpio']} | {wire['pin']} | {wire['to']} |"
        assert row in section
    for row in wiring["power"]:
        assert f"| {row['signal']} | | {row['pin']} | {row['to']} |" in section
    for part in DATA["parts"] + wiring["parts"]:
        assert f"| {part['count']} | {part['part']} |" in PAGE


def test_the_worked_example_of_the_page_works(tmp_path):
    """The box of "Your own board", as the page prints it."""
    _, _, example = PAGE.partition("`firmware/boards/box.py` with\n\n")
    lines = example.partition("\n\nThen")[0].splitlines()
    names = {}
    exec("\n".join(line[4:] for line in lines), names)
    pico = board_module("pico")
    assert names["PINS"] == {"start": 18, "got": 19, "pass": 20, "foul": 21} != pico.PINS
    assert names["BUZZER"] == 16 and names["SDA"] == pico.SDA
    assert names["MACHINES"] == pico.MACHINES
    # The new pins are free, and the buzzer's slice is its own.
    used = [*names["PINS"].values(), names["SDA"], names["SCL"]]
    assert len(set(used)) == 6 and names["BUZZER"] not in used
    assert 16 // 2 % 8 not in {pin // 2 % 8 for pin in used}
