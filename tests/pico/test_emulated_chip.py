"""The emulated chip: its fast loop against rp2040js's own, pins, sound, watchdog, power."""

import random

import pytest
from support.chip_programs import copy, doing, store, straight, wait

from pico.kit import KitError

GPIO_IN = 0xD0000004
PAD, CONTROL = 0x4001C004, 0x40014004  # of pin 0; the next one's 4 and 8 further
PULL_UP_INPUT = 0x4A
TIME = 0x40054028
PWM_7 = 0x40050000 + 7 * 0x14
WATCHDOG_CONTROL, WATCHDOG_LOAD, TICK = 0x40058000, 0x40058004, 0x4005802C
# Straight arithmetic on r0 to r7: what a fast loop may get wrong.
CODES = [(0x0000, 0x1FFF), (0x2000, 0x3FFF), (0x4000, 0x43FF), (0xB200, 0xB2FF)]


def some_instructions(seed, count):
    dice = random.Random(seed)
    return [dice.randint(*dice.choice(CODES)) for _ in range(count)]


@pytest.mark.parametrize("seed", range(4))
def test_the_fast_loop_does_what_rp2040js_does(chip, results, seed):
    dice = random.Random(seed)
    registers = [dice.choice((dice.getrandbits(32), dice.getrandbits(5), 0)) for _ in range(8)]
    program = straight(some_instructions(seed, 400), registers)
    seen = []
    for slowly in (False, True):
        device = chip(program, on=False)
        if slowly:
            device.sim("calls")
        device.power_on()
        device.run_until(10_000)
        seen.append((results(device, 9), device.sim("asleep")))
    assert seen[0] == seen[1]
    assert len(set(seen[0][0])) > 3


def test_a_pressed_button_is_low_and_its_edge_on_record(chip, results):
    pins = [store(PAD + 4 * pin, PULL_UP_INPUT) for pin in (10, 11, 12, 13)]

    device = chip(doing(store(TICK, 0x20C), *pins, copy(GPIO_IN, 0), wait(TIME, 0x1000),
                        copy(GPIO_IN, 1)))  # fmt: skip

    device.edge(2000, "got", True)
    device.run_until(8000)
    before, after = (word >> 10 & 15 for word in results(device, 2))
    assert (before, after) == (0b1111, 0b1101)
    pins = [r for r in device.records if r["what"] == "pin"]
    assert [(r["ms"], r["name"], r["level"]) for r in pins] == [(2.0, "got", 0)]


def test_a_tone_is_on_record_with_its_time(chip):
    device = chip(doing(
        store(CONTROL + 8 * 15, 4), store(TICK, 0x20C), store(PWM_7 + 4, 125 << 4),
        store(PWM_7 + 0x10, 999), store(PWM_7 + 0xC, 500 << 16), store(PWM_7, 1),
        wait(TIME, 0x1000), store(PWM_7 + 0xC, 0),
    ))  # fmt: skip
    device.run_until(10_000)
    on, off = [r for r in device.records if r["what"] == "buzzer"]
    assert (on["hz"], on["duty"]) == (1000, 32768)
    assert (off["hz"], off["duty"]) == (0, 0)
    assert off["ms"] == pytest.approx(4.1, abs=0.02) and on["ms"] < 0.02


def test_passes_are_counted_from_a_feed_of_the_watchdog_to_the_next(chip):
    feed = store(WATCHDOG_LOAD, 0x7FFFFF)
    device = chip(doing(store(TICK, 0x20C), feed, wait(TIME, 0x1000), feed))
    device.run_until(10_000)
    (one,) = [r for r in device.records if r["what"] == "pass"]
    assert one["took_ms"] == pytest.approx(4.1, abs=0.02)


def test_a_watchdog_that_is_not_fed_resets_the_chip_and_says_so(chip):
    device = chip(doing(store(TICK, 0x20C), store(WATCHDOG_LOAD, 20_000),
                        store(WATCHDOG_CONTROL, 1 << 30)))  # fmt: skip
    device.run_until(15_000)
    assert device.resets >= 1 and device.faults
    assert [r["what"] for r in device.records][:2] == ["power", "reset"]


def test_time_passes_without_power_and_buttons_are_held_meanwhile(chip):
    device = chip(doing(), on=False)
    device.edge(1000, "foul", True)
    device.run_until(5000)
    assert (device.on, device.now_us) == (False, 5000)
    device.power_on()
    assert device.on and device.power_ups == 1
    device.power(8000, False)
    device.run_until(9000)
    assert not device.on
    assert [(r["what"], r["ms"]) for r in device.records] == [
        ("pin", 1.0), ("power", 5.0), ("power", 8.0)]  # fmt: skip


def test_what_the_emulator_cannot_do_is_an_error_and_it_goes_on(emulator):
    with pytest.raises(KitError, match="no op dance"):
        emulator("dance")
    with pytest.raises(KitError, match="'run'"):
        emulator("run", ms=1, stop=False)  # there is no board yet
    emulator.close()
    with pytest.raises(KitError, match="ended"):
        emulator("flash")


def test_a_file_that_is_no_firmware_is_refused(library, tmp_path):
    from pico.device import PicoDevice

    path = tmp_path / "no.uf2"
    path.write_bytes(b"\0" * 1024)
    with pytest.raises(KitError, match="no RP2040 firmware"):
        PicoDevice(library, path)
