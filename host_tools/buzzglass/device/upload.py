"""A deck on its way to the device: packed, then piece by piece."""

from __future__ import annotations

import binascii
import zlib
from collections.abc import Callable

from buzzglass.device.client import Client, field
from buzzglass.errors import ToolError
from buzzglass.shapes import LoadedDeck
from glass.formats import deck_name

WINDOW_BITS = 10  # the device unpacks with 1 KB of RAM


def squeezed(data: bytes) -> bytes:
    """Raw deflate of `data`, as the device unpacks it."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -WINDOW_BITS, 9)
    return packer.compress(data) + packer.flush()


def upload_deck(
    client: Client, name: str, data: bytes, progress: Callable[[int], None] | None = None
) -> LoadedDeck:
    """Put a packed deck on the device; progress(bytes so far) is called after each piece.

    Returns what `deck load --json` prints. Raises ToolError for a name that no deck can have,
    DeviceError, LinkError.
    """
    if fault := deck_name.fault(name):
        raise ToolError(fault)
    start, packed = client.transport.now(), squeezed(data)
    begun = client.request(
        "deck_begin", name=name, bytes=len(data), crc=binascii.crc32(data), packed=len(packed)
    )
    number = field(begun, "upload", int, "deck_begin")
    size = (client.room - len("000000")) // 4 * 3  # of base64, after the offset
    for at in range(0, len(packed), size):
        chunk = packed[at : at + size]
        client.put(number, at, chunk)
        if progress:
            progress(len(data) * (at + len(chunk)) // len(packed))
    done = client.request("deck_end", upload=number)
    return {
        "name": done.get("name", name),
        "cards": field(done, "cards", int, "deck_end"),
        "bytes": len(data),
        "seconds": round(client.transport.now() - start, 3),
    }
