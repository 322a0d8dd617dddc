"""Requests to a device over the framed serial protocol: one frame in flight at a time."""

from __future__ import annotations

import base64
import json
import re
import secrets
import zlib
from collections.abc import Callable, Mapping
from typing import TypeVar, cast

from buzzglass.decks import packing
from buzzglass.device.answer import Answer, Held
from buzzglass.device.transport import Transport
from buzzglass.errors import DeviceError, LinkError
from buzzglass.shapes import Hello, Reply, State
from glass.formats import whole_frame as frame

Kind = TypeVar("Kind")
RETRY_S = 0.3
TRIES = 5
# After the last try the device gets longer: it may be in the middle of a flash erase.
LAST_WAIT_S = 3.0
ANSWER_S = 8.0  # the longest that one frame and its answer may take
PROBE_S = 2.5  # for the first answer of a port that nobody knows
STRANGER_S = 1.0  # for the first answer, if what was received is not of a Buzzglass
BOOT_S = 6.0  # opening the port may reset the board: what it says then is not ours yet
PROTOCOL = 2
WINDOW_DEFAULT, WINDOW_MIN = 256, 32
FILE_MAX = 1 << 24
AROUND_PAYLOAD = frame.LINE_MAX - frame.PAYLOAD_MAX + 1  # and the newline in front


class Changed(LinkError):
    """A file has changed while it was read."""


SILENT = (
    "The device does not answer: check that it is switched on, runs the game, and that no other "
    "program uses its port."
)
UNKNOWN = "What answers is no Buzzglass: name another port with --port PORT."
# A device that starts anew no longer knows which requests it has done: these must not be repeated.
ONCE = ("new", "stop", "deck_end", "deck_remove", "repl")
RESTARTED = "The device started anew in the middle of this: try again."


class Client:
    """Talks to one device. Every request is sent again until it is answered; the device answers
    a repeated request from its cache, so nothing is ever done twice."""

    def __init__(self, transport: Transport, first_id: int | None = None) -> None:
        self.transport = transport
        self.device: Hello = {}
        if first_id is None:  # a virtual device's port names one, so that runs repeat exactly
            first_id = getattr(transport, "first_id", None)
        self._id = secrets.randbelow(0x10000) if first_id is None else first_id & 0xFFFF
        self._window = WINDOW_DEFAULT
        self._greeted = self._once = False
        self._decoder = frame.Decoder()
        self._frames: list[tuple[str, int, int, bool, str]] = []
        self._heard = b""

    def close(self) -> None:
        """Close the port."""
        self.transport.close()

    def hello(self, time_s: int | None = None) -> Hello:
        """Greet the device and keep its reply in `device`. Raises LinkError.

        time_s: seconds since 1970, for the device's clock.

        Whatever is on the port gets one line, and no more before it is known to be a Buzzglass.
        """
        args = {} if time_s is None else {"time": time_s}
        self._id = (self._id + 1) & 0xFFFF
        payload = json.dumps({"do": "hello", **args}, separators=(",", ":"))
        self._probe(frame.encode(frame.REQUEST, self._id, 0, True, payload))
        said = cast(Hello, self._reply("hello", payload, sent=True))
        protocol = said.get("protocol")
        if protocol != PROTOCOL and type(protocol) is int:
            raise LinkError(
                f"The device speaks protocol {protocol} and this tool {PROTOCOL}: "
                "update the older of the two."
            )
        if said.get("name") != "buzzglass" or protocol != PROTOCOL:
            raise LinkError(UNKNOWN)
        window = said.get("window", WINDOW_DEFAULT)
        self._window = max(WINDOW_MIN, window) if type(window) is int else WINDOW_DEFAULT
        self.device = said
        self._greeted = True
        return said

    def request(self, do: str, **args: object) -> Reply:
        """Send a request, return the reply without its "ok". Raises DeviceError, LinkError."""
        payload = json.dumps({"do": do, **args}, ensure_ascii=True, separators=(",", ":"))
        if len(payload) > frame.REQUEST_MAX:
            raise DeviceError(
                f"The request '{do}' has {len(payload)} characters and the device takes "
                f"{frame.REQUEST_MAX}: shorten what is in it.",
                "too_long",
            )
        self._id = (self._id + 1) & 0xFFFF
        return self._reply(do, payload)

    def _reply(self, do: str, payload: str, sent: bool = False) -> Reply:
        text = None
        self._once = do in ONCE
        for seq, (part, last) in enumerate(packing.pieces(payload, self.room)):
            text = self._exchange(seq, part, last, sent)
        return _good(do, text or "")

    def _probe(self, line: bytes) -> None:
        """Send one line to an unknown port and wait for a sign that a Buzzglass is there."""
        # The empty lines end what is in its receive buffer, and this one should its end be lost.
        self.transport.write(b"\n" + line + b"\n")
        began = self.transport.now()
        # A reply that arrived damaged is a sign too.
        signs = (b"=%04x" % self._id, b'"buzzglass"')
        while True:
            got = self._next_frame(self.transport.now() + RETRY_S)
            if got is not None and got[0] != frame.REQUEST:
                self._frames.insert(0, got)
                return
            if any(sign in self._heard for sign in signs):
                return
            stranger = _stranger(self._heard, line.strip())
            limit = STRANGER_S if stranger else BOOT_S if self._heard else PROBE_S
            if self.transport.now() >= began + limit:
                raise LinkError(stranger or (UNKNOWN if self._heard else SILENT))

    def _exchange(self, seq: int, part: str, last: bool, sent: bool = False) -> str | None:
        """Send one frame, unless it is `sent`, until it is acknowledged (None) or, if it is the
        last, answered (the reply's text). Raises LinkError."""
        line = frame.encode(frame.REQUEST, self._id, seq, last, part)
        answer = Answer(self._id, seq, last)
        self._until_whole(answer, line, seq == 0, sent)
        return answer.text if last else None

    def _until_whole(self, answer: Answer, line: bytes, first: bool, sent: bool = False) -> None:
        """Send a line, unless it is `sent`, until its answer is whole; first: of a message. Raises
        LinkError."""
        limit = self.transport.now() + ANSWER_S
        for attempt in range(TRIES):
            if attempt or not sent:
                # The empty line ends whatever noise is in the device's receive buffer.
                self.transport.write(b"\n" + line if attempt or first else line)
            wait = RETRY_S if attempt < TRIES - 1 else LAST_WAIT_S
            if self._listen(answer, wait, limit):
                return
        raise LinkError(SILENT)

    @property
    def room(self) -> int:
        """Characters of a frame's payload that the device's window has room for."""
        room: int = min(frame.PAYLOAD_MAX, self._window - AROUND_PAYLOAD)
        return room

    def put(self, upload: int, at: int, data: bytes) -> None:
        """Send bytes of an upload for offset `at`, until the device has them. Raises DeviceError,
        LinkError."""
        self._once = True
        text = f"{at:06x}{base64.b64encode(data).decode()}"
        answer = Held(upload, at + len(data))
        self._until_whole(answer, frame.encode(frame.DATA, upload, 0, True, text), True)
        if answer.text:
            _good("deck_put", answer.text)

    def _listen(self, answer: Answer, wait_s: float, limit: float) -> bool:
        """Take frames until the answer is whole: True. False if the frame should be sent again:
        nothing has come for wait_s, or the device has said that it lost it.

        limit: on the transport's clock, when to give up. Raises LinkError if the device restarted.
        """
        deadline = min(limit, self.transport.now() + wait_s)
        while (got := self._next_frame(deadline)) is not None:
            kind, _, _, _, text = got
            if kind == frame.EVENT:
                event = _event(text)
                if event == "boot" and self._greeted and self._once:
                    raise LinkError(RESTARTED)
                if event in ("boot", "dropped") and not answer.hurried:
                    answer.hurried = True  # once: more of them may be about older lines
                    return False
            elif answer.take(*got):
                deadline = min(limit, self.transport.now() + wait_s)
            if answer.whole:
                return True
        return False

    def _next_frame(self, deadline: float) -> tuple[str, int, int, bool, str] | None:
        while not self._frames:
            left = deadline - self.transport.now()
            if left <= 0:
                return None
            data = self.transport.read(left)
            if not data:
                return None
            if not self._greeted:
                self._heard = (self._heard + data)[-4096:]
            for byte in data:
                got = self._decoder.feed(byte)
                if got is not None and got[0] != frame.REQUEST:  # that is an echo of ours
                    self._frames.append(got)
        return self._frames.pop(0)

    def read_file(
        self,
        file: str,
        name: str,
        progress: Callable[[int, int], None] | None = None,
    ) -> bytes:
        """The bytes of a deck, of a game's journal, or of a file in quarantine; `file` is "deck",
        "game" or "aside". Raises DeviceError, LinkError; Changed if it changed meanwhile."""
        data = bytearray()
        while True:
            reply = self.request("read", file=file, name=name, at=len(data))
            try:
                part = base64.b64decode(field(reply, "data", str, "read"), validate=True)
            except ValueError:
                raise senseless("read")
            data += part
            size = field(reply, "size", int, "read")
            if progress:
                progress(len(data), size)
            if reply.get("end"):
                # A journal that grew or was compacted meanwhile, or bytes damaged on their way.
                if len(data) != size or reply.get("crc", zlib.crc32(data)) != zlib.crc32(data):
                    raise Changed(f"'{name}' changed while it was read: try again.")
                return bytes(data)
            if not part or len(data) > FILE_MAX:
                raise LinkError(f"The device stopped in the middle of '{name}': try again.")


