"""Runs in MicroPython: mounts the virtual flash, puts the stand-ins in place, starts main.py.

Arguments: stand-ins' folder, read and write end of the pipe (file descriptors), flash image,
firmware folder, `now` at power-up in us, ticks_ms at power-up, count of power-ups, pins held down,
1 if the panel is plugged in, reset cause, the board (profiles.py, JSON), the panel's address, low
half of its status byte.
"""

import gc
import json
import os
import sys

import vfs

BLOCK, PAGE = 4096, 256
ERASE_US, PROGRAM_US = 45_000, 500
BOOT_US = 150_000  # ROM, bootloader, MicroPython's own start


class Config:
    """What the stand-ins need to know of this board and this start."""


class Flash:
    """Block device over an image file. A half is written before the time passes and a half after,
    so that a power cut in between leaves the block torn."""

    def __init__(self, path):
        self._file = open(path, "r+b", 0)
        self._file.seek(0, 2)
        self._blocks = self._file.tell() // BLOCK
        self.timed = False

    def readblocks(self, block, buffer, offset=0):
        self._file.seek(block * BLOCK + offset)
        self._file.readinto(buffer)

    def writeblocks(self, block, buffer, offset=None):
        at = block * BLOCK + (offset or 0)
        for start in range(0, len(buffer), PAGE):
            page = memoryview(buffer)[start : start + PAGE]
            self._put(at + start, page, 1, PROGRAM_US, 2)

    def _put(self, at, data, times, us, op):
        """`data`, an even number of times or in two halves."""
        half = len(data) // 2 if times == 1 else len(data)
        self._file.seek(at)
        for _ in range(max(1, times // 2)):
            self._file.write(data[:half])
        if self.timed:
            hw.record(102, at // BLOCK << 2 | op, len(data) * times)  # f
            hw.flash_busy(us)
        for _ in range(max(1, times // 2)):
            self._file.write(data[-half:])

    def ioctl(self, op, argument):
        if op == 4:
            return self._blocks
        if op == 5:
            return BLOCK
        if op == 6:
            self._put(argument * BLOCK, ERASED, BLOCK // PAGE, ERASE_US, 1)
            return 0
        return 0 if op in (1, 2, 3) else None


ERASED = b"\xff" * PAGE
argv = sys.argv[1:]
sys.modules["vb_config"] = Config
Config.POWER_UPS = int(argv[7])
Config.RESET_CAUSE = int(argv[10])
Config.BOARD = json.loads(argv[11])  # one list: names are not free, see firmware.standins_dir
Config.PANEL_ADDRESS, Config.PANEL_ID = int(argv[12]), int(argv[13])
sys.path[:] = [argv[0], ".frozen"]
import hw  # noqa: E402

hw.connect(open("/dev/fd/" + argv[1], "rb", 0), open("/dev/fd/" + argv[2], "wb", 0))
hw.now = hw.boot = int(argv[5])
hw.ticks_start = int(argv[6])
for number in argv[8].split(","):
    if number:
        hw.levels[int(number)] = 0
hw.plugged = argv[9] == "1"
hw.ring = int(argv[14])
for name in ("machine", "time", "select", "os", "micropython", "sys"):
    module = __import__(name + "_")
    del sys.modules[name + "_"]
    sys.modules[name] = module
import pace  # noqa: E402

pace.watch()
flash = Flash(argv[3])
rom = vfs.VfsPosix(argv[4])
try:
    disk = vfs.VfsLfs2(flash, progsize=PAGE, mtime=False)
except OSError:
    vfs.VfsLfs2.mkfs(flash, progsize=PAGE)
    disk = vfs.VfsLfs2(flash, progsize=PAGE, mtime=False)
try:
    vfs.umount("/")
except OSError:
    pass
vfs.mount(disk, "/")
vfs.mount(rom, "/rom")
os.chdir("/")
sys.path[:] = ["/rom", ".frozen"]


def learn_names():
    """Take the names in the firmware's modules into MicroPython's table of names at once. When that
    is full it grows by a large piece, for ever: with the stand-ins' names in it, in other moments
    than on a board."""
    for name, *_ in rom.ilistdir("/glass"):
        if name.endswith(".mpy"):
            with rom.open("/glass/" + name, "rb") as file:
                file.read(4)
                names = number(file)
                number(file)
                for _ in range(names):
                    size = number(file)
                    if not size & 1:  # else MicroPython has it
                        hasattr(Config, file.read(size >> 1).decode())
                        file.read(1)


def number(file):
    """The next number of a .mpy file."""
    value = 0
    while True:
        byte = file.read(1)[0]
        value = value << 7 | byte & 127
        if byte < 128:
            return value


def state():
    """Yield the firmware's state as JSON, in parts that its heap has room for; null before it has
    one. A zero byte takes back the parts before it."""
    app = getattr(sys.modules.get("glass.boot"), "app", None)
    # From .mpy they lie in the App's module.
    json_pieces = sys.modules.get("glass.formats.json_pieces") or sys.modules.get("glass.app")
    if not app or not json_pieces:
        yield json.dumps(_state(app)).encode() if app else b"null"
        return
    for _ in range(2):
        try:
            yield from _parts(json_pieces.pieces(_state(app)))
            return
        except MemoryError:  # who looks on must not bring it down
            yield b"\0"
        gc.collect()
    yield b"null"


def reserve():
    """Bytes that the firmware holds back for a full heap."""
    heap = getattr(getattr(sys.modules.get("glass.boot"), "app", None), "heap", None)
    return len(heap.reserve or b"") if heap else 0


def _state(app):
    """The state of an App, or of the self-test."""
    return getattr(app, "laptop", app).state()


def _parts(pieces):
    part = b""
    for piece in pieces:
        part += piece.encode()
        if len(part) > 100:
            yield part
            part = b""
    if part:
        yield part


hw.state_hook, hw.reserve_hook = state, reserve
gc.threshold(4096)  # or the names come to lie all over the heap
try:
    rom.stat("/glass")
    learn_names()
except OSError:  # a main.py alone, without the firmware
    pass
gc.threshold(-1)
gc.collect()
flash.timed = True
try:
    hw.stop(66)  # B
    hw.charge(BOOT_US)
    __import__("main")
    # The firmware gave way to the REPL, which is fetched only now: its RAM is not the game's.
    vfs.mount(vfs.VfsPosix(argv[0]), "/standins")
    sys.path.insert(0, "/standins")
    repl = __import__("repl")
    vfs.umount("/standins")
    sys.path.pop(0)
    repl.run()
except SystemExit:
    pass
except BaseException as error:
    hw.in_irq = False
    sys.print_exception(error, sys.stderr)
    try:
        while True:
            hw.stop(88)  # X
    except SystemExit:
        pass
