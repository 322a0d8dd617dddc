"""The device at the other end: its port, and requests to it."""
