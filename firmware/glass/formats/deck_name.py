"""What a deck may be called. Pure: for board and host."""

from glass.formats.code_points import code_points

NAME_MAX = 255  # bytes


def fault(name):
    """A sentence that says what is wrong with a deck's name (str), None if nothing is."""
    fine = name.strip()
    for code in code_points(name):
        if code < 32 or 127 <= code < 160 or 0xD800 <= code < 0xE000:
            fine = ""
    if fine and len(name.encode()) <= NAME_MAX:
        return None
    return ("A deck's name must have 1 to %d bytes (an accented letter takes 2) and no control "
            "characters: give it another name." % NAME_MAX)  # fmt: skip
