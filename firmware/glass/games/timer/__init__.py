"""The plain timer."""
