"""The virtual board itself, with a tiny firmware of its own."""

from pathlib import Path

import pytest

from virtual_board.board.device import VirtualDevice
from virtual_board.board.firmware import BoardError

FAKE = Path(__file__).parent / "fake_firmware"


@pytest.fixture
def device(tmp_path):
    board = VirtualDevice(tmp_path / "flash.bin", rom=FAKE)
    board.power_on()
    board.run_until(1_000_000)
    yield board
    board.close()


def test_edges_carry_their_own_time(device):
    for at in (1_500_000, 1_580_000, 2_000_000):
        device.edge(at, "start", at != 1_580_000)
    device.run_until(3_000_000)
    assert device.state()["edges"] == [1500, 1580, 2000]


def test_an_edge_waits_for_the_flash(device):
    device.serial_write(b"f", 1_500_000)
    device.edge(1_510_000, "got", True)
    device.run_until(2_000_000)
    (at,) = device.state()["edges"]
    assert 1540 <= at <= 1560  # a block's erase holds interrupts for 45 ms


def test_output_stops_the_run_in_the_middle(device):
    device.serial_write(b"hi\n", 1_200_000)
    assert device.run_until(5_000_000, True)
    assert device.now_us < 1_201_000
    assert device.serial_read() == b"got hi\n"
    assert not device.run_until(5_000_000, True)
    assert device.now_us == 5_000_000


def test_power_cut_keeps_flash_and_loses_ram(device):
    first = device.state()["entropy"]
    device.edge(1_100_000, "start", True)
    device.power(1_500_000, False)
    device.edge(1_600_000, "start", False)
    device.power(2_000_000, True)
    device.run_until(1_700_000)
    assert device.state() is None
    device.run_until(3_000_000)
    state = device.state()
    assert state["boots"] == 2 and state["edges"] == [] and state["ms"] == 1000
    assert state["entropy"] != first


def test_timers_fire_for_an_hour_in_no_time(device):
    device.run_until(3_600_500_000)
    assert device.state()["fired"] == 3600


def test_a_crash_is_told(device, capsys):
    device.serial_write(b"!")
    device.run_until(2_000_000)
    assert device.state() is None
    assert "ValueError: as asked" in device.crash
    assert "ValueError: as asked" in capsys.readouterr().err


def test_the_heap_is_small(device, capsys):
    device.serial_write(b"@")
    device.run_until(2_000_000)
    assert "MemoryError" in device.crash


def test_a_reset_starts_anew(device):
    device.serial_write(b"r")
    device.run_until(2_000_000)
    assert device.resets == 1 and device.state()["boots"] == 2


def test_a_hang_is_told(device):
    device.serial_write(b"~")
    with pytest.raises(BoardError, match="hangs"):
        device.run_until(2_000_000)


def test_ticks_start_where_asked(tmp_path):
    start = 2**30 - 15_000
    board = VirtualDevice(tmp_path / "flash.bin", rom=FAKE, ticks_start=start)
    board.power_on()
    board.run_until(20_000_000)
    assert board.state()["ms"] == 5000
    board.close()
