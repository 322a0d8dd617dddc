"""The files that the firmware reads, laid into one for the board (glass/formats/shipped.py)."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping


def together(files: Mapping[str, bytes]) -> bytes:
    """One file of several, {path from the package on: bytes}."""
    listed, body = "\n", b""
    # What lies near the end is found soonest, and the glyphs of large fonts are read one by one.
    for name in sorted(files, key=lambda name: (len(files[name]), name)):
        data = _dense(name, files[name])
        listed += f"{name} {len(body)} {len(data)}\n"
        body += data
    return struct.pack("<H", len(listed)) + listed.encode() + body


def _dense(name: str, data: bytes) -> bytes:
    """A file without what only people need. MicroPython's json.load takes a zero byte for the end
    of the file."""
    if name.endswith(".json"):
        text = json.dumps(json.loads(data), ensure_ascii=False, separators=(",", ":"))
        return text.encode() + b"\0"
    return data
