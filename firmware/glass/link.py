"""The serial link (PROTOCOL.md): bounded reads, replies as the port takes them, never waiting."""

import json
import select

from glass import frame
from glass.games.errors import Refused

READ_MAX = 64  # bytes a pass
WRITE_MAX = 96
QUEUE_MAX = 12  # frames that may wait for a laptop that does not read


class Link:
    """`step()` moves bytes; a whole request goes to handle(request dict) -> reply dict."""

    def __init__(self, streams, handle):
        self._in, self._out = streams
        self._handle = handle
        self._poll_in, self._poll_out = select.poll(), select.poll()
        self._poll_in.register(self._in, select.POLLIN)
        self._poll_out.register(self._out, select.POLLOUT)
        self._decoder = frame.Decoder()
        self._parts, self._ident, self._seq = [], None, 0
        self._last_ident, self._last_line, self._last_reply = None, None, None
        self._queue, self._at = [], 0
        self._byte = bytearray(1)
        self._event = 0

    def readable(self):
        """True if a byte waits."""
        for _ in self._poll_in.ipoll(0):
            return True
        return False

    def step(self):
        """One short pass; 0 if there is more to do at once, else None."""
        for _ in range(READ_MAX):
            if not self.readable():
                break
            data = self._in.read(1)  # more than 1 may block on rp2 (micropython#16550)
            if not data:
                break
            got = self._decoder.feed(data[0])
            if got:
                self._take(got)
        self._send()
        return 0 if self.readable() or (self._queue and self._writable()) else None

    def idle(self):
        """True if nothing waits to be sent."""
        return not self._queue

    def tell(self, event):
        """Queue an event (dict) for whoever listens; dropped if the port does not drain."""
        text = frame.ascii_json(json.dumps(event))
        if len(self._queue) < QUEUE_MAX and len(text) <= frame.PAYLOAD_MAX:
            self._event = (self._event + 1) & 0xFFFF
            self._queue.append(frame.encode(frame.EVENT, self._event, 0, True, text))

    def _writable(self):
        for _ in self._poll_out.ipoll(0):
            return True
        return False

    def _send(self):
        for _ in range(WRITE_MAX):
            if not self._queue or not self._writable():
                return
            line = self._queue[0]
            self._byte[0] = line[self._at]
            self._out.write(self._byte)
            self._at += 1
            if self._at == len(line):
                self._queue.pop(0)
                self._at = 0

    def _take(self, got):
        kind, ident, seq, last, payload = got
        if kind != frame.REQUEST:
            return
        if ident == self._last_ident and last:
            # Asked again because the reply was lost: the same words, nothing done twice.
            self._reply(ident, self._last_reply)
            return
        if ident != self._ident or seq == 0:
            self._parts, self._ident, self._seq = [], ident, 0
        if seq == self._seq and sum(len(part) for part in self._parts) < frame.REQUEST_MAX:
            self._parts.append(payload)
            self._seq += 1
        elif seq >= self._seq:
            return  # a part in between was lost: wait for it to be sent again
        if not last:
            self._queue.append(frame.encode(frame.ACK, ident, seq, True, ""))
            return
        text = "".join(self._parts)
        self._parts, self._ident = [], None
        reply = self._answer(text)
        self._last_ident, self._last_reply = ident, reply
        self._reply(ident, reply)

    def _answer(self, text):
        try:
            request = json.loads(text)
            if not isinstance(request, dict) or not isinstance(request.get("do"), str):
                raise Refused("request", "A request is a JSON object with \"do\": update the tool.")
            reply = self._handle(request)
            reply["ok"] = True
            return frame.ascii_json(json.dumps(reply))
        except Refused as refused:
            code, text = refused.code, refused.args_text
        except MemoryError:
            code, text = "memory", "The device has no memory for that."
        except OSError as error:
            code, text = "flash", "The flash refused: %s" % error
        except Exception as error:  # whatever a laptop sends, the game goes on
            code = "request"
            text = "The request has a wrong value: %s. Update the tool." % error
        return frame.ascii_json(json.dumps({"ok": False, "error": code, "text": text}))

    def _reply(self, ident, reply):
        seq = 0
        for part, last in frame.pieces(reply):
            self._queue.append(frame.encode(frame.REPLY, ident, seq, last, part))
            seq += 1
