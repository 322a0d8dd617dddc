"""Starts the firmware (glass/boot.py)."""

import glass.boot

glass.boot.run()
