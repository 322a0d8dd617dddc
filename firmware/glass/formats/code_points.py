"""Characters of a text as numbers.

`for letter in text` and `text[at]` would do, but MicroPython keeps every character that it meets so
among its names for ever: after a deck in Greek the table of names asks for more RAM than there is.
"""


def code_points(text):
    """The code points (int) of a text, in order."""
    data = text.encode("utf-8", "surrogatepass")
    return data if len(data) == len(text) else _decoded(data)  # ASCII: a third of the time


def _decoded(data):
    code = rest = 0
    for byte in data:
        if byte < 0x80:
            yield byte
        elif byte < 0xC0:
            code = code << 6 | byte & 0x3F
            rest -= 1
            if not rest:
                yield code
        else:
            rest = 1 if byte < 0xE0 else 2 if byte < 0xF0 else 3
            code = byte & 0x3F >> rest
