"""The board's Link with nothing but memory around it, on either Python.

As a MicroPython program it obeys lines on stdin, each answered by one line: `new [WINDOW
[PAYLOAD]]` (what it states, and the most characters it puts into a frame);
`in HEX [N]` (bytes that arrive, N times over); `drain 0|1` (does anybody read?); `poke SEED COUNT
KIND` (noise made here: "any", "control", "json", "frames"); `decode HEX`; `feed HEX`. The answer of
the first four is what the link has sent, in hex, how many requests reached the firmware's handler,
and the most messages that ever waited; of the last two the frames as JSON.
"""

import binascii
import json
import sys

from support.memory_port import MemoryPort, one_pass, serial_port


class FarEnd:
    """A Link, and a handler that counts: `hello`, `echo` (repeats "say"), `long` ("size")."""

    def __init__(self, window=256, payload=206):
        serial_port.frame.SEALED_MAX = payload
        self.window = window
        self.port = MemoryPort()
        self.done = 0
        self.most = 0
        self.link = self.port.link()

    def _handle(self, request):
        from glass.formats.errors import Refused

        if request["do"] not in ("hello", "echo", "long"):
            raise Refused("request", "There is no such request.")
        self.done += 1
        if request["do"] == "hello":
            return {"name": "buzzglass", "protocol": 2, "version": "0.1.0", "count": self.done,
                    "window": self.window}  # fmt: skip
        if request["do"] == "long":
            return {"text": "x" * request["size"], "count": self.done}
        return {"said": request.get("say"), "count": self.done}

    def arrive(self, data):
        """`data` comes in; runs until the link rests. Returns what it sent meanwhile."""
        self.port.arrive(data)
        while True:
            more = one_pass(self.link, self._handle) == 0
            self.most = max(self.most, len(self.link._queue))
            if not more:
                break
        return self.port.sent()


def noise(seed, count, kind):
    """`count` or a few more bytes of the kind, the same on each Python; yields pieces."""
    state = seed or 1
    made = 0
    while made < count:
        piece = bytearray()
        while len(piece) < 480:
            state = (state * 1103515245 + 12345) & 0x7FFFFFFF  # as in POSIX: good enough here
            value = state >> 12
            if kind == "any":
                piece.append(value & 255)
            elif kind == "control":
                piece.append(value & 31)
            elif kind == "json":
                piece.extend(WRONG[value % len(WRONG)] + b"\n")
            else:
                from glass.formats import whole_frame as frame

                text = WRONG[value % len(WRONG)].decode()
                piece.extend(frame.encode("?=!&"[value >> 8 & 3], value & 0xFFFF, 0, True, text))
        made += len(piece)
        yield bytes(piece)


WRONG = (b"{}", b"[]", b"null", b"5", b'"do"', b'{"do":5}', b'{"do":null}', b'{"do":["repl"]}',
         b'{"do":{}}', b'{"do":""}', b'[{"do":"echo"}]', b'{"Do":"echo"}', b"[" * 100, b'{"do"',
         b'{"do":"echo"', b'{"do":true}', b"1e999", b'{"a":{"do":"echo"}}', b"")  # fmt: skip


def obey(far, words):
    """One command; (the far end from now on, what to print in parts)."""
    from glass.formats import whole_frame as frame

    data = b""
    if words[0] in ("decode", "feed", "in") and words[1:]:
        data = binascii.unhexlify(words[1])
    if words[0] == "decode":
        return far, (json.dumps(frame.decode(data)),)
    if words[0] == "feed":
        decoder, got = frame.Decoder(), []
        for byte in data:
            found = decoder.feed(byte)
            if found or byte == 10 and decoder.dropped:
                got.append(found or decoder.dropped)
        return far, (json.dumps(got),)
    out = b""
    if words[0] == "new":
        far = FarEnd(*[json.loads(word) for word in words[1:]])
    elif words[0] == "drain":
        far.port.drains = words[1] == "1"
        out = far.arrive(b"")
    elif words[0] == "in":
        for _ in range(int(words[2]) if words[2:] else 1):
            out += far.arrive(data)
    else:
        for piece in noise(int(words[1]), int(words[2]), words[3]):
            far.arrive(piece)
    # In parts: a long answer in hex is more than the heap has in one piece.
    parts = [binascii.hexlify(out[at : at + 200]).decode() for at in range(0, len(out), 200)]
    return far, parts + [" %d %d" % (far.done, far.most)]


def main():
    """Until stdin ends."""
    far = FarEnd()
    for line in sys.stdin:
        far, answer = obey(far, line.split())
        for part in answer:
            print(part, end="")
        print()


if __name__ == "__main__":
    main()
