"""`select` over the serial port's streams."""

import hw

POLLIN, POLLOUT, POLLERR, POLLHUP = 1, 4, 8, 16


class _Poll:
    def __init__(self):
        self._streams = []

    def register(self, stream, flags=POLLIN | POLLOUT):
        self.unregister(stream)
        self._streams.append((stream, flags))

    def unregister(self, stream):
        self._streams = [one for one in self._streams if one[0] is not stream]

    def ipoll(self, timeout=-1, flags=0):
        return iter(self.poll(timeout))

    def poll(self, timeout=-1):
        hw.charge()
        if timeout > 0:
            raise NotImplementedError("the firmware waits in machine.idle() only")
        ready = []
        for stream, flags in self._streams:
            full = hw.unread is not None and len(hw.unread) >= hw.TX_BUFFER
            got = flags & ((POLLIN if hw.rx else 0) | (0 if full else POLLOUT))
            if got:
                ready.append((stream, got))
        return ready


poll = _Poll
