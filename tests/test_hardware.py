"""The wiring data, its page and the firmware say the same."""

import json
from pathlib import Path

import pytest

from boards import esp32, pico
from make import build_wiring

ROOT = Path(__file__).resolve().parent.parent
DATA = json.loads((ROOT / "hardware" / "pins.json").read_text())
PAGE = (ROOT / "hardware" / "README.md").read_text()
MODULES = {"pico": pico, "esp32": esp32}

# Pico datasheet, figure 4: GPIO number -> pin of the board.
PICO_PIN = {4: 6, 5: 7, 10: 14, 11: 15, 12: 16, 13: 17, 15: 20}
# ESP32 datasheet: strapping pins, flash, the serial port, input only (no pull-ups).
ESP32_TAKEN = {0, 2, 5, 12, 15, *range(6, 12), 1, 3, *range(34, 40)}


@pytest.mark.parametrize("data", DATA["boards"], ids=lambda data: data["board"])
def test_firmware_uses_the_pins_of_the_wiring(data):
    module = MODULES[data["board"]]
    wires = {wire["signal"]: wire["gpio"] for wire in data["wires"]}
    assert module.NAME == data["board"]
    assert {name: wires[name] for name in module.PINS} == module.PINS
    assert (wires["SDA"], wires["SCL"], wires["buzzer"]) == (module.SDA, module.SCL, module.BUZZER)
    assert len(set(wires.values())) == len(wires)


def test_every_board_has_its_wiring():
    files = {path.stem for path in (ROOT / "firmware" / "boards").glob("*.py")} - {"__init__"}
    assert files == {data["board"] for data in DATA["boards"]} == set(MODULES)


def test_pins_of_the_pico_match_the_datasheet():
    for wire in DATA["boards"][0]["wires"]:
        assert PICO_PIN[wire["gpio"]] == wire["pin"]


def test_pins_of_the_esp32_are_free_to_use():
    for wire in DATA["boards"][1]["wires"]:
        assert wire["gpio"] not in ESP32_TAKEN
        assert wire["pin"] == f"IO{wire['gpio']}"


def test_buzzer_has_its_pwm_slice_for_itself():
    # RP2040 datasheet 4.5.2: GPIO n is on slice (n / 2) mod 8.
    wires = DATA["boards"][0]["wires"]
    sharing = [w["signal"] for w in wires if w["gpio"] // 2 % 8 == pico.BUZZER // 2 % 8]
    assert sharing == ["buzzer"]


def test_picture_is_drawn_from_the_data():
    assert (ROOT / "hardware" / "wiring.svg").read_text() == build_wiring.draw(DATA["boards"][0])
    assert "wiring.svg" in PAGE


def test_page_lists_every_wire_and_part():
    for data in DATA["boards"]:
        for wire in data["wires"]:
            row = f"| {wire['signal']} | {wire['gpio']} | {wire['pin']} | {wire['to']} |"
            assert row in PAGE
        for row in data["power"]:
            assert f"| {row['signal']} | | {row['pin']} | {row['to']} |" in PAGE
    for part in DATA["parts"] + [part for data in DATA["boards"] for part in data["parts"]]:
        assert f"| {part['count']} | {part['part']} |" in PAGE
