"""The virtual device for a person: a web page, in real time, its serial port on TCP and a pty.

One asyncio loop serves everything; one worker thread steps the device and is the only one that
touches it. The page's messages are described in page/device.js.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import json
import os
import signal
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TextIO

from aiohttp import WSMsgType, web

from virtual_board.device import BLOCK, BLOCKS, BoardError, VirtualDevice

try:
    import tty
except ImportError:  # no ptys here
    tty = None  # type: ignore[assignment]

HOST = "127.0.0.1"
BUTTONS = ("start", "got", "pass", "foul")
PAGE = Path(__file__).resolve().parent / "page"
FILES = ("index.html", "device.js", "page.js", "style.css")
STEP_S = 0.01
BEHIND_US = 300_000  # further behind real time than this, the device skips what it missed
CONTACT_US = 40_000  # the shortest contact: a tap on a touchpad may last less than a millisecond
UNREAD = 1 << 20  # bytes a serial client may leave unread before it is cut off
HEADERS = {
    "Cache-Control": "no-cache",
    "Content-Security-Policy": "default-src 'self'; connect-src 'self' ws:; img-src 'self' data:",
}
TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css"}


class PlayError(Exception):
    """It cannot start; the text says why and what to do."""


class Page:
    """One open page: what it holds down and what it has not been sent yet."""

    def __init__(self, socket: web.WebSocketResponse) -> None:
        self.socket = socket
        self.held: set[str] = set()
        self.frame: bytes | None = None
        self.texts: list[str] = []
        self.more = asyncio.Event()

    def tell(self, message: dict[str, Any]) -> None:
        self.texts.append(json.dumps(message))
        self.more.set()

    def show(self, frame: bytes) -> None:
        """A newer frame replaces one that a slow page has not taken."""
        self.frame = frame
        self.more.set()

    async def send(self) -> None:
        """Send what there is, for ever."""
        with contextlib.suppress(ConnectionError):
            while True:
                await self.more.wait()
                self.more.clear()
                texts, self.texts = self.texts, []
                frame, self.frame = self.frame, None
                for text in texts:
                    await self.socket.send_str(text)
                if frame is not None:
                    await self.socket.send_bytes(frame)


def frame_of(device: VirtualDevice) -> bytes:
    """The panel, row by row, eight pixels a byte, the leftmost the highest bit."""
    if not (device.on and device.plugged):
        return bytes(1024)
    text = "".join("1" if bit else "0" for row in device.panel.pixel_rows() for bit in row)
    return int(text, 2).to_bytes(1024, "big")


class Play:
    """The device, and whoever is connected to it."""

    def __init__(self, device: VirtualDevice) -> None:
        self.device = device
        self.pages: set[Page] = set()
        self.writers: set[asyncio.StreamWriter] = set()
        self.pty: int | None = None
        self.pty_spoken = False
        self.failed = ""
        self._todo: list[tuple[float, str, Any, Any]] = []
        self._wake = asyncio.Event()
        self._last_edge: dict[str, int] = {}
        self._sounds: list[tuple[int, int, int]] = []
        self._sound = (0, 0)
        self._dirty = True
        self._frame = bytes(1024)
        self._state: dict[str, Any] = {}
        self._zero = 0.0
        device.trace = self._trace

    # -- in the worker -----------------------------------------------------------------------

    def _trace(self, at_us: int, what: str, more: dict[str, Any]) -> None:
        if what == "buzzer":
            self._sounds.append((at_us, more["hz"], more["duty"]))
        elif what == "oled":
            self._dirty = True

    def start(self) -> None:
        """Power up; the device's time begins now."""
        self.device.power_on()
        self._zero = time.monotonic() - self.device.now_us / 1e6

    def _act(self, at_us: int, kind: str, a: Any, b: Any) -> None:
        device = self.device
        if kind == "edge":
            at_us = max(at_us, self._last_edge.get(a, -CONTACT_US) + CONTACT_US)
            self._last_edge[a] = at_us
            device.edge(at_us, a, b)
        elif kind == "serial":
            device.serial_write(a, at_us)
        elif kind == "power" and a != device.on:
            if a:
                self.failed = ""
                if device.crash is not None:
                    device.power(at_us, False)  # a crash is over when the power has been off
            device.power(at_us, a)

    def _step(self, todo: list[tuple[float, str, Any, Any]]) -> tuple[bytes, Any, Any, bytes]:
        device = self.device
        target = int((time.monotonic() - self._zero) * 1e6)
        if target > device.now_us + BEHIND_US:
            self._zero += (target - device.now_us - BEHIND_US) / 1e6
            target = device.now_us + BEHIND_US
        for at, kind, a, b in todo:
            self._act(int((at - self._zero) * 1e6), kind, a, b)
        was_on = device.on
        try:
            if target > device.now_us:
                device.run_until(target)
        except BoardError as error:
            device.power_off()
            self.failed = str(error)
        sounds = [((device.now_us - at) // 1000, hz, duty) for at, hz, duty in self._sounds]
        self._sounds.clear()
        frame = self._frame
        if self._dirty or was_on != device.on or not device.on:
            self._dirty = False
            frame = frame_of(device)
        crash = device.crash.splitlines()[-1] if device.crash else self.failed
        state = {"power": device.on, "contrast": device.panel.contrast, "crash": crash}
        return frame, sounds, state, device.serial_read()

    # -- in the loop -------------------------------------------------------------------------

    def do(self, kind: str, a: Any, b: Any = None) -> None:
        """Something happens to the device, now."""
        self._todo.append((time.monotonic(), kind, a, b))
        self._wake.set()

    async def run(self, pool: ThreadPoolExecutor) -> None:
        """Step the device in lock with real time, for ever."""
        loop = asyncio.get_running_loop()
        while True:
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._wake.wait(), STEP_S)
            self._wake.clear()
            todo, self._todo = self._todo, []
            frame, sounds, state, data = await loop.run_in_executor(pool, self._step, todo)
            if data:
                self._serial_out(data)
            if state != self._state:
                self._state = state
                self._tell({"state": state})
            if sounds:
                self._sound = sounds[-1][1:]
                self._tell({"sounds": sounds})
            if frame != self._frame:
                self._frame = frame
                for page in self.pages:
                    page.show(frame)

    def _tell(self, message: dict[str, Any]) -> None:
        for page in self.pages:
            page.tell(message)

    def _serial_out(self, data: bytes) -> None:
        for writer in list(self.writers):
            if writer.transport.get_write_buffer_size() > UNREAD:
                writer.transport.abort()
            else:
                writer.write(data)
        if self.pty is not None and self.pty_spoken:
            with contextlib.suppress(OSError):  # nobody reads: lost, as on a real port
                os.write(self.pty, data)

    def hold(self, page: Page, button: str, down: bool) -> None:
        """A page's finger; the contact is closed while any page holds the button."""
        before = any(button in one.held for one in self.pages)
        (page.held.add if down else page.held.discard)(button)
        after = any(button in one.held for one in self.pages)
        if before != after:
            self.do("edge", button, after)

    def _message(self, page: Page, text: str) -> None:
        try:
            message = json.loads(text)
        except ValueError:
            return
        if not isinstance(message, dict):
            return
        button, power = message.get("button"), message.get("power")
        if button in BUTTONS:
            self.hold(page, button, message.get("down") is True)
        if isinstance(power, bool):
            self.do("power", power)

    async def socket(self, request: web.Request) -> web.StreamResponse:
        """A page's WebSocket. Pages of other sites may not touch the device."""
        origin = request.headers.get("Origin")
        if origin is not None and origin != f"http://{request.host}":
            raise web.HTTPForbidden()
        _only_here(request)
        socket = web.WebSocketResponse(timeout=1.0, heartbeat=20, max_msg_size=4096)
        await socket.prepare(request)
        page = Page(socket)
        self.pages.add(page)
        page.tell({"state": self._state})
        page.tell({"sounds": [(0, *self._sound)]})
        page.show(self._frame)
        sender = asyncio.ensure_future(page.send())
        try:
            async for message in socket:
                if message.type == WSMsgType.TEXT:
                    self._message(page, message.data)
        finally:
            sender.cancel()
            for button in list(page.held):
                self.hold(page, button, False)
            self.pages.discard(page)
        return socket

    async def serial(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """A program on the TCP port."""
        self.writers.add(writer)
        try:
            while data := await reader.read(4096):
                if b" HTTP/1." in data:  # a page of some site, not a program
                    break
                self.do("serial", data)
        except (ConnectionError, asyncio.CancelledError):
            pass
        finally:
            self.writers.discard(writer)
            writer.close()

    def pty_in(self) -> None:
        """A program wrote to the pty."""
        assert self.pty is not None
        with contextlib.suppress(OSError):
            data = os.read(self.pty, 4096)
            self.pty_spoken = True
            self.do("serial", data)


def _only_here(request: web.Request) -> None:
    if request.url.host not in (HOST, "localhost"):  # a foreign name that resolves to here
        raise web.HTTPForbidden()


async def _file(request: web.Request) -> web.StreamResponse:
    _only_here(request)
    path = PAGE / (request.match_info.get("name") or "index.html")
    return web.Response(
        body=path.read_bytes(), content_type=TYPES[path.suffix], charset="utf-8", headers=HEADERS
    )


def _open_pty(stack: contextlib.ExitStack) -> tuple[int, str] | None:
    """(our end, the name of theirs), or None where there are no ptys."""
    if tty is None:
        return None
    try:
        ours, theirs = os.openpty()
    except OSError:
        return None
    stack.callback(os.close, ours)
    stack.callback(os.close, theirs)  # kept open: without it ours fails when a program leaves
    tty.setraw(theirs)
    os.set_blocking(ours, False)
    return ours, os.ttyname(theirs)


def _open_flash(path: Path, stack: contextlib.ExitStack) -> None:
    """Lock the image, making a blank one if there is none."""
    try:
        file = stack.enter_context(os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o666), "r+b"))
    except (OSError, ValueError) as error:
        what = getattr(error, "strerror", error)
        raise PlayError(f"Cannot use {path} ({what}): name another flash file.")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise PlayError(
            f"{path} is in use by another 'sim play': end that one, or name another flash file."
        )
    size = file.seek(0, os.SEEK_END)
    if size == 0:
        file.write(b"\xff" * (BLOCKS * BLOCK))
        file.flush()
    elif size != BLOCKS * BLOCK:
        raise PlayError(f"{path} is not a flash image: name another file.")


