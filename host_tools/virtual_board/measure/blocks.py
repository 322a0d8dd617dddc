"""How many blocks of flash the firmware takes on a board, as littlefs itself counts them."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

from virtual_board.board.device import BLOCK, BLOCKS

MOST = 60  # for the firmware, of a Pico's 352: the rest is for decks and games

# In MicroPython: a littlefs as boards have it, in RAM, and all of a folder in it.
SCRIPT = """
import os
import sys
import vfs

class Flash:
    def __init__(self, blocks, size):
        self.blocks, self.size = blocks, size
        self.data = bytearray(blocks * size)

    def readblocks(self, block, buffer, offset=0):
        at = block * self.size + offset
        buffer[:] = memoryview(self.data)[at : at + len(buffer)]

    def writeblocks(self, block, buffer, offset=0):
        at = block * self.size + offset
        self.data[at : at + len(buffer)] = buffer

    def ioctl(self, op, _argument):
        return {4: self.blocks, 5: self.size}.get(op, 0)

def copy(folder):
    for name, kind, *_ in os.ilistdir("/from" + folder):
        path = folder + "/" + name
        if kind == 0x4000:
            os.mkdir("/to" + path)
            copy(path)
        else:
            with open("/from" + path, "rb") as old, open("/to" + path, "wb") as new:
                new.write(old.read())

flash = Flash(int(sys.argv[2]), int(sys.argv[3]))
vfs.VfsLfs2.mkfs(flash, progsize=256)
vfs.mount(vfs.VfsPosix(sys.argv[1]), "/from")
vfs.mount(vfs.VfsLfs2(flash, progsize=256), "/to")
copy("")
stat = os.statvfs("/to")
print(stat[2] - stat[3])
"""


def used(folder: Path) -> int | None:
    """Blocks that what is in a folder takes, copied onto an empty flash; littlefs counts the two
    blocks of a folder twice. None where there is no MicroPython to ask."""
    if importlib.util.find_spec("micropython_unix") is None:
        return None
    command = [sys.executable, "-m", "micropython_unix", "-X", "heapsize=8M", "-c", SCRIPT]
    command += [str(folder), str(BLOCKS), str(BLOCK)]
    return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
