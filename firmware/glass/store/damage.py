"""Damaged files go into quarantine; the code for that is loaded when there is one."""

from glass.memory import unloaded


def isolate(path, code):
    """Move a file that cannot be read, or the folder of a game, into quarantine, and queue `code`
    for the screen. If the flash refuses, it stays where it is."""
    with unloaded():
        from glass.store import quarantine
    quarantine.isolate(path, code)
