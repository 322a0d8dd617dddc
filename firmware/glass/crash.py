"""What is kept of a fault that ended the firmware, and what the next start should know of it.

Ten reports stay on flash, for `doctor`. A mark in one small file tells the next start why it came.
"""

import gc
import io
import os
import sys
from time import ticks_ms

import machine

from glass import files

ROOT = "/crashes"
KEEP = 10
TEXT_MAX = 400  # letters of a report: the end of the traceback, inline in littlefs, ten in a reply
MARK = "/restart"
REPL, QUIET, FALLEN = "repl", "quiet", "fallen"
EARLY_MS = 20000  # a fault so soon after the start may come back with the game
WITHOUT_GAME, HOPELESS = 2, 5  # early faults in a row

fallen = 0  # early faults in a row before this start; 1 at least if a fault came before it


def take_mark():
    """Why this start came: REPL, QUIET, FALLEN or "" (power). Call once, first of all.

    A watchdog's reset leaves no mark: it is reported here. On rp2 every reset looks like one, so a
    board that comes out of the REPL is marked QUIET.
    """
    global fallen
    mark = files.read(MARK, b"").decode().split(" ")
    if mark[0]:
        files.remove(MARK)
    if mark[0] == FALLEN:
        fallen = int(mark[1]) if len(mark) > 1 and mark[1].isdigit() else 1
    elif not mark[0] and machine.reset_cause() == machine.WDT_RESET and files.exists("/games"):
        fallen = 1
        _keep("The firmware hung: the watchdog restarted it.", None)
        return FALLEN
    return mark[0]


def leave_mark(why):
    """Tell the next start REPL or QUIET."""
    try:
        files.write(MARK, why.encode())
    except OSError:  # no file system, or it is full
        pass


def report(error, app):
    """Keep a report of the exception that ended the firmware, and mark the next start.

    app: the App, or None if it never came to life. Never raises.
    """
    gc.collect()
    try:
        early = ticks_ms() < EARLY_MS
        leave_mark("%s %d" % (FALLEN, fallen + 1 if early else 1))
        stream = io.StringIO()
        sys.print_exception(error, stream)
        _keep(stream.getvalue(), app)
        sys.print_exception(error)  # for whoever is looking on
    except Exception:
        pass


def _keep(text, app):
    where, time_s = "", None
    try:
        time_s = app.time_s()
        where = " in %s, %d events" % (app.game.phase, app.session.events)
    except AttributeError:  # no game, or no app
        pass
    head = "%s\n%d ms after the start%s, %d bytes free\n" % (
        time_s, ticks_ms(), where, gc.mem_free())  # fmt: skip
    text = text.strip()
    if len(text) > TEXT_MAX:
        text = "..." + text[-TEXT_MAX:]
    try:
        names = files.names(ROOT)
        number = int(names[-1]) + 1 if names else 1
        files.write("%s/%05d" % (ROOT, number), (head + text).encode())
        for name in names[: -KEEP + 1]:
            os.remove(ROOT + "/" + name)
    except (OSError, ValueError):
        pass


def listing():
    """[{"at": seconds since 1970 or None, "text"}] of the reports kept, oldest first."""
    reports = []
    for name in files.names(ROOT):
        time_s, _, text = files.read(ROOT + "/" + name, b"").decode().partition("\n")
        reports.append({"at": int(time_s) if time_s.isdigit() else None, "text": text})
    return reports
