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
import re
import shlex
import signal
import sys
import tempfile
import threading
import time
import webbrowser
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TextIO

from aiohttp import WSMsgType, web

from virtual_board.device import BLOCK, BLOCKS, BoardError, VirtualDevice
from virtual_board.realtime import BLANK, BUTTONS, Deed, RealTime

try:
    import tty
except ImportError:  # no ptys here
    tty = None  # type: ignore[assignment]

HOST = "127.0.0.1"
PAGE = Path(__file__).resolve().parent / "page"
DECK = PAGE.parents[1] / "buzzglass" / "decks" / "names-en.csv"
TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css"}
STEP_S = 0.01
UNREAD = 1 << 20  # bytes a serial client may leave unread before it is cut off
UNREAD_PTY = 1 << 14  # the same on the pty, where nobody can be cut off
ENDS = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}
CLOSE_S = 2  # a firmware that has not come to rest by then is cut off
HEADERS = {
    "Cache-Control": "no-cache",
    "Content-Security-Policy": "default-src 'self'; connect-src 'self' ws:; img-src 'self' data:",
}


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


class Play:
    """The device's one loop, and whoever is connected to it."""

    def __init__(self, device: RealTime) -> None:
        self.device = device
        self.ports: dict[str, str | None] = {}
        self.pages: set[Page] = set()
        self.writers: set[asyncio.StreamWriter] = set()
        self.pty: int | None = None
        self._pty_spoken = False
        self._pty_waiting = bytearray()
        self._deeds: list[Deed] = []
        self._wake = asyncio.Event()
        self._sound = (0, 0)
        self._frame = BLANK
        self._state: dict[str, Any] = {}

    def do(self, kind: str, a: Any, b: Any = None) -> None:
        """Something happens to the device, now."""
        self._deeds.append((time.monotonic(), kind, a, b))
        self._wake.set()

    async def run(self, pool: ThreadPoolExecutor) -> None:
        """Step the device, and pass on what is new, for ever."""
        loop = asyncio.get_running_loop()
        while True:
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._wake.wait(), STEP_S)
            self._wake.clear()
            deeds, self._deeds = self._deeds, []
            news = await loop.run_in_executor(pool, self.device.step, deeds)
            if news.serial:
                self._serial_out(news.serial)
            if news.state != self._state:
                self._state = news.state
                self._tell({"state": news.state})
            if news.sounds:
                self._sound = news.sounds[-1][1:]
                self._tell({"sounds": news.sounds})
            if news.frame != self._frame:
                self._frame = news.frame
                for page in self.pages:
                    page.show(news.frame)

    def _tell(self, message: dict[str, Any]) -> None:
        for page in self.pages:
            page.tell(message)

    def _serial_out(self, data: bytes) -> None:
        for writer in list(self.writers):
            if writer.transport.get_write_buffer_size() > UNREAD:
                writer.transport.abort()
            else:
                writer.write(data)
        if self.pty is not None and self._pty_spoken:
            self._pty_waiting += data
            if len(self._pty_waiting) > UNREAD_PTY:  # nobody reads: lost, as on a real port
                self._pty_waiting.clear()
            self._pty_out()

    def _pty_out(self) -> None:
        """Write what the pty takes now; the loop calls again when it takes more."""
        assert self.pty is not None
        with contextlib.suppress(OSError):
            del self._pty_waiting[: os.write(self.pty, self._pty_waiting)]
        loop = asyncio.get_running_loop()
        if self._pty_waiting:
            loop.add_writer(self.pty, self._pty_out)
        else:
            loop.remove_writer(self.pty)

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
        page.tell({"ports": self.ports})
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
            self._pty_spoken = True
            self.do("serial", data)


def _load_command(port: str) -> str:
    """A command that works as it stands, in the shell that started this: it loads our deck."""
    tool = sys.argv[0] if Path(sys.argv[0]).name == "buzzglass" else "buzzglass"
    deck = os.path.relpath(DECK)
    return shlex.join([tool, "--port", port, "deck", "load", min(deck, str(DECK), key=len)])


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
        try:
            file.write(b"\xff" * (BLOCKS * BLOCK))
            file.flush()
        except OSError as error:
            with contextlib.suppress(OSError):
                os.unlink(path)
            raise PlayError(f"Cannot write {path} ({error.strerror}): name another flash file.")
    elif size != BLOCKS * BLOCK:
        raise PlayError(f"{path} is not a flash image: name another file.")


