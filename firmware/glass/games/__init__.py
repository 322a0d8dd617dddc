"""The rules of the games: pure, no hardware, no clock of their own."""

LANGUAGES = ("en", "fr")  # that the device speaks, the default first
