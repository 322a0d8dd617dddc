"""A device in memory, on the far side of a transport whose clock only moves when it waits."""

import base64
import binascii
import io
import json
import os
import random
import subprocess
import sys
import types
import zlib
from pathlib import Path

from buzzglass.decks import packing
from glass.formats import deck_file, frame

STATE = {
    "game": None, "game_id": None, "edition": None, "phase": "menu", "round": None, "turn": None,
    "team": None, "speaker": None, "speaker_name": None, "remaining_ms": None, "deck": None,
    "aside": None, "card": None, "this_turn": None, "teams": [], "players": [], "winners": [],
    "events": 0,
}  # fmt: skip


class Refusal(Exception):
    pass


class FakeDevice:
    """Answers frames as the firmware does: parts acknowledged, repeated requests from a cache."""

    def __init__(self):
        self.decks = {}
        self.games = {}
        self.synced = []
        self.settings = {"language": "en", "turn_s": 30, "peek": None, "rotate": False}
        self.state = dict(STATE)
        self.scores = None
        self.setups = []
        self.done = []  # requests carried out, each once
        self._parts = []
        self._last = (None, [])
        self._upload = None
        self._uploads = 0

    def frames(self, got):
        """The frames that answer a received frame."""
        kind, ident, seq, last, payload = got
        assert kind == frame.REQUEST
        if last and ident == self._last[0]:
            return self._last[1]
        if seq == 0:
            self._parts = []
        if seq == len(self._parts):
            self._parts.append(payload)
        elif seq > len(self._parts):
            return []
        if not last:
            return [frame.encode(frame.ACK, ident, seq, True, "")]
        request = json.loads("".join(self._parts))
        self._parts = []
        self.done.append(request)
        try:
            work = getattr(self, "do_" + request["do"], None)
            if work is None:
                raise Refusal("This device knows no such request.")
            reply = {"ok": True, **work(request)}
        except Refusal as refusal:
            code = "refused" if work else "request"
            reply = {"ok": False, "error": code, "text": str(refusal)}
        text = frame.ascii_json(json.dumps(reply))
        lines = [
            frame.encode(frame.REPLY, ident, n, end, part)
            for n, (part, end) in enumerate(packing.pieces(text))
        ]
        self._last = (ident, lines)
        return lines

    def do_hello(self, request):
        return {"name": "buzzglass", "version": "0.1.0", "board": "fake", "id": "c0ffee",
                "protocol": 1, "free": 1000000, "language": "en"}  # fmt: skip

    def do_status(self, request):
        return {"state": self.state}

    def do_scores(self, request):
        return {"state": self.scores or self.state}

    def do_new(self, request):
        self.setups.append(request["setup"])
        return {"game_id": "0001"}

    def do_deck_begin(self, request):
        self._uploads += 1
        self._upload = (request, bytearray())
        return {"at": 0, "upload": self._uploads}

    def do_deck_put(self, request):
        data = self._upload[1]
        assert request["upload"] == self._uploads
        assert request["at"] == len(data)
        data += base64.b64decode(request["data"])
        return {"at": len(data)}

    def do_deck_end(self, request):
        begun, data = self._upload
        assert request["upload"] == self._uploads
        assert len(data) == begun["bytes"]
        assert binascii.crc32(data) == begun["crc"]
        self.decks[begun["name"]] = bytes(data)
        return {"name": begun["name"], "cards": deck_file.Reader(io.BytesIO(data)).cards}

    def do_deck_list(self, request):
        listed = []
        for name, data in sorted(self.decks.items()):
            reader = deck_file.Reader(io.BytesIO(data))
            listed.append(
                {"name": name, "kind": reader.kind, "cards": reader.cards, "bytes": len(data)}
            )
        return {"decks": listed}

    def do_deck_remove(self, request):
        if self.decks.pop(request["name"], None) is None:
            raise Refusal(f"There is no deck {request['name']} on the device.")
        return {}

    def do_read(self, request):
        files = self.decks if request["file"] == "deck" else self.games
        if request["name"] not in files:
            raise Refusal(f"There is no {request['name']} on the device.")
        data = files[request["name"]]
        part = data[request["at"] : request["at"] + 114]
        reply = {
            "data": base64.b64encode(part).decode(),
            "size": len(data),
            "end": request["at"] + len(part) >= len(data),
        }
        if reply["end"] and request["file"] == "game":
            reply["crc"] = zlib.crc32(data)
        return reply

    def do_games(self, request):
        return {"games": [{"id": name, "bytes": len(data), "crc": zlib.crc32(data)}
                          for name, data in self.games.items()]}  # fmt: skip

    def do_synced(self, request):
        self.synced.append((request["id"], request["bytes"]))
        return {}

    def do_settings_get(self, request):
        return {"settings": self.settings}

    def do_settings_set(self, request):
        for key in request["settings"]:
            if key not in self.settings:
                raise Refusal(f"There is no setting {key}.")
        self.settings.update(request["settings"])
        return {"settings": self.settings}


class FakeTransport:
    """The wire to a FakeDevice. `lose(direction, line)` says which frames get lost or, if it
    returns bytes, what arrives in their place; what comes back is cut into odd pieces."""

    def __init__(self, device, lose=None, noise=b"", piece=7):
        self.device = device
        self.time = 0.0
        self.closed = False
        self.written = []
        self._lose = lose or (lambda direction, line: False)
        self._decoder = frame.Decoder()
        self._waiting = bytearray(noise)
        self._noise = noise
        self._piece = piece

    def write(self, data):
        for line in data.splitlines(keepends=True):
            if line == b"\n":
                self._decoder.feed(10)
                continue
            self.written.append(line)
            fate = self._lose("out", line)
            if fate is True:
                continue
            for byte in fate or line:
                got = self._decoder.feed(byte)
                if got is None:
                    continue
                for answer in self.device.frames(got):
                    fate = self._lose("in", answer)
                    if fate is not True:
                        self._waiting += self._noise + (fate or answer)

    def read(self, timeout_s):
        if not self._waiting:
            self.time += timeout_s
            return b""
        self.time += 0.001
        data = bytes(self._waiting[: self._piece])
        del self._waiting[: self._piece]
        return data

    def now(self):
        return self.time

    def close(self):
        self.closed = True


