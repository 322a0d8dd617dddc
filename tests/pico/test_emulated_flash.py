"""The flash chip: the time it takes, what a power cut leaves, what survives one."""

import pytest
from support.chip_programs import SRAM, doing, erase, store, write_page

FS_START = 2 * 1024 * 1024 - 1441792
BLOCK = 4096
SOURCE = SRAM + 0x4000
PAGE = bytes([0x12, 0x34, 0x56, 0x78] * 64)
FILL = [store(SOURCE + at, 0x78563412) for at in range(0, 256, 4)]
ERASE_AND_WRITE = [*FILL, erase(FS_START, BLOCK), write_page(FS_START, SOURCE)]


@pytest.fixture
def content(tmp_path):
    """content(device) -> the first block of the file system."""

    def read(device):
        device.save(tmp_path / "fs.bin")
        data = (tmp_path / "fs.bin").read_bytes()
        assert len(data) == 352 * BLOCK
        return data[:BLOCK]

    return read


@pytest.fixture
def image(tmp_path):
    """A file system of zeros."""
    path = tmp_path / "zeros.bin"
    path.write_bytes(bytes(352 * BLOCK))
    return path


def test_an_erase_takes_45_ms_and_a_page_half_of_one(chip, content, image):
    device = chip(doing(*ERASE_AND_WRITE), image=image)
    device.edge(20_000, "got", True)
    device.run_until(100_000)
    records = [r for r in device.records if r["what"] in ("flash", "pin")]
    assert [r["what"] for r in records] == ["flash", "pin", "flash"]
    first, edge, second = records
    assert (first["op"], first["block"], second["op"], second["bytes"]) == (
        "erase", 0, "program", 256)  # fmt: skip
    assert edge["ms"] == 20.0  # in the middle of the erase
    assert second["ms"] - first["ms"] == pytest.approx(45, abs=0.01)
    assert content(device) == PAGE + b"\xff" * (BLOCK - 256)
    assert device.sim("flash") == {"ops": 2, "erases": 1, "bytes": 256}


@pytest.mark.parametrize("how", ["old", "new", "noise"])
def test_a_cut_in_an_erase(chip, content, image, how):
    device = chip(doing(*ERASE_AND_WRITE), on=False, image=image)
    device.cut(1, 0.5, how)
    device.power_on()
    device.run_until(100_000)
    assert not device.on
    left = content(device)
    if how == "noise":
        assert 1000 < sum(byte not in (0, 255) for byte in left)
    else:
        assert left == (b"\0" if how == "old" else b"\xff") * BLOCK


def test_a_cut_in_a_page_leaves_its_beginning(chip, content, image):
    device = chip(doing(*ERASE_AND_WRITE), on=False, image=image)
    device.cut(2, 0.25)
    device.power_on()
    device.run_until(100_000)
    left = content(device)
    assert left[:64] == PAGE[:64] and left[65:] == b"\xff" * (BLOCK - 65)


def test_power_that_goes_at_a_moment_tears_the_operation_under_way(chip, content, image):
    device = chip(doing(*ERASE_AND_WRITE), image=image)
    device.power(10_000, False)
    device.run_until(100_000)
    off = next(r for r in device.records if r["what"] == "power" and not r["on"])
    assert 10 <= off["ms"] < 46
    assert content(device) not in (b"\0" * BLOCK, b"\xff" * BLOCK)


def test_after_a_cut_the_same_work_is_done_again(chip, content, image):
    device = chip(doing(*ERASE_AND_WRITE), on=False, image=image)
    device.cut(2, 0.5)
    device.power_on()
    device.run_until(100_000)
    device.power_on()
    device.run_until(200_000)
    assert device.on and content(device)[:256] == PAGE


def test_the_same_noise_on_every_run(chip, content, image):
    seen = set()
    for _ in range(2):
        device = chip(doing(*ERASE_AND_WRITE), on=False, image=image)
        device.cut(1, 0.5)
        device.power_on()
        device.run_until(100_000)
        seen.add(content(device))
    assert len(seen) == 1


def test_a_press_that_waits_for_an_erase_begins_in_it(chip, image):
    device = chip(doing(*ERASE_AND_WRITE, erase(FS_START, BLOCK)), image=image)
    device.press_in_erase("got", 7.5, 100)
    device.run_until(300_000)
    erased = [r["ms"] for r in device.records if r["what"] == "flash" and r["op"] == "erase"]
    pins = [(r["ms"], r["level"]) for r in device.records if r["what"] == "pin"]
    assert len(erased) == 2
    assert pins == [(pytest.approx(erased[0] + 7.5), 0), (pytest.approx(erased[0] + 107.5), 1)]
