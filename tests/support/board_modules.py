"""What the firmware imports of MicroPython, for a laptop's Python too: import this one first.

The clock stands still there: what a device forgets as time goes by stays known.
"""

import json
import sys
import time

if not hasattr(time, "ticks_ms"):
    import types
    import zlib

    class DeflateIO:
        """MicroPython's: it takes as many bytes of the stream as it needs, and no more."""

        def __init__(self, stream, _format, wbits):
            self._stream, self._zlib = stream, zlib.decompressobj(-wbits)
            self._ready = b""

        def readinto(self, buffer):
            while len(self._ready) < len(buffer) and not self._zlib.eof:
                byte = self._stream.read(1)
                if not byte:
                    raise EOFError
                try:
                    self._ready += self._zlib.decompress(byte)
                except zlib.error:
                    raise OSError(22)
            count = min(len(buffer), len(self._ready))
            buffer[:count], self._ready = self._ready[:count], self._ready[count:]
            return count

    sys.modules["micropython"] = types.SimpleNamespace(const=lambda value: value)
    sys.modules["deflate"] = types.SimpleNamespace(RAW=1, DeflateIO=DeflateIO)
    sys.modules.setdefault("framebuf", types.SimpleNamespace())  # nothing is drawn
    time.ticks_ms = lambda: 0
    time.ticks_diff = lambda later, earlier: later - earlier
    time.ticks_add = lambda ticks, ms: ticks + ms

    from glass.formats import json_pieces

    def dump(value, stream):
        """MicroPython's: into bytes, and other letters as they are."""
        text = json.dumps(value, ensure_ascii=False)
        stream.write(text.encode("utf-8", "surrogatepass"))

    json_pieces.json = types.SimpleNamespace(dumps=json.dumps, dump=dump)
