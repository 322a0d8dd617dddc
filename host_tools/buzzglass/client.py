"""Requests to a device over the framed serial protocol: one frame in flight at a time."""

from __future__ import annotations

import base64
import binascii
import json
import secrets
from collections.abc import Callable
from typing import Any

from buzzglass.errors import DeviceError, LinkError
from buzzglass.transport import Transport
from glass import frame

RETRY_S = 0.3
TRIES = 5
# After the last try the device gets longer: it may be in the middle of a flash erase.
LAST_WAIT_S = 1.0
PROTOCOL = 1
# 111 bytes are 148 characters of base64, so that a deck_put fits one frame.
CHUNK_BYTES = 111

__all__ = ["Client", "DeviceError", "LinkError"]


class Client:
    """Talks to one device. Every request is sent again until it is answered; the device answers
    a repeated request from its cache, so nothing is ever done twice."""

    def __init__(self, transport: Transport, first_id: int | None = None) -> None:
        self.transport = transport
        self.device: dict[str, Any] = {}
        if first_id is None:  # a virtual device's port names one, so that runs repeat exactly
            first_id = getattr(transport, "first_id", None)
        self._id = secrets.randbelow(0x10000) if first_id is None else first_id & 0xFFFF
        self._decoder = frame.Decoder()
        self._frames: list[tuple[str, int, int, bool, str]] = []

    def close(self) -> None:
        """Let go of the port."""
        self.transport.close()

    def hello(self, time_s: int | None = None) -> dict[str, Any]:
        """Greet the device and keep what it says about itself; raises LinkError."""
        self.device = self.request("hello", **({} if time_s is None else {"time": time_s}))
        protocol = self.device.get("protocol", PROTOCOL)
        if protocol != PROTOCOL:
            raise LinkError(
                f"The device speaks protocol {protocol} and this tool {PROTOCOL}: "
                "update the older of the two."
            )
        return self.device

    def request(self, do: str, **args: Any) -> dict[str, Any]:
        """Send a request, return the reply without its "ok". Raises DeviceError, LinkError."""
        payload = json.dumps({"do": do, **args}, ensure_ascii=True, separators=(",", ":"))
        if len(payload) > frame.REQUEST_MAX:
            raise DeviceError(
                f"The request '{do}' has {len(payload)} characters and the device takes "
                f"{frame.REQUEST_MAX}: shorten what is in it.",
                "too_long",
            )
        self._id = (self._id + 1) & 0xFFFF
        text = None
        for seq, (part, last) in enumerate(frame.pieces(payload)):
            text = self._exchange(seq, part, last)
        try:
            reply = json.loads(text or "")
            ok = reply.pop("ok")
        except (ValueError, KeyError, AttributeError, TypeError):
            raise LinkError(f"The device's answer to '{do}' makes no sense: update its firmware.")
        if not ok:
            code = str(reply.get("error", ""))
            raise DeviceError(str(reply.get("text") or f"The device refused: {code}."), code)
        return dict(reply)

    def _exchange(self, seq: int, part: str, last: bool) -> str | None:
        """Send one frame until it is acknowledged (None) or, if it is the last, answered."""
        line = frame.encode(frame.REQUEST, self._id, seq, last, part)
        parts: dict[int, str] = {}
        total = None
        for attempt in range(TRIES):
            # The empty line ends whatever noise is in the device's receive buffer.
            self.transport.write(line if attempt == 0 and seq else b"\n" + line)
            wait = RETRY_S if attempt < TRIES - 1 else LAST_WAIT_S
            deadline = self.transport.now() + wait
            while True:
                got = self._next_frame(deadline)
                if got is None:
                    break
                kind, ident, number, is_last, text = got
                if ident != self._id:
                    continue
                if not last:
                    if kind == frame.ACK and number == seq:
                        return None
                    continue
                if kind != frame.REPLY:
                    continue
                parts[number] = text
                deadline = self.transport.now() + wait
                if is_last:
                    total = number + 1
                if total is not None and len(parts) >= total:
                    return "".join(parts[n] for n in range(total))
        raise LinkError(
            "The device does not answer: check that it is switched on, runs the game, and that "
            "no other program uses its port."
        )

    def _next_frame(self, deadline: float) -> tuple[str, int, int, bool, str] | None:
        while not self._frames:
            left = deadline - self.transport.now()
            if left <= 0:
                return None
            data = self.transport.read(left)
            if not data:
                return None
            for byte in data:
                got = self._decoder.feed(byte)
                if got is not None and got[0] in (frame.REPLY, frame.ACK):
                    self._frames.append(got)
        return self._frames.pop(0)

    def upload_deck(
        self,
        name: str,
        kind: str,
        cards: int,
        data: bytes,
        progress: Callable[[int], None] | None = None,
    ) -> dict[str, Any]:
        """Put a packed deck on the device; progress is told the bytes done so far.

        Returns what `deck load --json` prints. Raises DeviceError, LinkError.
        """
        start = self.transport.now()
        self.request(
            "deck_begin",
            name=name,
            bytes=len(data),
            crc=binascii.crc32(data),
            cards=cards,
            kind=kind,
        )
        for at in range(0, len(data), CHUNK_BYTES):
            chunk = base64.b64encode(data[at : at + CHUNK_BYTES]).decode()
            self.request("deck_put", at=at, data=chunk)
            if progress:
                progress(min(len(data), at + CHUNK_BYTES))
        done = self.request("deck_end")
        return {
            "name": done.get("name", name),
            "cards": done.get("cards", cards),
            "bytes": len(data),
            "seconds": round(self.transport.now() - start, 3),
        }

    def read_file(
        self,
        file: str,
        name: str,
        progress: Callable[[int, int], None] | None = None,
        start: int = 0,
    ) -> bytes:
        """Bytes of a deck or of a game's journal from `start`; file is "deck" or "game"."""
        data = bytearray()
        while True:
            reply = self.request("read", file=file, name=name, at=start + len(data))
            try:
                part = base64.b64decode(reply.get("data", ""), validate=True)
            except ValueError:
                raise LinkError(f"The device sent a damaged piece of '{name}': try again.")
            data += part
            if progress:
                progress(len(data), int(reply.get("size", 0)))
            if reply.get("end"):
                return bytes(data)
            if not part:
                raise LinkError(f"The device stopped in the middle of '{name}': try again.")