def _port_problem(port: int, option: str, error: OSError) -> PlayError:
    return PlayError(
        f"Port {port} cannot be used ({os.strerror(error.errno or 0)}): "
        f"name another with {option}, or take any free one with {option} 0."
    )


async def _serve(
    http: int, tcp: int, flash: Path, out: TextIO, browse: bool, stack: contextlib.ExitStack
) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in ENDS:
        if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:  # nohup
            loop.add_signal_handler(number, stop.set)
    _open_flash(flash, stack)
    device = VirtualDevice(flash)
    real_time = RealTime(device)
    play = Play(real_time)
    app = web.Application()
    app.router.add_get("/", _file)
    files = [path.name for path in PAGE.iterdir() if path.suffix in TYPES]
    app.router.add_get("/{name:%s}" % "|".join(map(re.escape, sorted(files))), _file)
    app.router.add_get("/socket", play.socket)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
    # The board's process inherits the mask: Ctrl-C in the terminal is for us alone.
    pool = ThreadPoolExecutor(1, initializer=_block_ends)
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
        ports = {
            "tcp": f"{HOST}:{server.sockets[0].getsockname()[1]}",
            "pty": pty[1] if pty else None,
        }
        play.ports = {**ports, "load": _load_command(f"socket://{ports['tcp']}")}
        await loop.run_in_executor(pool, real_time.start)
        stepping = asyncio.ensure_future(play.run(pool))
        ready = {"http": f"http://{HOST}:{runner.addresses[0][1]}", **ports}
        out.write(json.dumps(ready) + "\n")
        out.flush()
        print(f"Open {ready['http']} in a browser; Ctrl-C ends it.", file=sys.stderr, flush=True)
        if browse:  # a thread that nobody waits for: some browsers come back when they are closed
            threading.Thread(target=_open_browser, args=(ready["http"],), daemon=True).start()
        stopping = asyncio.ensure_future(stop.wait())
        await asyncio.wait({stopping, stepping}, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        if stepping.done():
            stepping.result()
    finally:
        if play.pty is not None:
            loop.remove_reader(play.pty)
            loop.remove_writer(play.pty)
        if stepping:
            stepping.cancel()
        await asyncio.gather(*(page.socket.close() for page in play.pages), return_exceptions=True)
        for writer in list(play.writers):
            writer.transport.abort()
        if server:
            server.close()
        await runner.cleanup()
        closing = loop.run_in_executor(pool, device.close)
        if not (await asyncio.wait({closing}, timeout=CLOSE_S))[0]:
            device.kill()
        await closing
        pool.shutdown()


def _block_ends() -> None:
    signal.pthread_sigmask(signal.SIG_BLOCK, ENDS)


def _open_browser(url: str) -> None:
    """Show the page, where there is a screen, a browser for it and a person to look at it."""
    screen = sys.platform == "darwin" or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))
    if not screen or not sys.stderr.isatty():
        return
    with contextlib.suppress(webbrowser.Error, OSError):
        browser = webbrowser.get()
        # The plain kind runs in this very terminal: lynx, w3m.
        if type(browser) is not webbrowser.GenericBrowser:
            browser.open(url)


def run(http: int, tcp: int, flash: Path | None, out: TextIO, browse: bool = False) -> int:
    """Serve until Ctrl-C; returns the exit status. One JSON line on `out` when ready.

    http, tcp: ports, 0 for any free one. flash: the image, made if missing; None: forgotten.
    browse: show the page in the person's browser.
    """
    try:
        with contextlib.ExitStack() as stack:
            if flash is None:
                folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="buzzglass-"))
                flash = Path(folder) / "flash.bin"
            asyncio.run(_serve(http, tcp, flash, out, browse, stack))
    except (PlayError, BoardError) as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:  # before it served
        pass
    return 0
