"""`sys` whose stdin and stdout are the virtual serial port."""

from sys import *  # noqa: F403

import hw
from vb_config import BOARD

platform = BOARD[1]
TX_TIMEOUT_US = 500_000  # a full port holds up a write for so long, then it is dropped
FIFO = 128  # the same of a UART, which empties it itself, at 115200 baud
BYTE_US = 87
_sent_at = 0  # when the UART will have sent all it has


class implementation:
    name = "micropython"
    _machine = BOARD[0]


class _In:
    def read(self, count=-1):
        data = bytearray(1 if count == 1 else 2)
        self.readinto(data)
        return bytes(data)

    def readinto(self, buffer):
        if len(buffer) != 1:
            raise NotImplementedError("only one byte at once is safe on a board")
        hw.charge()
        while not hw.rx:
            hw.idle()
        buffer[0] = hw.rx[0]
        hw.rx[:] = hw.rx[1:]
        return 1


class _Out:
    def write(self, data):
        if not isinstance(data, (bytes, bytearray, memoryview)):
            data = data.encode()
        hw.charge(2 * len(data))
        if BOARD[6]:  # what is printed goes through a UART too
            self._transmit(len(data))
        if hw.unread is not None:
            room = hw.TX_BUFFER - len(hw.unread)
            if room < len(data):
                hw.charge(TX_TIMEOUT_US)
            hw.unread.extend(bytes(data)[:room])
            return len(data)
        hw.record(119, 0, 0, data)  # w
        if hw.stop_on_line and data[-1] == 10:
            hw.stop(79)  # O
        return len(data)

    def _transmit(self, count):
        global _sent_at
        _sent_at = max(_sent_at, hw.now) + count * BYTE_US
        hw.charge(max(0, _sent_at - hw.now - FIFO * BYTE_US))


class _Stream:
    def __init__(self, buffer):
        self.buffer = buffer
        for name in ("read", "readinto", "write"):
            if hasattr(buffer, name):
                setattr(self, name, getattr(buffer, name))


stdin, stdout = _Stream(_In()), _Stream(_Out())