def _port_problem(port: int, option: str, error: OSError) -> PlayError:
    return PlayError(
        f"Port {port} cannot be used ({os.strerror(error.errno or 0)}): "
        f"name another with {option}, or 0 for any free one."
    )


async def _serve(http: int, tcp: int, flash: Path, out: TextIO, stack: Any) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    _open_flash(flash, stack)
    device = VirtualDevice(flash)
    play = Play(device)
    app = web.Application()
    app.router.add_get("/", _file)
    app.router.add_get("/{name:%s}" % "|".join(FILES).replace(".", r"\."), _file)
    app.router.add_get("/socket", play.socket)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
    # The board's process inherits the mask: Ctrl-C in the terminal is for us alone.
    pool = ThreadPoolExecutor(1, initializer=_block_interrupts)
    server = stepping = None
    try:
        await runner.setup()
        try:
            await web.TCPSite(runner, HOST, http).start()
        except OSError as error:
            raise _port_problem(http, "--http", error)
        try:
            server = await asyncio.start_server(play.serial, HOST, tcp)
        except OSError as error:
            raise _port_problem(tcp, "--tcp", error)
        pty = _open_pty(stack)
        if pty:
            play.pty = pty[0]
            loop.add_reader(play.pty, play.pty_in)
        await loop.run_in_executor(pool, play.start)
        stepping = asyncio.ensure_future(play.run(pool))
        ready = {
            "http": f"http://{HOST}:{runner.addresses[0][1]}",
            "tcp": f"{HOST}:{server.sockets[0].getsockname()[1]}",
            "pty": pty[1] if pty else None,
        }
        out.write(json.dumps(ready) + "\n")
        out.flush()
        if sys.stderr.isatty():
            print(f"Open {ready['http']} in a browser; Ctrl-C ends.", file=sys.stderr)
        stopping = asyncio.ensure_future(stop.wait())
        await asyncio.wait({stopping, stepping}, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        if stepping.done():
            stepping.result()
    finally:
        if play.pty is not None:
            loop.remove_reader(play.pty)
        if stepping:
            stepping.cancel()
        for page in list(play.pages):
            await page.socket.close()
        for writer in list(play.writers):
            writer.transport.abort()
        if server:
            server.close()
        await runner.cleanup()
        await loop.run_in_executor(pool, device.close)
        pool.shutdown()


def _block_interrupts() -> None:
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


def run(http: int, tcp: int, flash: Path | None, out: TextIO) -> int:
    """Serve until Ctrl-C; returns the exit status. One JSON line on `out` when ready."""
    try:
        with contextlib.ExitStack() as stack:
            if flash is None:
                folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="buzzglass-"))
                flash = Path(folder) / "flash.bin"
            asyncio.run(_serve(http, tcp, flash, out, stack))
    except (PlayError, BoardError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0
