"""`python -m buzzglass`."""

from buzzglass.cli import entry

entry()
