"""The virtual device's serial port for other programs: on TCP, and on a pty."""

from __future__ import annotations

import asyncio
import contextlib
import os

from virtual_board.play.realtime import Do

try:
    import tty
except ImportError:  # no ptys here
    tty = None  # type: ignore[assignment]

UNREAD = 1 << 20  # bytes a TCP client may leave unread before it is cut off
UNREAD_PTY = 1 << 14  # the same on the pty, where nobody can be cut off


class TcpPort:
    """The port on TCP: every program that connects gets all that the device sends."""

    def __init__(self, do: Do) -> None:
        """do("serial", data): hands bytes to the device's port."""
        self._do = do
        self._server: asyncio.Server | None = None
        self._writers: set[asyncio.StreamWriter] = set()

    async def open(self, host: str, port: int) -> str:
        """Listen; returns "host:port". Raises OSError."""
        self._server = await asyncio.start_server(self._client, host, port)
        return f"{host}:{self._server.sockets[0].getsockname()[1]}"

    async def _client(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        try:
            while data := await reader.read(4096):
                if b" HTTP/1." in data:  # a page of some site, not a program
                    break
                self._do("serial", data)
        except (ConnectionError, asyncio.CancelledError):
            pass
        finally:
            self._writers.discard(writer)
            writer.close()

    def send(self, data: bytes) -> None:
        """Send bytes from the device to all of them."""
        for writer in list(self._writers):
            if writer.transport.get_write_buffer_size() > UNREAD:
                writer.transport.abort()
            else:
                writer.write(data)

    def close(self) -> None:
        """Cut all connections."""
        for writer in list(self._writers):
            writer.transport.abort()
        if self._server:
            self._server.close()


class PtyPort:
    """The port on a pty. `name` is its path, None where there are no ptys."""

    def __init__(self, do: Do) -> None:
        """Open a pty, in the running loop. do("serial", data): hands bytes to the device's port."""
        self._do = do
        self.name: str | None = None
        self._ours = self._theirs = -1
        self._spoken = False
        self._waiting = bytearray()
        if tty is None:
            return
        try:
            # Theirs stays open: without it ours fails when a program leaves.
            self._ours, self._theirs = os.openpty()
        except OSError:
            return
        tty.setraw(self._theirs)
        os.set_blocking(self._ours, False)
        self.name = os.ttyname(self._theirs)
        asyncio.get_running_loop().add_reader(self._ours, self._readable)

    def _readable(self) -> None:
        with contextlib.suppress(OSError):
            data = os.read(self._ours, 4096)
            self._spoken = True
            self._do("serial", data)

    def send(self, data: bytes) -> None:
        """Send bytes from the device; they are dropped until a program has sent some."""
        if self.name is not None and self._spoken:
            self._waiting += data
            if len(self._waiting) > UNREAD_PTY:  # nobody reads: lost, as on a real port
                self._waiting.clear()
            self._write()

    def _write(self) -> None:
        """Write what the pty takes now; the loop calls again when it takes more."""
        with contextlib.suppress(OSError):
            del self._waiting[: os.write(self._ours, self._waiting)]
        loop = asyncio.get_running_loop()
        if self._waiting:
            loop.add_writer(self._ours, self._write)
        else:
            loop.remove_writer(self._ours)

    def close(self) -> None:
        """Close the pty."""
        if self.name is not None:
            loop = asyncio.get_running_loop()
            loop.remove_reader(self._ours)
            loop.remove_writer(self._ours)
            os.close(self._ours)
            os.close(self._theirs)
