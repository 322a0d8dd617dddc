"""A device in memory, on the far side of a transport whose clock only moves when it waits."""

import base64
import binascii
import io
import json
import zlib

from buzzglass import packing
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
