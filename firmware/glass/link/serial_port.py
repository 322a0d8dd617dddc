"""The serial link (PROTOCOL.md): bounded reads, replies sent as the port takes them, no waiting."""

import json
import select
from time import ticks_diff, ticks_ms

from micropython import const

from glass import memory
from glass.formats import frame
from glass.formats.errors import Refused
from glass.formats.json_pieces import pieces

READ_MAX = 256  # bytes a pass, unless something more urgent waits
WRITE_MAX = 128
_LOOK = const(16)  # bytes between two looks whether it does
EVENTS_MAX = 12  # messages that wait for a laptop that does not read
QUEUE_MAX = EVENTS_MAX + 4  # replies too: the laptop asks again
ANSWERED_MAX = 4  # requests whose reply is kept: two laptops may ask again in turns
_KEPT_MS = const(10000)  # replies, for a laptop that asks again: it gives up before that
# What a request of the wrong shape can lead to. Not MemoryError: that is memory.py's.
_WRONG = (ArithmeticError, AttributeError, LookupError, RuntimeError, TypeError, ValueError)
_WRONG_VALUE = "The request has a wrong value: %s. Update the tool."


def payloads(reply):
    """Yield (text, True if it is the last) for the frames that a reply (dict) takes, each made as
    it is asked for: a state with many names takes kilobytes as text."""
    rest = ""
    for text in pieces(reply):
        room = frame.PAYLOAD_MAX - len(rest)
        if len(text) > room:  # no piece is longer than a frame
            yield rest + text[:room], False
            text, rest = text[room:], ""
        rest += text
    yield rest, True


def _error(code, text):
    return {"ok": False, "error": code, "text": text}


class Answer:
    """The `reply` (dict) to the request `ident`, None until it is done, and how much of it is sent.

    mark: hash of the request's last part; frames: how many the reply took, 0 before it is sent.
    """

    def __init__(self, ident, mark):
        self.ident, self.mark = ident, mark
        self.reply = self._payloads = None
        self.frames = self._seq = 0

    def is_plain(self):
        """True unless its reply has a list or an object in it: what replies so may be done
        twice."""
        values = self.reply.values() if self.reply else ()
        return not any(isinstance(value, (dict, list)) for value in values)

    def begin(self):
        """From the start (again)."""
        self.reply.setdefault("ok", True)
        self._seq = 0
        self._payloads = payloads(self.reply)

    def next_frame(self):
        """(the next frame's bytes, True if it is the last)."""
        text, last = next(self._payloads)
        line = frame.encode(frame.REPLY, self.ident, self._seq, last, text)
        self._seq += 1
        if last:
            self.frames, self._payloads = self._seq, None
        return line, last


