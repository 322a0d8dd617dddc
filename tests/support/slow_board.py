"""A board behind a slow UART, whose flash stops everything for a while."""

import random
import types

from support.memory_port import one_pass, serial_port


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
        take = types.SimpleNamespace(readinto=self._take)
        real, serial_port.select = serial_port.select, self
        try:
            self.link = serial_port.Link((take, types.SimpleNamespace(write=self._say)))
        finally:
            serial_port.select = real

    # What the Link sees as `select`.
    POLLIN, POLLOUT = 1, 4

    def poll(self):
        return SlowPoll(self)

    def _take(self, buffer):
        buffer[0] = self._ring.pop(0)
        return 1

    def _say(self, data):
        for byte in data:
            self._out_free = max(self._now, self._out_free) + self.BYTE_US
            self._out.append((self._out_free, byte))

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
                one_pass(self.link, self._do)
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
