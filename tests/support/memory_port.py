"""A serial port in memory for the firmware's Link, on either Python."""

from support import board_modules  # noqa: F401, I001  the firmware needs it

from glass.formats import frame
from glass.link import serial_port


def one_pass(link, handle, attempt=lambda work, *arguments: work(*arguments)):
    """A pass over a Link as App makes it; 0 if there is more to do at once, else None."""
    wait = link.step(lambda: False)
    if link.asked:
        link.answer(handle, attempt)
        return 0
    return wait


class MemoryPort:
    """Both streams of a port, and the `select` module beside them."""

    POLLIN, POLLOUT = 1, 4

    def __init__(self):
        self.drains = True  # somebody reads what the device sends
        self._arrived, self._at, self._sent = b"", 0, bytearray()

    def link(self):
        """A Link on this port."""
        real, serial_port.select = serial_port.select, self
        try:
            return serial_port.Link((self, self))
        finally:
            serial_port.select = real

    def arrive(self, data):
        """These bytes (bytes) wait to be read, in place of any before."""
        self._arrived, self._at = data, 0

    def sent(self):
        """What was written since it was asked last."""
        data, self._sent = bytes(self._sent), bytearray()
        return data

    # -- what the Link uses ----------------------------------------------------------------------

    def poll(self):
        return _Poll(self)

    def readinto(self, buffer):
        assert len(buffer) == 1, "only one byte at once is safe on a board"
        assert self._at < len(self._arrived), "a board would wait for a byte here"
        buffer[0] = self._arrived[self._at]
        self._at += 1
        return 1

    def write(self, data):
        assert len(data) == frame.BLOCK, "a Pico's port takes blocks, or waits"
        self._sent.extend(data)

    def ready(self, flags):
        return self._at < len(self._arrived) if flags == self.POLLIN else self.drains


class _Poll:
    def __init__(self, port):
        self._port, self._flags = port, 0

    def register(self, _stream, flags):
        self._flags = flags

    def ipoll(self, _timeout):
        return (None,) if self._port.ready(self._flags) else ()
