"""What is done about a heap that is full: the only module that deals with it.

The rule (ARCHITECTURE.md, Memory): where an allocation fails, drop what can be had again, collect,
and try once more. A pass of the main loop that fails three times in a row restarts the board: the
journal brings the game back in about a second.
"""

import gc
import sys

RESERVE = 4096  # bytes held back: an event with its journal entry and its picture fits into them
_ON_A_BOARD = sys.implementation.name == "micropython"
_TRIES = 3
_DENSE = 32768  # bytes allocated between two collections: each takes a Pico 10 ms
_SCARCE = 32768  # bytes free: what a turn of many presses may still leave as garbage
_ROOMY = 64  # objects: so large a block lies above the holes
_HOLES_MAX = 2000


class Full(Exception):
    """There is no memory for something that can be left undone; nothing was changed.

    `code` is that of its line on the screen, and the laptop's `error`.
    """

    code = "memory"


class Heap:
    """The `reserve` of one device (None once it was let go), and the two ways to work with a heap
    that may be full."""

    def __init__(self, drop):
        """drop(): drops all that can be had again, and what a failed step left half done."""
        self._drop = drop
        self.reserve = bytearray(RESERVE)
        self._failures = 0
        self.sweep_due = True  # something happened since the last `tidy`

    def run_pass(self, step, now):
        """step(now), one pass of the main loop; returns its ms, or 0 for the pass again at once.

        The third failure in a row is raised.
        """
        try:
            wait = step(now)
            self._failures = 0
            return wait
        except MemoryError:
            self._failures += 1
            if self._failures == _TRIES:
                raise
        self._make_room()
        return 0

    def attempt(self, work, *arguments):
        """work(*arguments), for what a person or a laptop asked for: they learn if it is not
        possible.

        It must be safe to begin again. Raises Full if memory runs out twice.
        """
        try:
            return work(*arguments)
        except MemoryError:
            pass
        self._make_room()
        try:
            return work(*arguments)
        except MemoryError:
            raise Full

    def spare(self, work, *arguments):
        """As `attempt`, for what nobody misses: without memory it is left undone."""
        try:
            self.attempt(work, *arguments)
        except Full:
            pass

    def tidy_if_due(self, in_turn):
        """`tidy` after something happened; in_turn: only if the heap would fill before long."""
        if self.sweep_due and not (in_turn and gc.mem_free() > _SCARCE):
            self.tidy()

    def tidy(self):
        """Collect while nobody waits, and hold back the reserve again. Left to itself, garbage
        would cut the heap in pieces."""
        self.sweep_due = False
        gc.collect()
        if self.reserve is None:
            try:
                self.reserve = bytearray(RESERVE)
            except MemoryError:
                pass
        if _ON_A_BOARD:
            _fill_holes()

    def _make_room(self):
        self.reserve = None
        self.sweep_due = True
        gc.collect()
        self._drop()
        gc.collect()


def _fill_holes():
    """Use up the small holes that a collection leaves, until the next one: whatever is larger looks
    at each of them for room, which doubled what a Pico needs from a press to its sound."""
    try:
        above = id((None,) * _ROOMY)  # its address
    except MemoryError:  # nothing lies above them
        return
    for _ in range(_HOLES_MAX):
        if id((above,)) >= above:
            break


class dense:
    """`with dense():` around imports: what they leave behind is swept up as they go, so that the
    modules come to lie side by side; scattered, they leave no large block free between them."""

    def __enter__(self):
        if _ON_A_BOARD:
            gc.collect()
            gc.threshold(_DENSE)

    def __exit__(self, *_error):
        if _ON_A_BOARD:
            gc.threshold(-1)


class unloaded:
    """`with unloaded():` around import statements: what they load leaves RAM with its last user.

    For what is seldom used and large. What is loaded a second time while the first is in use takes
    its RAM twice, and its classes are others: only the rules of another kind of game that begins
    over one in play are loaded so. On a laptop modules stay loaded.
    """

    def __enter__(self):
        self._dense = dense()
        self._dense.__enter__()
        self._before = set(sys.modules) if _ON_A_BOARD else None

    def __exit__(self, *_error):
        self._dense.__exit__()
        if self._before is None:
            return
        for name in [name for name in sys.modules if name not in self._before]:
            _forget(name)


def _forget(name):
    del sys.modules[name]
    package, _, last = name.rpartition(".")
    if package in sys.modules and hasattr(sys.modules[package], last):
        delattr(sys.modules[package], last)


def free():
    """Bytes free on the heap."""
    return gc.mem_free()
