"""Boards: which file fits which board, a maker's own file, and each board played from power-on."""

import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from support import scenes

import boards
from virtual_board.board.device import BoardError, VirtualDevice
from virtual_board.board.firmware import firmware_dir
from virtual_board.board.profiles import PROFILES

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "firmware" / "boards"

# MICROPY_HW_BOARD_NAME and MICROPY_HW_MCU_NAME of the stock builds, their variants included.
MACHINES = {
    "Raspberry Pi Pico with RP2040": "pico",
    "Raspberry Pi Pico W with RP2040": "pico_w",
    "Raspberry Pi Pico2 with RP2350": "pico2",
    "Raspberry Pi Pico2 with RP2350-RISCV": "pico2",
    "Raspberry Pi Pico 2 W with RP2350": "pico2",
    "Generic ESP32 module with ESP32": "esp32",
    "Generic ESP32 module with SPIRAM with ESP32": "esp32",
    "Generic ESP32 module with OTA with ESP32": "esp32",
    "Generic ESP32 module with ESP32-UNICORE": "esp32",
    "Generic ESP32 module with ESP32-D2WD": "esp32",
    "Generic ESP32S3 module with ESP32-S3": "esp32_s3",
    "Generic ESP32S3 module with ESP32S3": "esp32_s3",
    "Generic ESP32S3 module with Octal-SPIRAM with ESP32-S3": "esp32_s3",
    # Other makers' boards, by their chip.
    "Adafruit Feather RP2040 with RP2040": "pico",
    "Arduino Nano RP2040 Connect with RP2040": "pico",
    "SparkFun Thing Plus RP2350 with RP2350": "pico2",
    "LILYGO T-Display with ESP32": "esp32",
    "LOLIN_S3 with ESP32-S3": "esp32_s3",
}

OWN = """
from boards.pico import *

NAME = "box"
PINS = {"start": 2, "got": 3, "pass": 6, "foul": 7}
"""


def found(folder, machine):
    """NAME of the board file that MicroPython finds in `folder`, or what it says."""
    return said(folder, f"print(boards.find({machine!r}).NAME)")


def said(folder, code):
    """What MicroPython prints for a statement about the package `boards` in `folder`."""
    code = f"import boards\n{code}"
    done = subprocess.run(
        [sys.executable, "-m", "micropython_unix", "-c", code],
        env={"MICROPYPATH": f"{folder}:.frozen"}, capture_output=True, text=True,
    )  # fmt: skip
    return (done.stdout + done.stderr).strip()


class Sources:
    """A copy of the firmware, in which makers put files of their own."""

    def __init__(self, folder):
        self.folder = folder
        shutil.copytree(SOURCES.parent, folder, ignore=shutil.ignore_patterns("__pycache__"))

    def write(self, file, text):
        """A file in boards/."""
        (self.folder / "boards" / file).write_text(text)

    def made(self):
        """The folder with what goes onto a board."""
        return self.folder

    def found(self, machine):
        return found(self.made(), machine)


class Installed(Sources):
    """The same as `make firmware` makes a board's files of it."""

    def made(self):
        return firmware_dir(True, self.folder)


@pytest.fixture(params=[Sources, Installed])
def firmware(request, tmp_path):
    return request.param(tmp_path / "firmware")


@pytest.mark.parametrize("machine", MACHINES)
def test_stock_micropython_is_recognized(machine):
    assert boards.find(machine).NAME == MACHINES[machine]
    assert found(firmware_dir(True), machine) == MACHINES[machine]  # as it is installed


def test_every_board_file_of_ours_is_recognized_and_is_a_virtual_board():
    files = {path.stem for path in SOURCES.glob("*.py")} - {"__init__"}
    assert files == set(boards.OURS) == set(PROFILES)
    for name, profile in PROFILES.items():
        assert boards.find(profile.machine).NAME == name


@pytest.mark.parametrize("machine", ["PYBv1.1 with STM32F405RG", "linux [GCC 12] version"])
def test_an_unknown_board_is_told_what_to_write(firmware, machine):
    text = firmware.found(machine)
    assert f"ImportError: No file in boards/ fits '{machine}'" in text
    assert "MACHINES = (" in text and machine.partition(" with")[0] in text.split("MACHINES")[1]


@pytest.mark.parametrize("file", ["box.py", "a_box.py", "zz.py"])
def test_a_makers_own_file_wins(firmware, file):
    firmware.write(file, OWN)
    assert firmware.found("Raspberry Pi Pico with RP2040") == "box"
    assert firmware.found("Some Other RP2040 with RP2040") == "box"
    assert firmware.found("Raspberry Pi Pico W with RP2040") == "pico_w"  # not what it lists
    assert firmware.found("Generic ESP32 module with ESP32") == "esp32"


