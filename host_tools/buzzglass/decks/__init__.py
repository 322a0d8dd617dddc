"""Decks: files that people write, what is wrong with them, and their bytes on the device."""