def field(reply: Mapping[str, object], key: str, kind: type[Kind], do: str) -> Kind:
    """reply[key], which must be of that kind. Raises LinkError."""
    value = reply.get(key)
    if type(value) is not kind:
        raise senseless(do)
    return value


def state_in(reply: Reply, do: str) -> State:
    """The state in a reply, which must have one. Raises LinkError."""
    return cast(State, field(reply, "state", dict, do))


def senseless(do: str) -> LinkError:
    """The error for an answer of another shape than the protocol's."""
    return LinkError(f"The device's answer to '{do}' makes no sense: update its firmware.")


def _good(do: str, text: str) -> Reply:
    """The reply in a text. Raises DeviceError for a refusal, LinkError for nonsense."""
    try:
        reply = json.loads(text)
        ok = reply.pop("ok")
    except (ValueError, KeyError, AttributeError, TypeError, RecursionError):
        raise senseless(do)
    if not ok:
        code = str(reply.get("error", ""))
        raise DeviceError(str(reply.get("text") or f"The device refused: {code}."), code)
    return cast(Reply, reply)


def _event(text: str) -> str | None:
    try:
        return str(json.loads(text)["event"])
    except (ValueError, KeyError, TypeError):
        return None


def _stranger(heard: bytes, line: bytes) -> str | None:
    """A sentence about what is on the port, by what it sent after our line; None if unclear."""
    if b">>> " in heard:
        return (
            "MicroPython answers, but the game does not run: reset the board without holding "
            "'foul', or put the firmware on it."
        )
    if re.search(rb"(^|[\r\n])(OK|ERROR)\s*$", heard):
        return "A modem answers on this port: name the Buzzglass's with --port PORT."
    if line in heard:
        return "What is on this port only echoes: name the Buzzglass's with --port PORT."
    return None
