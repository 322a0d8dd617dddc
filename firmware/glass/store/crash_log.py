"""Reports of crashes: ten stay on flash, for `doctor`."""

import io
import os
import sys
from time import time

from micropython import const

from glass import memory
from glass.store import files
from glass.store.restart import FALLEN, leave_mark

ROOT = "/crashes"
_KEEP = const(10)
_TEXT_MAX = const(400)  # letters of a report: the end of the traceback, ten in a reply
_EARLY_S = const(20)  # a fault so soon after the start may come back with the game


def report_hang():
    """Keep a report that the watchdog has restarted the board."""
    _keep("The firmware hung: the watchdog restarted it.")


def report(error, where, time_s, started_s, faults):
    """Keep a report of the exception that ended the firmware, and mark the next start.

    where: a text; time_s: seconds since 1970 or None; started_s: `time()` at the start; faults:
    early ones in a row before this start. Never raises.
    """
    try:
        after_s = time() - started_s
        leave_mark("%s %d" % (FALLEN, faults + 1 if after_s < _EARLY_S else 1))
        stream = io.StringIO()
        sys.print_exception(error, stream)
        _keep(stream.getvalue(), where, time_s, after_s)
        sys.print_exception(error)  # for whoever is looking on
    except Exception:
        pass


def _keep(text, where="", time_s=None, after_s=0):
    head = "%s\n%s%d s after the start, %d bytes free\n" % (
        time_s, where, after_s, memory.free())  # fmt: skip
    text = text.strip()
    if len(text) > _TEXT_MAX:
        text = "..." + text[-_TEXT_MAX:]
    try:
        files.make(ROOT)
        names = files.names(ROOT)
        number = int(names[-1]) + 1 if names else 1
        files.write("%s/%05d" % (ROOT, number), (head + text).encode())
        for name in names[: -_KEEP + 1]:
            os.remove(ROOT + "/" + name)
    except (OSError, ValueError):
        pass


def _text(path):
    try:
        return files.read(path, b"").decode()
    except ValueError:  # damaged
        return ""


def names():
    """Names of the reports kept, oldest first."""
    return files.names(ROOT)


def read(name):
    """{"at": seconds since 1970 or None, "text"} of a report."""
    time_s, _, text = _text(ROOT + "/" + name).partition("\n")
    return {"at": int(time_s) if time_s.isdigit() else None, "text": text}


def remove(name):
    """Forget a report."""
    os.remove(ROOT + "/" + name)
