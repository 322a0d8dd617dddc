"""Settings: one small JSON file; a missing or unreadable one means the defaults."""

import json

from glass import files
from glass.games.errors import Refused

PATH = "/settings.json"

# name: (default, allowed values or (lowest, highest)); None first means "as the edition has it".
FIELDS = {
    "language": ("en", ["en", "fr"]),
    "edition": ("en", ["en", "fr"]),
    "turn_s": (30, (10, 120)),
    "timer_s": (30, (1, 3600)),  # of the plain timer, as it was last used
    "cards": (40, (1, 200)),
    "peek": (None, [None, True, False]),
    "lockout_ms": (250, (0, 2000)),
    "volume": (3, (0, 3)),
    "brightness": (3, (1, 3)),
    "handed": ("right", ["right", "left"]),
    "rotate": (False, [True, False]),
    "auto_off_s": (600, (0, 7200)),
    "battery": (False, [True, False]),
    "tilt": (False, [True, False]),
    "leds": (False, [True, False]),
}


def _check(key, value):
    if key not in FIELDS:
        raise Refused("setting", "There is no setting \"%s\": known are %s."
                      % (key, ", ".join(sorted(FIELDS))))  # fmt: skip
    allowed = FIELDS[key][1]
    if isinstance(allowed, tuple):
        if type(value) is not int or not allowed[0] <= value <= allowed[1]:
            raise Refused("setting", "%s must be a whole number from %d to %d."
                          % (key, allowed[0], allowed[1]))  # fmt: skip
    elif not any(value is one or (type(value) is str and value == one) for one in allowed):
        raise Refused("setting", "%s must be one of %s." % (key, ", ".join(
            json.dumps(one) for one in allowed)))  # fmt: skip


class Settings:
    """`get(key)`; `change({key: value})` checks all before it keeps any."""

    def __init__(self):
        self._set = {}
        try:
            stored = json.loads(files.read(PATH, b"{}"))
            for key, value in stored.items():
                _check(key, value)
                self._set[key] = value
        except (ValueError, AttributeError, Refused):
            self._set = {}

    def get(self, key):
        """The value in force."""
        return self._set.get(key, FIELDS[key][0])

    def chosen(self, key):
        """The value somebody set, or None."""
        return self._set.get(key)

    def everything(self):
        """{key: value} of all settings."""
        return {key: self.get(key) for key in FIELDS}

    def change(self, values):
        """Check and keep. Raises Refused, nothing changed then."""
        for key, value in values.items():
            _check(key, value)
        self._set.update(values)
        files.write(PATH, json.dumps(self._set).encode())
