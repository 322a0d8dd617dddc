"""Host tool of Buzzglass: decks, games, scores and history over the serial protocol."""

__version__ = "0.1.0"
