"""Fixtures: the emulated chip with tiny programs in place of MicroPython.

Where node, npm or their registry is missing these tests are skipped with the reason, or fail if
PICO_TESTS=required says that they must run.
"""

import fcntl
import os

import pytest
from support import chip_programs

from pico import kit
from pico.device import PicoDevice
from pico.emulator import Emulator


@pytest.fixture(scope="session")
def library():
    """The folder with rp2040js and the boot ROM, set up once."""
    why = kit.missing()
    if not why:
        kit.FOLDER.mkdir(parents=True, exist_ok=True)
        with (kit.FOLDER / ".lock").open("w") as lock:  # other workers of the tests
            fcntl.flock(lock, fcntl.LOCK_EX)
            try:
                return kit.ensure()
            except kit.KitError as error:
                why = str(error)
    if os.environ.get("PICO_TESTS") == "required":
        pytest.fail(f"PICO_TESTS=required, but: {why}")
    pytest.skip(why)


@pytest.fixture
def emulator(library):
    """The node process, without a board."""
    emulator = Emulator(library)
    yield emulator
    emulator.close()


@pytest.fixture
def chip(library, tmp_path):
    """chip(program, **options) -> a PicoDevice with that program, its power on."""
    made = []

    def make(data, on=True, **options):
        device = PicoDevice(library, chip_programs.uf2(tmp_path / "tiny.uf2", data), **options)
        made.append(device)
        if on:
            device.power_on()
        return device

    yield make
    for device in made:
        device.close()


@pytest.fixture
def results():
    """results(device, count) -> the words that a program has left."""

    def read(device, count):
        data = bytes.fromhex(device.sim("peek", address=chip_programs.RESULTS, bytes=4 * count))
        return [int.from_bytes(data[at : at + 4], "little") for at in range(0, len(data), 4)]

    return read
