"""Why the board was restarted: a mark in one small file tells the next start."""

from glass.store import files

MARK = "/restart"
REPL, QUIET, FALLEN, HUNG = "repl", "quiet", "fallen", "hung"
HOPELESS = 5  # early faults in a row after which only the REPL is left


def take_mark(by_watchdog):
    """Why this start came: (REPL, QUIET, FALLEN, HUNG or "" for power, early faults in a row before
    it).

    by_watchdog: the chip says that its watchdog reset it. Call once, first of all. A watchdog's
    reset leaves no mark. On rp2 every reset looks like one, so a board that comes out of the REPL
    is marked QUIET.
    """
    try:
        why, _, faults = files.read(MARK, b"").decode().partition(" ")
    except ValueError:  # damaged
        why = faults = ""
    if why:
        files.remove(MARK)
    elif by_watchdog and files.exists("/games"):
        return HUNG, 1
    return why, int(faults) if faults.isdigit() else 0


def leave_mark(why):
    """Tell the next start REPL or QUIET."""
    try:
        files.write(MARK, why.encode())
    except OSError:  # no file system, or it is full
        pass
