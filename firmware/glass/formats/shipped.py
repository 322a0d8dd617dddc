"""The files shipped with the firmware: fonts, words, rule sets.

As sources they lie in the folders of what reads them. On a board each would take a block of 4 KB or
more, so there they lie in one file beside the modules: the size of its list (u16, little-endian);
the list, after an empty line a line "PATH FIRST SIZE" for each; their bytes, counted from 0.
"""

import struct

TOGETHER = "/shipped.bin"
_folder = __file__.replace("\\", "/").rpartition("/")[0]  # on a board that of all modules
_SOURCES = "/formats"
_open = {}


def find(name):
    """(open file, offset of the first byte, how many) of a file shipped, by its path from the
    package on: "ui/words_en.txt". The open file is another's too: seek before you read, and leave
    it open. Raises OSError."""
    if _folder.endswith(_SOURCES):
        file = _opened(_folder[: -len(_SOURCES)] + "/" + name)
        return file, 0, file.seek(0, 2)
    file = _opened(_folder + TOGETHER)
    file.seek(0)
    listed = file.read(struct.unpack("<H", file.read(2))[0])
    wanted = ("\n" + name + " ").encode()
    at = listed.find(wanted)
    if at < 0:
        raise OSError(2)
    first, size = listed[at + len(wanted) : listed.find(b"\n", at + 1)].split()
    return file, 2 + len(listed) + int(first), int(size)


def _opened(path):
    if path not in _open:
        _open[path] = open(path, "rb")
    return _open[path]
