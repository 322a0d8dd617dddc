"""Host tool of Buzzglass: decks, games, scores and history over the serial protocol."""

from glass.version import VERSION

__version__: str = VERSION