class FarEnd:
    """The board's Link (link_far_end.py) in a MicroPython of its own."""

    def __init__(self):
        here = Path(__file__).resolve().parent
        firmware = here.parents[1] / "firmware"
        self._process = subprocess.Popen(
            [sys.executable, "-m", "micropython_unix", "-X", "heapsize=96wK",
             str(here / "link_far_end.py")],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
            env={**os.environ, "MICROPYPATH": f"{firmware}:.frozen"},
        )  # fmt: skip

    def ask(self, *words):
        """One line of the program's answers."""
        self._process.stdin.write(" ".join(map(str, words)) + "\n")
        return self._process.stdout.readline().rstrip("\n")

    def do(self, *words):
        """(bytes sent, requests done so far, most messages that ever waited)."""
        sent, done, most = self.ask(*words).split(" ")
        return bytes.fromhex(sent), int(done), int(most)

    def close(self):
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()


def changed(data, fault, at):
    """`data` with its byte `at` lost, doubled, changed, or swapped with the next."""
    one, rest = data[at : at + 1], data[at + 1 :]
    if fault == "lost":
        one = b""
    elif fault == "doubled":
        one += one
    elif fault == "changed":
        one = bytes([one[0] ^ 4])
    elif rest:
        one, rest = rest[:1] + one, rest[1:]
    return data[:at] + one + rest


class FarWire:
    """A transport to a FarEnd. `fault` is (name, "out" or "in", position in that stream)."""

    def __init__(self, far, fault=None):
        self.far, self.time, self.fault = far, 0.0, fault
        self.count = {"out": 0, "in": 0}
        self.written = b""
        self._waiting = b""

    def _pass(self, data, direction):
        start = self.count[direction]
        self.count[direction] += len(data)
        if self.fault and self.fault[1] == direction:
            at = self.fault[2] - start
            if 0 <= at < len(data):
                return changed(data, self.fault[0], at)
        return data

    def write(self, data):
        self.written += data
        sent, _, _ = self.far.do("in", self._pass(data, "out").hex())
        self._waiting += self._pass(sent, "in")

    def read(self, timeout_s):
        self.time += 0.001 if self._waiting else timeout_s
        data, self._waiting = self._waiting[:64], self._waiting[64:]
        return data

    def now(self):
        return self.time

    def close(self):
        pass


class SlowBoard:
    """A transport to the firmware's Link on a board with a UART of 115200 baud, a receive ring
    without flow control, and flash writes that stop everything for a while."""

    BYTE_US, PASS_US = 87, 1000

    def __init__(self, handle, ring=259, stall_ms=(50, 100), every=4):
        """handle(request) -> reply. Each `every`-th request stops the board for stall_ms, low to
        high; `ring` bytes may wait meanwhile, and what comes then is lost."""

        self._ring_size, self._stall_ms, self._every = ring, stall_ms, every
        self._ring, self._coming, self._out = bytearray(), [], []
        self._now = self._line_free = self._busy = self._out_free = self._requests = 0
        self.lost = self.written = 0
        self._chance = random.Random(5)
        self._handle = handle
        from glass.link import serial_port

        serial_port.select = self
        take = types.SimpleNamespace(read=lambda count: bytes([self._ring.pop(0)]))
        self.link = serial_port.Link((take, types.SimpleNamespace(write=self._say)), self._do)

    # What the Link sees as `select`.
    POLLIN, POLLOUT = 1, 4

    def poll(self):
        return SlowPoll(self)

    def _say(self, data):
        self._out_free = max(self._now, self._out_free) + self.BYTE_US
        self._out.append((self._out_free, data[0]))

    def _do(self, request):
        self._requests += 1
        if self._requests % self._every == 0:
            self._busy = self._now + 1000 * self._chance.randint(*self._stall_ms)
        return self._handle(request)

    def _run(self, until):
        while self._now < until:
            self._now = min(until, max(self._now + self.PASS_US, self._busy))
            while self._coming and self._coming[0][0] <= self._now:
                _, byte = self._coming.pop(0)
                if len(self._ring) < self._ring_size:
                    self._ring.append(byte)
                else:
                    self.lost += 1
            if self._now >= self._busy:
                self.link.step()
            if self._out and self._out[0][0] <= self._now:
                return

    def idle_for(self, seconds):
        """Nobody says anything."""
        end = self._now + round(seconds * 1e6)
        while self._now < end:
            self._run(end)

    def write(self, data):
        self.written += len(data)
        for byte in data:
            self._line_free = max(self._now, self._line_free) + self.BYTE_US
            self._coming.append((self._line_free, byte))

    def read(self, timeout_s):
        self._run(self._now + max(1, round(timeout_s * 1e6)))
        count = sum(at <= self._now for at, _ in self._out)
        data = bytes(byte for _, byte in self._out[:count])
        del self._out[:count]
        return data

    def now(self):
        return self._now / 1e6

    def close(self):
        pass


class SlowPoll:
    def __init__(self, board):
        self._board, self._flags = board, 0

    def register(self, _stream, flags):
        self._flags = flags

    def ipoll(self, _timeout):
        ready = self._board._ring if self._flags == SlowBoard.POLLIN else True
        return (None,) if ready else ()
