"""Reports of crashes, and why the board was restarted.

Ten reports stay on flash, for `doctor`. A mark in one small file tells the next start why it came.
"""

import io
import os
import sys
from time import time

from micropython import const

from glass import memory
from glass.store import files

ROOT = "/crashes"
_KEEP = const(10)
_TEXT_MAX = const(400)  # letters of a report: the end of the traceback, ten in a reply
MARK = "/restart"
REPL, QUIET, FALLEN = "repl", "quiet", "fallen"
_EARLY_S = const(20)  # a fault so soon after the start may come back with the game
HOPELESS = 5  # early faults in a row after which only the REPL is left


def take_mark(by_watchdog):
    """Why this start came: (REPL, QUIET, FALLEN or "" for power, early faults in a row before it).

    by_watchdog: the chip says that its watchdog reset it. Call once, first of all. A watchdog's
    reset leaves no mark: it is reported here. On rp2 every reset looks like one, so a board that
    comes out of the REPL is marked QUIET.
    """
    why, _, faults = _text(MARK).partition(" ")
    if why:
        files.remove(MARK)
    elif by_watchdog and files.exists("/games"):
        _keep("The firmware hung: the watchdog restarted it.")
        return FALLEN, 1
    return why, int(faults) if faults.isdigit() else 0


def leave_mark(why):
    """Tell the next start REPL or QUIET."""
    try:
        files.write(MARK, why.encode())
    except OSError:  # no file system, or it is full
        pass


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


def listing():
    """[{"at": seconds since 1970 or None, "text"}] of the reports kept, oldest first."""
    reports = []
    for name in files.names(ROOT):
        time_s, _, text = _text(ROOT + "/" + name).partition("\n")
        reports.append({"at": int(time_s) if time_s.isdigit() else None, "text": text})
    return reports


def clear():
    """Forget the reports."""
    for name in files.names(ROOT):
        os.remove(ROOT + "/" + name)
