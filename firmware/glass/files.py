"""Small helpers over the flash file system (littlefs: a file's content changes when it is closed,
all of it or nothing)."""

import os


def exists(path):
    """True if there is such a file or folder."""
    try:
        os.stat(path)
        return True
    except OSError:
        return False


def names(folder):
    """Sorted names in `folder`; the folder is made if it is missing."""
    try:
        return sorted(entry[0] for entry in os.ilistdir(folder))
    except OSError:
        os.mkdir(folder)
        return []


def read(path, default=None):
    """The whole of a small file as bytes, or `default`."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return default


def write(path, data):
    """Replace a file by `data` (bytes)."""
    with open(path, "wb") as file:
        file.write(data)


def remove(path):
    """Remove a file if it is there."""
    try:
        os.remove(path)
    except OSError:
        pass


def size(path):
    """Bytes of a file."""
    return os.stat(path)[6]
