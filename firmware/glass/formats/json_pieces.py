"""JSON in short pieces: a heap in use has no block left that is long enough for all of it."""

import json

from glass.formats.frame import ascii_json

_LETTERS = 16  # of a text at a time: as escapes they are 192 characters at the most


def pieces(value):
    """JSON of `value`, printable ASCII, in short pieces: a heap in use has no long block left."""
    if isinstance(value, str) and len(value) > _LETTERS:
        yield '"'
        for at in range(0, len(value), _LETTERS):
            yield ascii_json(json.dumps(value[at : at + _LETTERS]))[1:-1]
        yield '"'
        return
    if not value or not isinstance(value, (dict, list)):
        yield ascii_json(json.dumps(value))
        return
    between = "{" if isinstance(value, dict) else "["
    for one in value:
        yield between
        between = ", "
        if isinstance(value, dict):
            for text in pieces(one):
                yield text
            yield ": "
            one = value[one]
        for text in pieces(one):
            yield text
    yield "}" if isinstance(value, dict) else "]"
