"""The device's package; the host imports its pure part."""

import gc
import sys


def borrow(name):
    """Import glass.NAME for a moment: it leaves RAM as soon as nobody holds anything of it.

    What is seldom used is not worth its kilobytes in a turn.
    """
    gc.collect()
    name = "glass." + name
    module = __import__(name, None, None, ["*"])
    del sys.modules[name]
    package, _, last = name.rpartition(".")
    if hasattr(sys.modules[package], last):
        delattr(sys.modules[package], last)
    return module
