"""The firmware with a fault put into it: a copy whose main.py injects before the app runs."""

import shutil

from virtual_board.board.firmware import firmware_dir

# Raises once (or each time) in the n-th call of owner.name while the game is in `phase`, in its
# second turn (what happens in the first may be part of a request's answer); the file
# /injected keeps a restart from doing it again.
INJECT = """
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

def inject(app):
    if files.exists("/injected") and {once}:
        return
    owner = {owner}
    real = getattr(owner, "{name}")
    left = [{count}]
    def faulty(*args):
        phase = phase_of(app)
        if phase == "{phase}" and left[0] and (phase == "menu" or app.current.game.turn > 1):
            left[0] -= 1
            if left[0] == 0:
                if {once}:
                    files.write("/injected", b"1")
                else:
                    left[0] = {count}
                {fault}
        return real(*args)
    setattr(owner, "{name}", faulty)

firmware = boot._run

def with_fault(board, faults):
    from glass.app import App

    run = App.run

    def run_with_fault(app):
        inject(app)
        run(app)

    App.run = run_with_fault
    firmware(board, faults)

boot._run = with_fault
"""


def firmware(folder, owner, name, phase, fault, count=1, once=True, leave=0):
    """A firmware folder below `folder`. fault: a statement; owner: an expression of `app`."""
    rom = folder / "rom"
    shutil.copytree(firmware_dir(False), rom)
    main = (rom / "main.py").read_text()
    (rom / "main.py").write_text("import fault\n\n" + main)
    text = INJECT.format(owner=owner, name=name, phase=phase, fault=fault, count=count,
                         once=once, leave=leave)  # fmt: skip
    (rom / "fault.py").write_text(text)
    return rom