def test_two_wirings_of_one_chip(firmware):
    firmware.write(
        "large.py",
        OWN.replace("box", "large") + 'MACHINES = ("Waveshare RP2040-Plus",)\nCHIPS = ()\n',
    )
    firmware.write(
        "small.py", OWN.replace("box", "small") + 'MACHINES = ("Waveshare RP2040-Zero",)\n'
    )
    assert firmware.found("Waveshare RP2040-Plus with RP2040") == "large"
    assert firmware.found("Waveshare RP2040-Zero with RP2040") == "small"
    assert firmware.found("Seeed XIAO RP2040 with RP2040") == "small"  # by its chip
    assert firmware.found("Raspberry Pi Pico with RP2040") == "pico"  # its own name beats a chip


def test_files_that_are_no_boards_are_left_alone(firmware):
    firmware.write("notes.txt", "pins of the box")
    (firmware.folder / "boards" / "._pico.py").write_bytes(b"\0")
    firmware.write("_old.py", "1 / 0")
    assert firmware.found("Raspberry Pi Pico with RP2040") == "pico"


# Files that take some of another's, with what they need of their own: what is asked of the board
# that is found for an RP2040, and the answer.
TAKING = {
    "a pin": (
        """
        from boards import pico
        from boards.pico import *
        NAME, PINS = "box", dict(pico.PINS, start=20)
        """,
        "board.NAME, sorted(board.PINS.values()), board.SDA",
        "('box', [11, 12, 13, 20], 4)",
    ),
    "a port": (
        """
        import io
        from boards.pico_w import *
        CHIPS = ("RP2040",)
        PORT = {"size": 3}
        def serial():
            return io.BytesIO(bytes(PORT["size"])).read(), SDA
        """,
        "board.NAME, board.serial()",
        "('pico_w', (b'\\x00\\x00\\x00', 4))",
    ),
    "all of a file that takes": (
        """
        from boards.box_base import *
        NAME, CHIPS = "box", ("RP2040",)
        """,
        "board.NAME, board.BUZZER, board.SCL",
        "('box', 9, 5)",
    ),
    "nothing": (
        """
        NAME, MACHINES, CHIPS, BUZZER = "box", (), ("RP2040",), 3
        """,
        "board.NAME, board.BUZZER, hasattr(board, 'SDA')",
        "('box', 3, False)",
    ),
}


@pytest.mark.parametrize("text, asked, answer", TAKING.values(), ids=TAKING)
def test_a_makers_file_takes_what_it_needs(firmware, text, asked, answer):
    firmware.write("box_base.py", "from boards.pico import *\nCHIPS, BUZZER = (), 9\n")
    firmware.write("box.py", textwrap.dedent(text))
    told = f"board = boards.find('Other with RP2040')\nprint(({asked}))"
    assert said(firmware.made(), told) == answer


@pytest.mark.parametrize(
    "name, text, says",
    [
        ("box", "from boards.pico import *\nPINS = dict(PINS, start=20)\n", "import that file, as"),
        ("box", "from boards.pikko import *\n", "There is no boards.pikko"),
        ("my-box", OWN, "call it by a name that can be imported"),
        ("box", "NAME = box\n", "boards.box, line 1: nothing is called box"),
        ("box", "NAME = 'box\n", "cannot be laid together"),
    ],
)
def test_a_makers_file_that_cannot_be_laid_together(tmp_path, name, text, says):
    made = Installed(tmp_path / "firmware")
    made.write(f"{name}.py", text)
    with pytest.raises(BoardError, match=says):
        made.made()


def test_a_makers_file_is_played(tmp_path):
    rom = tmp_path / "rom"
    shutil.copytree(firmware_dir(False), rom)
    (rom / "boards" / "box.py").write_text(OWN)
    device = VirtualDevice(tmp_path / "flash.bin", rom=rom)
    device.edge(100_000, "got", True)  # the Pico's pin, which is not wired here
    device.power_on()
    device.run_until(1_500_000)
    assert device.state()["phase"] == "menu"
    device.close()


def demo(tmp_path, board):
    """The scenario of `make demo` with another board."""
    text = (ROOT / "tests" / "scenarios" / "demo.jsonl").read_text()
    shutil.copy(ROOT / "tests" / "scenarios" / "demo.csv", tmp_path)
    path = tmp_path / "demo.jsonl"
    path.write_text(text.replace('{"setup": {', f'{{"setup": {{"board": "{board}", ', 1))
    return path


@pytest.mark.parametrize("board", PROFILES)
def test_every_board_plays_a_whole_game(tmp_path, board):
    status, steps = scenes.play(demo(tmp_path, board), mpy=True)
    assert status == 0, [step for step in steps if "failed" in step]


