"""A device in memory that answers through the firmware's own Link, and a wire to it that loses,
changes and delays what a test says."""

import binascii
import io
import zlib

from buzzglass import __version__
from glass.formats import deck_file, deck_name
from glass.formats.errors import Refused
from support import firmware_tables as tables
from support.memory_port import MemoryPort, one_pass

# With no game in play.
STATE = {
    "game": None, "game_id": None, "edition": None, "phase": "menu", "round": None, "turn": None,
    "team": None, "speaker": None, "speaker_name": None, "remaining_ms": None, "deck": None,
    "aside": None, "card": None, "this_turn": None, "teams": [], "players": [], "winners": [],
    "events": 0, "menu": None,
}  # fmt: skip


class FakeDevice:
    """Every request of the firmware's table is a method `do_NAME(request)` that returns the reply
    or raises Refused. A test may put another in its place, and set what is asked for.

    It keeps what it is told and checks no set-up and no value of a setting: the board does.
    """

    def __init__(self):
        self.decks, self.games, self.quarantine = {}, {}, {}  # {name: bytes}
        self.crashes = []  # [{"at", "text"}]
        self.settings = tables.default_settings()
        self.state = dict(STATE)
        self.scores = None  # the state of the last game, if that is another
        self.setups, self.synced = [], []
        self.done = []  # requests carried out, each once
        self.unknown = ()  # names of requests that came with later firmware
        self._upload, self._uploads = None, 0
        self._fallen = None
        self._port = MemoryPort()
        self._link = self._port.link()
        self.hear(b"")  # it said `boot` before anybody listened

    def hear(self, data):
        """Bytes come in at the serial port; returns what the device sends until it rests."""
        self._port.arrive(data)
        try:
            while one_pass(self._link, self.handle) == 0:
                pass
        finally:
            fallen, self._fallen = self._fallen, None
        if fallen:
            raise fallen
        return self._port.sent()

    def handle(self, request):
        """The reply to a request. Raises Refused."""
        tables.check(request)
        if request["do"] in self.unknown:
            raise Refused("request", "This device knows no such request: update its firmware.")
        self.done.append(request)
        try:
            return dict(getattr(self, "do_" + request["do"])(request))
        except Refused:
            raise
        except Exception as error:  # the test's, or its assertion: no answer to a laptop
            self._fallen = error
            raise

    def do_hello(self, request):
        return {"name": "buzzglass", "version": __version__, "board": "fake", "id": "c0ffee",
                "protocol": tables.PROTOCOL, "free": 1000000, "window": tables.WINDOW,
                "language": self.settings["language"]}  # fmt: skip

    def do_status(self, request):
        return {"state": self.state}

    def do_scores(self, request):
        return {"state": self.scores or self.state}

    # -- games -----------------------------------------------------------------------------------

    def do_new(self, request):
        self.setups.append(request["setup"])
        return {"game_id": "0001"}

    def do_stop(self, request):
        if self.state["game"] is None:
            raise Refused("no_game", "No game is in play.")
        self.state = dict(STATE)
        return {}

    def do_games(self, request):
        rest = sorted(name for name in self.games if name > request.get("after", ""))
        listed = [{"id": name, "bytes": len(self.games[name]),
                   "crc": binascii.crc32(self.games[name])}
                  for name in rest[: tables.GAMES_A_REPLY]]  # fmt: skip
        return {"games": listed, "more": len(rest) > tables.GAMES_A_REPLY}

    def do_synced(self, request):
        if request["id"] not in self.games:
            raise Refused("no_game", f'There is no game "{request["id"]}" on the device.')
        self.synced.append((request["id"], request["bytes"]))
        return {}

    # -- decks and other files -------------------------------------------------------------------

    def do_deck_begin(self, request):
        if fault := deck_name.fault(request["name"]):
            raise Refused("name", fault)
        self._uploads += 1
        self._upload = (request, bytearray())
        return {"at": 0, "upload": self._uploads}

    def _under_way(self, request):
        if self._upload is None or request["upload"] != self._uploads:
            raise Refused("no_upload", "Another upload has begun: load the deck again.")
        return self._upload

    def do_deck_put(self, request):
        _, packed = self._under_way(request)
        if request["at"] == len(packed):
            packed += request["data"]
        return {"at": len(packed)}

    def do_deck_end(self, request):
        begun, packed = self._under_way(request)
        self._upload = None
        try:
            data = zlib.decompress(packed, -10)
        except zlib.error:
            data = b""
        if (len(data), binascii.crc32(data)) != (begun["bytes"], begun["crc"]):
            raise Refused("damaged", "The deck arrived damaged: load it again.")
        reader = deck_file.Reader(io.BytesIO(data))
        self.decks[reader.name] = data
        return {"name": reader.name, "cards": reader.cards}

    def do_deck_list(self, request):
        readers = [(deck_file.Reader(io.BytesIO(data)), len(data)) for data in self.decks.values()]
        listed = [{"name": reader.name, "kind": reader.kind, "cards": reader.cards, "bytes": size,
                   "columns": list(reader.columns)} for reader, size in readers]  # fmt: skip
        return {"decks": sorted(listed, key=lambda deck: deck["name"])}

    def do_deck_remove(self, request):
        if self.decks.pop(request["name"], None) is None:
            raise Refused("no_deck", f'There is no deck "{request["name"]}" on the device.')
        return {}

    def do_read(self, request):
        file, name, at = request["file"], request["name"], request["at"]
        if file not in ("deck", "game", "aside"):
            raise Refused("request", '"file" must be deck, game or aside: update the tool.')
        files = {"deck": self.decks, "game": self.games, "aside": self.quarantine}[file]
        if name not in files:
            code = "no_deck" if file == "deck" else "no_game"
            raise Refused(code, f'There is no {file} "{name}" on the device.')
        reply = piece(files[name], at)
        if reply["end"] and file == "game":
            reply["crc"] = binascii.crc32(files[name])
        return reply

    # -- what is wrong with it, and settings -----------------------------------------------------

    def do_aside(self, request):
        listed = [{"name": name, "bytes": len(data)} for name, data in self.quarantine.items()]
        return {"aside": listed}

    def do_aside_clear(self, request):
        self.quarantine.clear()
        return {}

    def do_crashes(self, request):
        return {"crashes": self.crashes}

    def do_crashes_clear(self, request):
        self.crashes.clear()
        return {}

    def do_settings_get(self, request):
        return {"settings": self.settings}

    def do_settings_set(self, request):
        for key in request["settings"]:
            if key not in self.settings:
                raise Refused("setting", f"There is no setting {key}.")
        self.settings.update(request["settings"])
        return {"settings": self.settings}

    def do_repl(self, request):
        return {}


