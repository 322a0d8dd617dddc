"""The device's package. The host imports formats, games and registry of it."""
