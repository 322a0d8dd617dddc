"""Small helpers over the flash file system (littlefs: a file's content changes when it is closed,
all of it or nothing; a rename puts one file in another's place at once)."""

import binascii
import os
import struct

TEMPORARY = "/temporary"
_EEXIST = 17
_FULL = (28, 36)  # ENOSPC; ENAMETOOLONG, which littlefs answers where a folder has no room to grow

notices = []  # codes of what the screen has to say, oldest first


def say(code):
    """Queue a line for the screen, for when it is free to show one."""
    if code not in notices:
        notices.append(code)


def exists(path):
    """True if there is such a file or folder."""
    try:
        os.stat(path)
        return True
    except OSError:
        return False


def names(folder):
    """Sorted names in `folder`; none if it is missing."""
    try:
        return sorted(entry[0] for entry in os.ilistdir(folder))
    except OSError:
        return []


def make(folder):
    """Make a folder if it is missing."""
    if not exists(folder):
        os.mkdir(folder)


def read(path, default=None):
    """The whole of a small file as bytes; `default` if it is missing or larger than 4096 bytes."""
    try:
        count = size(path)
        if count > 4096:
            return default
        with open(path, "rb") as file:
            return file.read(count)
    except OSError:
        return default


def write(path, *parts):
    """Replace a file by `parts` (bytes or arrays, one after the other), all or nothing. Raises
    OSError, nothing changed then."""
    with open(TEMPORARY, "wb") as file:
        for part in parts:
            file.write(part)
    replace(TEMPORARY, path)


def replace(name, path):
    """Put the file `name` in the place of `path`."""
    try:
        os.rename(name, path)
    except OSError as error:
        if error.errno != _EEXIST:  # FAT renames over nothing
            raise
        remove(path)
        os.rename(name, path)


def is_full(error):
    """True if an OSError says that the flash has no room."""
    return error.errno in _FULL


def free():
    """Bytes free on flash."""
    stat = os.statvfs("/")
    # littlefs counts blocks twice that two files share: on a full flash fewer than 0 are free.
    return stat[0] * stat[3] if 0 <= stat[3] <= stat[2] else 0


def crc32(file, crc=0):
    """CRC-32 of an open file from where it stands to its end, going on from `crc`."""
    data = bytearray(512)
    count = file.readinto(data)
    while count:
        crc = binascii.crc32(memoryview(data)[:count], crc)
        count = file.readinto(data)
    return crc


def remove(path):
    """Remove a file if it is there."""
    try:
        os.remove(path)
    except OSError:
        pass


def remove_folder(path, first=None):
    """Remove a folder with its files; the file named `first` goes before the others."""
    if first:
        remove(path + "/" + first)
    for name in names(path):
        remove(path + "/" + name)
    os.rmdir(path)


def size(path):
    """Bytes of a file."""
    return os.stat(path)[6]


def entropy():
    """A 32-bit random number (0 to 2**32 - 1), from the chip."""
    return struct.unpack("<I", os.urandom(4))[0]
