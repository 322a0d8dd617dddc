"""Buzzglass: the device's package; its pure parts serve the laptop too."""
