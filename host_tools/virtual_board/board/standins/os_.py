"""`os` with the chip's entropy, which is fixed: a stream for each power-up."""

import hashlib
from os import *  # noqa: F403

import hw
import vb_config

_drawn = 0


def urandom(count):
    global _drawn
    hw.charge()
    out = b""
    while len(out) < count:
        _drawn += 1
        text = "buzzglass %d %d" % (vb_config.POWER_UPS, _drawn)
        out += hashlib.sha256(text.encode()).digest()
    return out[:count]
