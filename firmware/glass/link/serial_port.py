"""The serial link (PROTOCOL.md): bounded reads, replies sent as the port takes them, no waiting."""

import binascii
import select
from time import ticks_diff, ticks_ms

from micropython import const

from glass.formats import frame
from glass.formats.json_pieces import Writer
from glass.link.asked import Answer, Asked, data_in, held, request_in

READ_MAX = 256  # bytes a pass, unless something more urgent waits
WRITE_MAX = 448
_LOOK = const(16)  # bytes read between two looks whether it does
EVENTS_MAX = 12  # messages that wait for a laptop that does not read
QUEUE_MAX = EVENTS_MAX + 4  # replies too: the laptop asks again
ANSWERED_MAX = 4  # requests whose reply is kept: two laptops may ask again in turns
_KEPT_MS = const(10000)  # replies, for a laptop that asks again: it gives up before that


class Link:
    """`step` moves bytes; while `asked` is not None, `answer` does a piece of what is asked for: in
    a call of its own, since a board's stack is short."""

    def __init__(self, streams):
        """streams: (input, output), bytes each."""
        self._in, self._out = streams
        self._poll_in, self._poll_out = select.poll(), select.poll()
        self._poll_in.register(self._in, select.POLLIN)
        self._poll_out.register(self._out, select.POLLOUT)
        self._byte = bytearray(1)
        self._decoder = frame.Decoder()
        self._parts, self._size, self._ident, self._seq = [], 0, None, 0
        self.asked = None  # Asked: nothing is read until it is done
        self._answered = []  # Answers, newest last
        self._answered_at = 0
        self._queue = []  # Answers; (kind, id, seq, value) of what takes one frame
        self._sending = None  # how many frames of the queue's first are made
        self._line = memoryview(bytearray(frame.LINE_MAX))
        self._writer = Writer(self._line[frame.HEAD : frame.HEAD + frame.SEALED_MAX])
        self._blocks = [self._line[at * frame.BLOCK : (at + 1) * frame.BLOCK]
                        for at in range(frame.LINE_MAX // frame.BLOCK)]  # fmt: skip
        self._at = self._end = 0  # blocks of the line that are sent, and that it has
        self._event = 0
        self.tell({"event": "boot"})

    def readable(self):
        """True if a byte waits."""
        for _ in self._poll_in.ipoll(0):
            return True
        return False

    def step(self, urgent):
        """One short pass; 0 if there is more to do at once, else None.

        urgent(): True when something else must be done first.
        """
        if self._answered and ticks_diff(ticks_ms(), self._answered_at) > _KEPT_MS:
            self._answered = []
        if self.asked is None:
            self._receive(urgent)
        self._send(urgent)
        more = self.asked is None and self.readable()
        return 0 if more or not self.idle() and self._writable() else None

    def answer(self, handle, attempt):
        """Do a piece of what is asked for; handle, attempt: as in Asked.piece."""
        asked, self.asked = self.asked, None
        if asked.piece(handle, attempt):
            self._reply(asked.answer)
        else:
            self.asked = asked

    def drop(self):
        """Drop all that waits to be sent, and long replies: the laptop asks again. What was done is
        not done again then."""
        self._queue, self._sending = [], None
        for at in range(frame.BLOCK):  # newlines, which end what is sent of a line
            self._line[at] = 10
        self._at, self._end = 0, 1
        self._answered = [one for one in self._answered if one.is_plain()]

    def idle(self):
        """True if nothing waits to be sent."""
        return not self._queue and self._at == self._end

    def tell(self, event):
        """Queue an event (dict) for whoever listens; dropped if the port does not drain."""
        if len(self._queue) < EVENTS_MAX:
            self._event = (self._event + 1) & 0xFFFF
            self._queue.append((frame.EVENT, self._event, 0, event))

    # -- bytes ---------------------------------------------------------------------------------

    def _receive(self, urgent):
        """Take bytes, up to the end of a line at most."""
        decoder, byte = self._decoder, self._byte
        waiting, take = self._poll_in.ipoll, self._in.readinto
        line, size = decoder.buffer, decoder.size
        for count in range(READ_MAX):
            for _ in waiting(0):
                break
            else:
                break
            # More than one byte at once may block on rp2 (micropython#16550).
            if not count % _LOOK and urgent() or not take(byte):
                break
            code = byte[0]
            if code == 10:
                decoder.size = size
                self._ended(decoder.end())
                return
            if code != 13 and size < frame.LINE_MAX:
                line[size] = code
                size += 1
        decoder.size = size

    def _writable(self):
        for _ in self._poll_out.ipoll(0):
            return True
        return False

    def _send(self, urgent):
        for _ in range(WRITE_MAX // frame.BLOCK):
            if urgent() or not self._writable() or self.idle():
                return
            if self._at == self._end and not self._make_line(urgent):
                return
            # Whatever the port takes is blocks: where there is room for a byte, there is for one.
            self._out.write(self._blocks[self._at])
            self._at += 1

    def _make_line(self, urgent):
        """Make the next frame of the message that is the first in the queue; True if that is
        done."""
        first = self._queue[0]
        if isinstance(first, Answer):
            kind, ident, seq, value = frame.REPLY, first.ident, self._sending or 0, first.reply
        else:
            kind, ident, seq, value = first
        if self._sending is None:
            self._writer.begin(value)
            self._sending = 0
        filled = self._writer.fill(urgent)
        if not filled:
            return False
        size, last = filled
        self._end = frame.seal(self._line, kind, ident, seq, last, size) // frame.BLOCK
        self._at = 0
        self._sending += 1
        if last:
            if isinstance(first, Answer):
                first.frames = self._sending
                self._forget_long()
            self._queue.pop(0)
            self._sending = None
        return True

    def _forget_long(self):
        """Let go of long replies that have been sent, up to 5 KB each: what led to them may be done
        again."""
        self._answered = [one for one in self._answered if one.frames < 2 or one.is_plain()]

    # -- messages ------------------------------------------------------------------------------

    def _ended(self, got):
        """A line has ended; got: what the decoder says of it."""
        line, why = self._decoder.line, self._decoder.dropped
        if got and got[0] == frame.REQUEST:
            text = frame.text_of(line)
            if text is None:
                why = "damaged"
            else:
                self._take(got[1], got[2], got[3], text)
        elif got and got[0] == frame.DATA:
            self.asked = Asked(Answer(got[1], None), data_in, got[1],
                                line[frame.HEAD : 1 - frame.TAIL])  # fmt: skip
        if why:
            self.tell({"event": "dropped", "why": why})

    def _take(self, ident, seq, last, payload):
        """A frame of a request."""
        mark = binascii.crc32(payload.encode()) if last else 0
        for answer in self._answered:
            if last and answer.ident == ident and answer.mark == mark and answer.reply is not None:
                # Asked again because the reply was lost: the same words, nothing done twice.
                self._reply(answer)
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
            self._queue_up((frame.ACK, ident, seq, b""))
            return
        # Of those that took several frames only the last is kept.
        kept = [one for one in self._answered[1 - ANSWERED_MAX :] if one.frames < 2]
        answer = Answer(ident, mark)  # before it is done: then nothing may need memory
        kept.append(answer)
        self.asked = Asked(answer, request_in, "".join(self._parts), self._size)
        self._answered, self._answered_at = kept, ticks_ms()
        self._parts, self._ident = [], None

    def _reply(self, answer):
        """Send an answer (again)."""
        if answer.mark is None and "at" in answer.reply:
            self._queue_up((frame.ACK, answer.ident, 0, held(answer.reply)))
            return
        answer.complete()
        if self._queue and self._queue[0] is answer:
            self._sending = None
        if answer not in self._queue:
            self._queue_up(answer)

    def _queue_up(self, message):
        if len(self._queue) < QUEUE_MAX:
            self._queue.append(message)
