"""Settings: one small JSON file. A missing one means the defaults. One that is damaged, or has what
this firmware does not know, goes into quarantine; its valid settings stay in force."""

import json

from glass.formats.errors import Refused
from glass.games import LANGUAGES
from glass.store import files
from glass.store.damage import isolate
from glass.store.room import roomy

PATH = "/settings.json"

# name: (default, allowed values or (lowest, highest)); games bring more (SETTINGS of each).
FIELDS = {
    "language": (LANGUAGES[0], list(LANGUAGES)),
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


class Settings:
    """`get(key)`; `change({key: value})` checks all before it keeps any."""

    def __init__(self, more=None):
        """more: FIELDS of the games."""
        self.fields = dict(FIELDS)
        self.fields.update(more or {})
        self._set = {}
        if files.exists(PATH) and not self._load():
            isolate(PATH, "damaged")
            if self._set:
                try:
                    self._write(self._set)
                except (OSError, Refused):
                    pass  # the flash is full: they hold until power-off

    def _check(self, key, value):
        if key not in self.fields:
            raise Refused("setting", "There is no setting \"%s\": known are %s."
                          % (key, ", ".join(sorted(self.fields))))  # fmt: skip
        default, allowed = self.fields[key]
        if value is None and default is None:
            return
        if isinstance(allowed, tuple):
            if type(value) is not int or not allowed[0] <= value <= allowed[1]:
                raise Refused("setting", "%s must be a whole number from %d to %d."
                              % (key, allowed[0], allowed[1]))  # fmt: skip
        elif not any(value is one or (type(value) is str and value == one) for one in allowed):
            raise Refused("setting", "%s must be one of %s." % (key, ", ".join(
                json.dumps(one) for one in allowed)))  # fmt: skip

    def _load(self):
        """Take what is good in the file; True if all of it is."""
        whole = True
        try:
            stored = json.loads(files.read(PATH))
            if stored.pop("format", 1) != 1:
                return False
            for key, value in stored.items():
                try:
                    self._check(key, value)
                    self._set[key] = value
                except Refused:
                    whole = False
        except (ValueError, TypeError, AttributeError):
            return False
        return whole

    def get(self, key):
        """The value in force of a setting (str). Raises KeyError."""
        return self._set.get(key, self.fields[key][0])

    def chosen(self, key):
        """The value that was set, or None."""
        return self._set.get(key)

    def limits(self, key):
        """The allowed values (list), or (lowest, highest)."""
        return self.fields[key][1]

    def everything(self):
        """{key: value} of all settings."""
        return {key: self.get(key) for key in self.fields}

    def change(self, values):
        """Check and keep {key: value}. Raises Refused or OSError, nothing changed then."""
        for key, value in values.items():
            self._check(key, value)
        merged = dict(self._set)
        merged.update(values)
        self._write(merged)
        self._set = merged

    def _write(self, values):
        text = json.dumps(dict(values, format=1))
        roomy(files.write, PATH, text.encode())
