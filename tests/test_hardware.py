"""The wiring data, its page and the firmware say the same."""

import json
from pathlib import Path

from boards import pico

ROOT = Path(__file__).resolve().parent.parent
DATA = json.loads((ROOT / "hardware" / "pins.json").read_text())
PAGE = (ROOT / "hardware" / "README.md").read_text()

# Pico datasheet, figure 4: GPIO number -> pin of the board.
PICO_PIN = {4: 6, 5: 7, 10: 14, 11: 15, 12: 16, 13: 17, 15: 20}


def test_firmware_uses_the_pins_of_the_wiring():
    wires = {wire["signal"]: wire["gpio"] for wire in DATA["wires"]}
    assert {name: wires[name] for name in pico.PINS} == pico.PINS
    assert (wires["SDA"], wires["SCL"], wires["buzzer"]) == (pico.SDA, pico.SCL, pico.BUZZER)
    assert len(set(wires.values())) == len(wires)


def test_pins_of_the_board_match_the_datasheet():
    for wire in DATA["wires"]:
        assert PICO_PIN[wire["gpio"]] == wire["pin"]


def test_buzzer_has_its_pwm_slice_for_itself():
    # RP2040 datasheet 4.5.2: GPIO n is on slice (n / 2) mod 8.
    sharing = [w["signal"] for w in DATA["wires"] if w["gpio"] // 2 % 8 == pico.BUZZER // 2 % 8]
    assert sharing == ["buzzer"]


def test_page_lists_every_wire_and_part():
    for wire in DATA["wires"]:
        row = f"| {wire['signal']} | {wire['gpio']} | {wire['pin']} | {wire['to']} |"
        assert row in PAGE
    for row in DATA["power"]:
        assert f"| {row['signal']} | | {row['pin']} | {row['to']} |" in PAGE
    for part in DATA["parts"]:
        assert f"| {part['count']} | {part['part']} |" in PAGE