def piece(data, at):
    """The reply to a `read` from offset `at` of a file whose bytes are `data`."""
    part = data[at : at + tables.CHUNK_MAX]
    return {"data": binascii.b2a_base64(part, newline=False).decode(), "size": len(data),
            "end": at + len(part) >= len(data)}  # fmt: skip


class FakeWire:
    """A transport to a FakeDevice, whose clock only moves when somebody waits. `lose(direction,
    line)` says which frames get lost or, if it returns bytes, what arrives in their place; what
    comes back is cut into odd pieces."""

    def __init__(self, device, lose=None, noise=b"", piece=7):
        self.device = device
        self.time = 0.0
        self.closed = False
        self.written = []
        self._lose = lose or (lambda direction, line: False)
        self._waiting = bytearray(noise)
        self._noise = noise
        self._piece = piece

    def write(self, data):
        for line in data.splitlines(keepends=True):
            if line != b"\n":
                self.written.append(line)
                line = self._fate("out", line)
            for answer in self.device.hear(line).splitlines(keepends=True):
                if answer := self._fate("in", answer):
                    self.arrive(self._noise + answer)

    def _fate(self, direction, line):
        """What arrives of a line."""
        fate = self._lose(direction, line)
        return b"" if fate is True else fate or line

    def arrive(self, data):
        """Bytes for the laptop, whoever sent them."""
        self._waiting += data

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
