"""The panel on the emulated I2C bus."""

import pytest
from support.chip_programs import copy, doing, store, wait

I2C = 0x40044000
TARGET, DATA, ENABLE, STATUS, RAW = I2C + 0x04, I2C + 0x10, I2C + 0x6C, I2C + 0x70, I2C + 0x34
ABORT, STOPPED = 0x40, 0x200
STOP, READ = 0x200, 0x100


def bus(address=0x3C):
    """The bus at 125 MHz / (150 + 162) cycles a bit, about 400 kHz."""
    return [store(ENABLE, 0), store(I2C, 0x165), store(I2C + 0x1C, 150), store(I2C + 0x20, 162),
            store(TARGET, address), store(ENABLE, 1)]  # fmt: skip


def transfer(*data):
    """One transfer to the panel."""
    sent = [store(DATA, byte | (STOP if at == len(data) - 1 else 0))
            for at, byte in enumerate(data)]  # fmt: skip
    return [*sent, wait(RAW, STOPPED), copy(I2C + 0x60, 9)]


def test_what_is_sent_is_on_record_with_its_time_and_on_the_glass(chip):
    light = transfer(0x00, 0x8D, 0x14, 0xAF)
    place = transfer(0x00, 0xB3, 0x00, 0x10)
    device = chip(doing(*bus(), *light, *place, *transfer(0x40, 0xFF, 0x81)))
    device.run_until(5000)
    sent = [r for r in device.records if r["what"] == "oled"]
    assert [r["bytes"] for r in sent] == [4, 4, 3]
    assert sent[0]["took_ms"] == pytest.approx(5 * 9 / 400, rel=0.1)
    assert device.panel.on
    assert device.panel.ram[3 * 128 : 3 * 128 + 2] == b"\xff\x81"


@pytest.mark.parametrize("chip_name,low", [("ssd1306", 0x03), ("sh1106", 0x08)])
def test_its_status_says_whether_it_is_on(chip, results, chip_name, low):
    ask = [store(DATA, READ | STOP), wait(RAW, STOPPED), copy(I2C + 0x60, 9)]
    device = chip(doing(
        *bus(), *ask, copy(DATA, 0), *transfer(0x00, 0xAF), *ask, copy(DATA, 1),
    ), chip=chip_name)  # fmt: skip
    device.run_until(5000)
    assert [word & 0xFF for word in results(device, 2)] == [0x40 | low, low]


def test_another_command_with_that_byte_in_it_does_not_switch_it_on(chip, results):
    ask = [store(DATA, READ | STOP), wait(RAW, STOPPED), copy(I2C + 0x60, 9)]
    device = chip(doing(*bus(), *transfer(0x00, 0x81, 0xAF), *ask, copy(DATA, 0)))
    device.run_until(5000)
    assert results(device, 1)[0] & 0xFF == 0x43 and device.panel.contrast == 0xAF


@pytest.mark.parametrize("options,address", [({}, 0x3D), ({"plugged": False}, 0x3C)])
def test_nobody_answers_at_another_address_or_without_a_panel(chip, results, options, address):
    send = [store(DATA, STOP | 0xAF), wait(RAW, ABORT), copy(RAW, 0)]
    device = chip(doing(*bus(address), *send), **options)
    device.run_until(5000)
    assert results(device, 1)[0] & ABORT
    assert not [r for r in device.records if r["what"] == "oled"]


def test_a_panel_that_is_plugged_in_again_is_dark(chip):
    device = chip(doing(*bus(), *transfer(0x00, 0xAF)))
    device.run_until(5000)
    assert device.panel.on
    device.oled(6000, False)
    device.oled(7000, True)
    device.run_until(8000)
    assert device.plugged and not device.panel.on
