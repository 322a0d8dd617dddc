"""What the firmware imports of MicroPython, for a laptop's Python too: import this one first.

The clock stands still there: what a device forgets as time goes by stays known.
"""

import sys
import time

if not hasattr(time, "ticks_ms"):
    import types

    sys.modules["micropython"] = types.SimpleNamespace(const=lambda value: value)
    sys.modules.setdefault("framebuf", types.SimpleNamespace())  # nothing is drawn
    time.ticks_ms = lambda: 0
    time.ticks_diff = lambda later, earlier: later - earlier
    time.ticks_add = lambda ticks, ms: ticks + ms
