"""What SQLite does to its files, told before it happens: its own interface for tests, by which the
system calls of its Unix VFS can be replaced."""

import _sqlite3
import ctypes
import os

import pytest

_CALLS = {  # that change a file or a folder: (what it gives back, what it takes)
    "open": (ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_int),
    "ftruncate": (ctypes.c_int, ctypes.c_int, ctypes.c_int64),
    "write": (ctypes.c_ssize_t, ctypes.c_int, ctypes.c_void_p, ctypes.c_size_t),
    "pwrite": (ctypes.c_ssize_t, ctypes.c_int, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int64),
    "pwrite64": (ctypes.c_ssize_t, ctypes.c_int, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int64),
    "unlink": (ctypes.c_int, ctypes.c_char_p),
}
_WRITES = ("write", "pwrite", "pwrite64")
_pointer = ctypes.c_void_p


class _Vfs(ctypes.Structure):
    """sqlite3_vfs, version 3 (sqlite3.h)."""

    _fields_ = [
        ("version", ctypes.c_int),
        ("sizes", ctypes.c_int * 2),
        ("before", _pointer * 3),
        ("calls", _pointer * 13),
        ("set", ctypes.CFUNCTYPE(ctypes.c_int, _pointer, ctypes.c_char_p, _pointer)),
        ("get", ctypes.CFUNCTYPE(_pointer, _pointer, ctypes.c_char_p)),
    ]


def _vfs():
    try:
        find = ctypes.CDLL(_sqlite3.__file__).sqlite3_vfs_find
    except (AttributeError, OSError):
        pytest.skip("this Python's SQLite shows nothing of itself")
    find.restype = ctypes.POINTER(_Vfs)
    vfs = find(None)
    if vfs.contents.version < 3 or not vfs.contents.get(vfs, b"open"):
        pytest.skip("this SQLite's system calls cannot be replaced")
    return vfs


def watch(seen):
    """From now on call seen(name, half) before each call; half() does the first half of a write,
    and is None for another call. For a process that ends soon: nothing is put back."""
    vfs = _vfs()
    for name, types in _CALLS.items():
        kind = ctypes.CFUNCTYPE(*types, use_errno=True)
        there = vfs.contents.get(vfs, name.encode())
        if there:
            ours = kind(_told(name, kind(there), seen))
            _kept.append(ours)
            vfs.contents.set(vfs, name.encode(), ctypes.cast(ours, _pointer))


_kept = []  # what SQLite calls must live on


def _told(name, real, seen):
    def call(*args):
        def half():
            real(args[0], args[1], args[2] // 2, *args[3:])

        if name != "open" or args[1] & os.O_CREAT:
            seen(name, half if name in _WRITES else None)
        return real(*args)

    return call