@pytest.mark.parametrize("board", PROFILES)
def test_every_board_tests_its_buttons_and_says_its_name(tmp_path, board):
    path = scenes.write(
        tmp_path / "test.jsonl",
        {"game": "timer", "board": board},
        {"t": 1, "call": ["info"], "result": {"board": board}, "status": 0},
        {"t": 2, "power": "off"},
        {"t": 3, "down": "got"},
        {"t": 4, "power": "on"},
        {"t": 6, "expect": {"phase": "test"}},
        {"t": 7, "up": "got"},
        *[{"t": 8 + n, "press": name} for n, name in enumerate(("start", "got", "pass", "foul"))],
        {"t": 13, "expect": {"phase": "test"}},
    )
    status, steps = scenes.play(path, mpy=True, trace=tmp_path / "trace")
    assert status == 0, steps
    sounds = (tmp_path / "trace").read_text()
    assert all(f'"hz": {hz}' in sounds for hz in (440, 554, 659, 880))


def test_opening_the_port_resets_no_board_with_usb(tmp_path):
    for board, resets in {"pico": 0, "pico_w": 0, "pico2": 0, "esp32": 1, "esp32_s3": 0}.items():
        device = VirtualDevice(tmp_path / board, board=board)
        device.power_on()
        device.run_until(1_000_000)
        device.port_opened()
        assert device.resets == resets, board
        device.close()


# What a chip refuses, each with the board and the words it has for that.
REFUSED = [
    ("pico", "Pin(30)", "invalid pin"),
    ("esp32", "Pin(24)", "invalid pin"),
    ("esp32", "Pin(40)", "invalid pin"),
    ("esp32_s3", "Pin(22)", "invalid pin"),
    ("esp32_s3", "Pin(28)", "invalid pin"),
    ("esp32_s3", "Pin(48)", "invalid pin"),
    ("esp32", "Pin(34, Pin.IN, Pin.PULL_UP)", "GPIO 34 has no pull-ups"),
    ("esp32", "Pin(39, Pin.OUT)", "pin can only be input"),
    ("esp32", "PWM(Pin(35))", "pin can only be input"),
    ("esp32", "I2C(0, sda=Pin(21), scl=Pin(36))", "pin can only be input"),
    ("pico", "PWM(Pin(15)), PWM(Pin(14))", "GPIO 14 is on a PWM slice in use"),
    ("pico2", "PWM(Pin(15)), PWM(Pin(14))", "GPIO 14 is on a PWM slice in use"),
    ("pico", "I2C(0, sda=Pin(5), scl=Pin(4))", "bad SDA pin"),
    ("pico_w", "I2C(0, sda=Pin(4), scl=Pin(7))", "bad SCL pin"),
    ("pico", "WDT(timeout=8389)", "timeout exceeds 8388"),
    ("pico2", "WDT(timeout=16778)", "timeout exceeds 16777"),
    ("pico", "Timer(0)", "Timer doesn't exist"),
    ("esp32", "Timer(4)", "invalid Timer number"),
    ("esp32_s3", "Timer(-1)", "period too small for soft timer"),
    ("esp32_s3", "Pin(4).irq(print, 3, hard=True)", "extra keyword arguments given"),
]


@pytest.mark.parametrize("board,code,words", REFUSED)
def test_a_chip_refuses_what_it_cannot_do(tmp_path, capsys, board, code, words):
    (tmp_path / "main.py").write_text(f"from machine import I2C, PWM, WDT, Pin, Timer\n{code}\n")
    device = VirtualDevice(tmp_path / "flash.bin", rom=tmp_path, board=board)
    device.power_on()
    device.run_until(1_000_000)
    device.close()
    assert words in device.crash


# The same, as it is done right.
ALLOWED = [
    ("pico", "Pin(29), PWM(Pin(15)), PWM(Pin(15)), I2C(1, sda=Pin(6), scl=Pin(7)), Timer(-1)"),
    ("pico2", "WDT(timeout=16777)"),
    ("esp32", "Pin(34, Pin.IN), PWM(Pin(14)), PWM(Pin(15)), WDT(timeout=20000), Timer(3)"),
    ("esp32_s3", "Pin(34, Pin.IN, Pin.PULL_UP), I2C(0, sda=Pin(9), scl=Pin(8)), Timer(0)"),
]


@pytest.mark.parametrize("board,code", ALLOWED)
def test_a_chip_does_what_it_can(tmp_path, board, code):
    (tmp_path / "main.py").write_text(
        f"from machine import I2C, PWM, WDT, Pin, Timer, idle\n{code}\nwhile True:\n    idle()\n"
    )
    device = VirtualDevice(tmp_path / "flash.bin", rom=tmp_path, board=board)
    device.power_on()
    device.run_until(1_000_000)
    assert device.on and device.crash is None
    device.close()


def test_unique_ids_are_as_long_as_on_the_chips():
    assert {name: len(profile.unique_id) for name, profile in PROFILES.items()} == {
        "pico": 8, "pico_w": 8, "pico2": 8, "esp32": 6, "esp32_s3": 6}  # fmt: skip


def test_other_boards_are_refused(tmp_path):
    with pytest.raises(BoardError, match="no virtual pyboard: use one of pico, pico_w"):
        VirtualDevice(tmp_path / "flash.bin", board="pyboard")
