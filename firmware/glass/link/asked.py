"""A request under way, and its answer."""

import binascii
import json

from micropython import const

from glass import memory
from glass.formats import frame
from glass.formats.errors import Refused

_AT = const(6)  # hex digits of the offset that a frame of data begins with
# What a request of the wrong shape can lead to. Not MemoryError: that is memory.py's.
_WRONG = (ArithmeticError, AttributeError, LookupError, RuntimeError, TypeError, ValueError)
_WRONG_VALUE = "The request has a wrong value: %s. Update the tool."


def _error(code, text):
    return {"ok": False, "error": code, "text": text}


class Answer:
    """The `reply` (dict) to the request `ident`, None until it is done.

    mark: CRC-32 of the request's last part; frames: how many the reply took, 0 before it is sent.
    """

    def __init__(self, ident, mark):
        self.ident, self.mark = ident, mark
        self.reply = None
        self.frames = 0

    def is_plain(self):
        """True unless its reply has a list or an object in it: what replies so may be done
        twice."""
        values = self.reply.values() if self.reply else ()
        return not any(isinstance(value, (dict, list)) for value in values)

    def complete(self):
        """Make it ready to be sent (again)."""
        self.reply.setdefault("ok", True)


class Asked:
    """A request that is done piece by piece."""

    def __init__(self, answer, request, *arguments):
        """request(*arguments) gives the request (dict). Raises Refused, ValueError."""
        self.answer = answer
        self._request, self._arguments = request, arguments
        self._work = None  # what is under way, a generator
        self._begun = 0

    def piece(self, handle, attempt):
        """Do a piece of it; True once answer.reply is there.

        handle(request dict) gives the reply (dict), or a generator that returns it and yields after
        each piece. attempt: Heap.attempt of memory.py.
        """
        try:
            reply = attempt(self._next, handle)
        except Refused as refused:
            reply = _error(refused.code, refused.args_text)
        except OSError as error:
            reply = _error("flash", "The flash refused: %s" % error)
        except memory.Full:
            reply = _error("memory", "The device has no memory for that.")
        except _WRONG as error:  # whatever a laptop sends, the game goes on
            reply = _error("request", _WRONG_VALUE % error)
        self.answer.reply = reply
        return reply is not None

    def _next(self, handle):
        """The reply, or None after a piece. Where a piece finds no memory all of it begins anew,
        once."""
        work, self._work = self._work, None
        if work is None:
            self._begun += 1
            if self._begun > 2:
                raise memory.Full
            work = handle(self._request(*self._arguments))
            if isinstance(work, dict):
                return work
        try:
            next(work)
        except StopIteration as done:
            return done.value
        self._work = work
        return None


def request_in(text, size):
    """The request (dict) in a text of `size` characters; an empty one stands for one that was too
    long. Raises Refused, ValueError."""
    if size > frame.REQUEST_MAX:
        raise Refused("too_long", "The request has %d characters and the device takes %d: "
                      "shorten what is in it." % (size, frame.REQUEST_MAX))  # fmt: skip
    request = json.loads(text)
    if not isinstance(request, dict) or not isinstance(request.get("do"), str):
        raise Refused("request", 'A request is a JSON object with "do": update the tool.')
    return request


def data_in(upload, payload):
    """The request (dict) that a frame of an upload's data stands for; payload: bytes or memoryview.
    Raises ValueError."""
    at = int.from_bytes(binascii.unhexlify(payload[:_AT]), "big")
    return {"do": "deck_put", "upload": upload, "at": at,
            "data": binascii.a2b_base64(payload[_AT:])}  # fmt: skip


def held(reply):
    """What acknowledges a frame of data: how many bytes are held now."""
    return b"%06x" % reply["at"]