class Link:
    """`step` moves bytes; once `asked` is true, `answer` does what is asked for: in a call of its
    own, since a board's stack is short."""

    def __init__(self, streams):
        """streams: (input, output), bytes each."""
        self._in, self._out = streams
        self._poll_in, self._poll_out = select.poll(), select.poll()
        self._poll_in.register(self._in, select.POLLIN)
        self._poll_out.register(self._out, select.POLLOUT)
        self._decoder = frame.Decoder()
        self._parts, self._size, self._ident, self._seq = [], 0, None, 0
        self._asked = None  # (Answer, text, size) of a request that is not done yet
        self._answered = []  # Answers, newest last
        self._answered_at = 0
        self._queue = []  # frames, (number, dict) of events, Answers
        self._line, self._at = b"", 0
        self._byte = bytearray(1)
        self._event = 0
        self.tell({"event": "boot"})

    def readable(self):
        """True if a byte waits."""
        for _ in self._poll_in.ipoll(0):
            return True
        return False

    @property
    def asked(self):
        """True if a request waits for `answer`."""
        return self._asked is not None

    def step(self, listen, urgent):
        """One short pass; 0 if there is more to do at once, else None.

        listen: False leaves what has come unread. urgent(): True when something else must be done
        first.
        """
        if self._answered and ticks_diff(ticks_ms(), self._answered_at) > _KEPT_MS:
            self._answered = []
        if listen and self._asked is None:
            self._receive(urgent)
        self._send(urgent)
        return 0 if listen and self.readable() or not self.idle() and self._writable() else None

    def answer(self, handle, attempt):
        """Do what is asked for: handle(request dict) -> reply dict; attempt: Heap.attempt of
        memory.py."""
        (answer, text, size), self._asked = self._asked, None
        try:
            answer.reply = attempt(handle, attempt(_request, text, size))
        except Refused as refused:
            answer.reply = _error(refused.code, refused.args_text)
        except OSError as error:
            answer.reply = _error("flash", "The flash refused: %s" % error)
        except memory.Full:
            answer.reply = _error("memory", "The device has no memory for that.")
        except _WRONG as error:  # whatever a laptop sends, the game goes on
            answer.reply = _error("request", _WRONG_VALUE % error)
        self._send_answer(answer)

    def drop(self):
        """Drop all that waits to be sent, and long replies: the laptop asks again. What was done is
        not done again then."""
        self._queue, self._line, self._at = [], b"\n", 0
        self._answered = [one for one in self._answered if one.is_plain()]

    def idle(self):
        """True if nothing waits to be sent."""
        return not self._queue and not self._line

    def tell(self, event):
        """Queue an event (dict) for whoever listens; dropped if the port does not drain."""
        if len(self._queue) < EVENTS_MAX:
            self._event = (self._event + 1) & 0xFFFF
            self._queue.append((self._event, event))

    def _writable(self):
        for _ in self._poll_out.ipoll(0):
            return True
        return False

    def _receive(self, urgent):
        for count in range(READ_MAX):
            if not self.readable() or not count % _LOOK and urgent():
                return
            data = self._in.read(1)  # more than 1 may block on rp2 (micropython#16550)
            if not data:
                return
            got = self._decoder.feed(data[0])
            if got:
                self._take(got)
                return
            if data[0] == 10 and self._decoder.dropped:
                self.tell({"event": "dropped", "why": self._decoder.dropped})

    def _send(self, urgent):
        for count in range(WRITE_MAX):
            if not self._line:
                if not self._queue:
                    return
                self._line = self._next_line()
            if not self._writable() or not count % _LOOK and urgent():
                return
            self._byte[0] = self._line[self._at]
            self._out.write(self._byte)
            self._at += 1
            if self._at == len(self._line):
                self._line, self._at = b"", 0

    def _next_line(self):
        first = self._queue[0]
        if isinstance(first, Answer):
            line, last = first.next_frame()
            if last:
                self._queue.pop(0)
            return line
        if isinstance(first, tuple):
            number, event = first
            first = frame.encode(frame.EVENT, number, 0, True, frame.ascii_json(json.dumps(event)))
        self._queue.pop(0)
        return first

    def _take(self, got):
        kind, ident, seq, last, payload = got
        if kind != frame.REQUEST:
            return
        if last:
            for answer in self._answered:
                asked = answer.ident == ident and answer.mark == hash(payload)
                if asked and answer.reply is not None:
                    # Asked again because the reply was lost: the same words, nothing done twice.
                    self._send_answer(answer)
                    return
        if ident != self._ident or seq == 0:
            self._parts, self._size, self._ident, self._seq = [], 0, ident, 0
        if seq > self._seq or last and seq < self._seq - 1:
            return  # a part in between was lost: wait for it to be sent again
        if seq == self._seq:
            self._parts.append(payload)  # without memory it is not counted, and comes again
            self._seq += 1
            self._size += len(payload)
            if self._size > frame.REQUEST_MAX:
                self._parts = []
        if not last:
            if len(self._queue) < QUEUE_MAX:
                self._queue.append(frame.encode(frame.ACK, ident, seq, True, ""))
            return
        text, size = "".join(self._parts), self._size
        # Of those that took several frames only the last is kept.
        kept = [one for one in self._answered[1 - ANSWERED_MAX :] if one.frames < 2]
        answer = Answer(ident, hash(payload))  # before it is done: then nothing may need memory
        kept.append(answer)
        self._asked = answer, text, size
        self._answered, self._answered_at = kept, ticks_ms()
        self._parts, self._ident = [], None

    def _send_answer(self, answer):
        answer.begin()
        if answer not in self._queue and len(self._queue) < QUEUE_MAX:
            self._queue.append(answer)


def _request(text, size):
    """The request (dict) in a text. Raises Refused, ValueError."""
    if size > frame.REQUEST_MAX:
        raise Refused("too_long", "The request has %d characters and the device takes %d: "
                      "shorten what is in it." % (size, frame.REQUEST_MAX))  # fmt: skip
    request = json.loads(text)
    if not isinstance(request, dict) or not isinstance(request.get("do"), str):
        raise Refused("request", 'A request is a JSON object with "do": update the tool.')
    return request
