"""The web pages that show the virtual device: their files, and a WebSocket each.

The messages are described in page/device.js.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from pathlib import Path
from typing import Any

from aiohttp import WSMsgType, web

from virtual_board.play.realtime import BLANK, BUTTONS, Do, News

HOST = "127.0.0.1"
FOLDER = Path(__file__).resolve().parent / "page"
TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css"}
HEADERS = {
    "Cache-Control": "no-cache",
    "Content-Security-Policy": "default-src 'self'; connect-src 'self' ws:; img-src 'self' data:",
}


class Page:
    """One open page. held: buttons it holds down. frame, texts: what is still to be sent."""

    def __init__(self, socket: web.WebSocketResponse) -> None:
        self.socket = socket
        self.held: set[str] = set()
        self.frame: bytes | None = None
        self.texts: list[str] = []
        self.more = asyncio.Event()

    def queue(self, message: dict[str, Any]) -> None:
        """Send a message as soon as the page takes it."""
        self.texts.append(json.dumps(message))
        self.more.set()

    def show(self, frame: bytes) -> None:
        """A newer frame replaces one that a slow page has not taken."""
        self.frame = frame
        self.more.set()

    async def send(self) -> None:
        """Send what is queued, until cancelled."""
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


class Pages:
    """All open pages. ports: addresses of the serial port, shown on the pages."""

    def __init__(self, do: Do) -> None:
        """do(kind, a, b): something happens to the device, see RealTime.step."""
        self.ports: dict[str, str | None] = {}
        self._do = do
        self._open: set[Page] = set()
        self._sound = (0, 0)
        self._frame = BLANK
        self._state: dict[str, Any] = {}

    def app(self) -> web.Application:
        """The web application that serves them."""
        app = web.Application()
        app.router.add_get("/", _file)
        files = [path.name for path in FOLDER.iterdir() if path.suffix in TYPES]
        app.router.add_get("/{name:%s}" % "|".join(map(re.escape, sorted(files))), _file)
        app.router.add_get("/socket", self._socket)
        return app

    def pass_on(self, news: News) -> None:
        """Send every page what is new."""
        if news.state != self._state:
            self._state = news.state
            self._queue({"state": news.state})
        if news.sounds:
            self._sound = news.sounds[-1][1:]
            self._queue({"sounds": news.sounds})
        if news.frame != self._frame:
            self._frame = news.frame
            for page in self._open:
                page.show(news.frame)

    def _queue(self, message: dict[str, Any]) -> None:
        for page in self._open:
            page.queue(message)

    def _hold(self, page: Page, button: str, down: bool) -> None:
        """A page presses or releases; the contact is closed while any page holds the button."""
        before = any(button in one.held for one in self._open)
        (page.held.add if down else page.held.discard)(button)
        after = any(button in one.held for one in self._open)
        if before != after:
            self._do("edge", button, after)

    def _message(self, page: Page, text: str) -> None:
        try:
            message = json.loads(text)
        except ValueError:
            return
        if not isinstance(message, dict):
            return
        button, power = message.get("button"), message.get("power")
        if button in BUTTONS:
            self._hold(page, button, message.get("down") is True)
        if isinstance(power, bool):
            self._do("power", power)

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        """A page's WebSocket. Pages of other sites may not touch the device."""
        origin = request.headers.get("Origin")
        if origin is not None and origin != f"http://{request.host}":
            raise web.HTTPForbidden()
        _only_here(request)
        socket = web.WebSocketResponse(timeout=1.0, heartbeat=20, max_msg_size=4096)
        await socket.prepare(request)
        page = Page(socket)
        self._open.add(page)
        page.queue({"ports": self.ports})
        page.queue({"state": self._state})
        page.queue({"sounds": [(0, *self._sound)]})
        page.show(self._frame)
        sender = asyncio.ensure_future(page.send())
        try:
            async for message in socket:
                if message.type == WSMsgType.TEXT:
                    self._message(page, message.data)
        finally:
            sender.cancel()
            for button in list(page.held):
                self._hold(page, button, False)
            self._open.discard(page)
        return socket

    async def close(self) -> None:
        """Close every page's socket."""
        await asyncio.gather(*(page.socket.close() for page in self._open), return_exceptions=True)


def _only_here(request: web.Request) -> None:
    if request.url.host not in (HOST, "localhost"):  # a foreign name that resolves to here
        raise web.HTTPForbidden()


async def _file(request: web.Request) -> web.StreamResponse:
    _only_here(request)
    path = FOLDER / (request.match_info.get("name") or "index.html")
    return web.Response(
        body=path.read_bytes(), content_type=TYPES[path.suffix], charset="utf-8", headers=HEADERS
    )
