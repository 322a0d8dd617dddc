"""Where MicroPython's garbage collector is in a .uf2, which names no functions: it is what is
called as often as garbage is collected, on request and by itself."""

from __future__ import annotations

from pico.device import PicoDevice
from pico.repl import Repl

ON_REQUEST = 7
NOTHING = "for n in range({0}): f()"
BEGIN = "import gc\nf = gc.collect\nd = gc.mem_free\nprint(1)"
BY_ITSELF = """
n = 0
gc.threshold(4096)
for k in range(60): bytearray(400)
gc.threshold(-1)
"""


def find(device: PicoDevice) -> int | None:
    """The address, or None if it shows none. device: without power, it is used up."""
    repl = Repl(device)
    repl(BEGIN)

    def calls(source: str) -> dict[int, int]:
        device.sim("calls")
        repl(source)
        return {int(at): count for at, count in device.sim("calls").items()}

    few, many = calls("f()"), calls(f"for n in range({ON_REQUEST}): f()")
    alone = calls(BY_ITSELF)
    found = [
        at for at, count in many.items()
        if count == ON_REQUEST and few.get(at) == 1 and 1 < alone.get(at, 0) < 60
    ]  # fmt: skip
    return min(found, default=None)
