"""The firmware with a fault put into it: a copy whose main.py injects before the app runs."""

import shutil

from virtual_board.board.firmware import firmware_dir

# inject(app) puts the fault in, as App.run begins; the file /injected keeps a restart from doing it
# again.
AROUND = """
import gc
import time

from glass import boot
from glass.games.session import Session
from glass.store import files, journal

def hang():
    while True:
        time.ticks_ms()

def full(_held=[]):
    gc.collect()
    for size in (1024, 64, 16):
        try:
            while gc.mem_free() > {leave}:
                _held.append(bytearray(size))
        except MemoryError:
            pass

def phase_of(app):
    game, menu = app.current.game, app.menu
    if game is None:
        return "menu"
    return "menu over" if menu else game.phase

{inject}
firmware = boot._run

def with_fault(*args):
    from glass.app import App

    run = App.run

    def run_with_fault(app):
        inject(app)
        run(app)

    App.run = run_with_fault
    firmware(*args)

boot._run = with_fault
"""

# Raises once (or each time) in the n-th call of owner.name while the game is in `phase`, in its
# second turn (what happens in the first may be part of a request's answer).
IN_A_PHASE = """
def inject(app):
    if files.exists("/injected") and {once}:
        return
    owner = {owner}
    real = getattr(owner, "{name}")
    left = [{count}]
    def faulty(*args):
        phase = phase_of(app)
        late = phase == "menu" or getattr(app.current.game, "turn", 2) > 1
        if phase == "{phase}" and left[0] and late:
            left[0] -= 1
            if left[0] == 0:
                if {once}:
                    files.write("/injected", b"1")
                else:
                    left[0] = {count}
                {fault}
        return real(*args)
    setattr(owner, "{name}", faulty)
"""

# No memory in those calls of owner.name, counted from 1 while `when` is true; `after` them: what
# they do is done.
IN_CALLS = """
def inject(app):
    if files.exists("/injected"):
        return
    owner = {owner}
    real = getattr(owner, "{name}")
    made = [0]
    def faulty(*args):
        made[0] += bool({when})
        fails = made[0] in {calls} and {when}
        result = None if fails and not {after} else real(*args)
        if fails:
            if made[0] == max({calls}):
                made[0] += 1
                files.write("/injected", b"1")
            raise MemoryError
        return result
    setattr(owner, "{name}", faulty)
"""


def firmware(folder, owner, name, phase, fault, count=1, once=True, leave=0):
    """A firmware folder below `folder`. fault: a statement; owner: an expression of `app`."""
    keys = {"phase": phase, "fault": fault, "count": count, "once": once}
    return _copy(folder, IN_A_PHASE.format(owner=owner, name=name, **keys), leave)


def without_memory(folder, owner, name, calls, when="True", after=False):
    """A firmware folder below `folder` that has no memory for some calls (numbers) of owner.name.
    owner, when: expressions of `app`."""
    keys = {"calls": tuple(calls), "when": when, "after": after}
    return _copy(folder, IN_CALLS.format(owner=owner, name=name, **keys))


def module(name):
    """An expression for a module of the firmware."""
    return f'__import__("glass.{name}", None, None, ["*"])'


def _copy(folder, inject, leave=0):
    rom = folder / "rom"
    shutil.copytree(firmware_dir(False), rom)
    main = (rom / "main.py").read_text()
    (rom / "main.py").write_text("import fault\n\n" + main)
    (rom / "fault.py").write_text(AROUND.format(inject=inject, leave=leave))
    return rom
