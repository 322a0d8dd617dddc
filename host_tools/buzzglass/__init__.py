"""Host tool of Buzzglass: decks, games, scores and history over the serial protocol."""

import re
from importlib import resources

# The firmware states the version of the whole; pyproject.toml takes it from there, too.
_FIRMWARE = (resources.files("glass") / "app.py").read_text(encoding="utf-8")
__version__: str = re.findall('^    version = "([^"]+)"$', _FIRMWARE, re.MULTILINE)[0]
