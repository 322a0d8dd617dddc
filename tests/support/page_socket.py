"""The socket between `sim play` and its page, without a browser: what a page is told, and presses
that wait until the device has seen them."""

import asyncio
import json

from support.buttons import Buttons


class Pages:
    """Pages of the server at `url`, all in one session."""

    def __init__(self, url):
        self._url = url
        self._loop = asyncio.new_event_loop()
        self._session = self.wait(self._begin())

    async def _begin(self):
        import aiohttp

        return aiohttp.ClientSession()

    def wait(self, awaitable):
        """The outcome of an awaitable."""
        return self._loop.run_until_complete(awaitable)

    def get(self, url):
        """(status, text) of a page of the server."""

        async def ask():
            async with self._session.get(url) as answer:
                return answer.status, await answer.text()

        return self.wait(ask())

    def _connect(self, **options):
        return self.wait(self._session.ws_connect(self._url + "/socket", **options))

    def open(self, dark=False):
        """A PageSocket that knows the state, and a picture that is not dark unless told."""
        page = PageSocket(self, self._connect(origin=self._url))
        page.until(lambda: page.frame is not None and (dark or any(page.frame)) and page.state)
        return page

    def refused(self, headers):
        """True if a page with these headers gets no socket."""
        from aiohttp import WSServerHandshakeError

        try:
            self._connect(headers=headers)
        except WSServerHandshakeError:
            return True
        return False

    def close(self):
        """Close all."""
        self.wait(self._session.close())
        self._loop.close()


class PageSocket:
    """One page's end of the socket, and a backend of its `buttons`: real time, so `now_us` stands
    still. `frame` (bytes), `state` and `ports` are what it was told last."""

    now_us = 0

    def __init__(self, pages, socket):
        self._pages, self._socket = pages, socket
        self.frame, self.state, self.ports = None, {}, None
        self.buttons = Buttons(self)

    def until(self, true):
        """Take messages until true() holds."""
        while not true():
            message = self._pages.wait(self._socket.receive(30))
            if isinstance(message.data, bytes):
                self.frame = message.data
            else:
                told = json.loads(message.data)
                self.state = told.get("state", self.state)
                self.ports = told.get("ports", self.ports)

    def send(self, message):
        """A message, str or bytes, to the server."""
        send = self._socket.send_bytes if isinstance(message, bytes) else self._socket.send_str
        self._pages.wait(send(message))

    def say(self, button, down):
        """What the page says of a button; another page may hold it too."""
        self.send(json.dumps({"button": button, "down": down}))

    def edge(self, _at_us, button, down):
        """The same, and wait for the device's contact."""
        self.say(button, down)
        self.until(lambda: (button in self.state["closed"]) == down)

    def run_until(self, _us):
        """The device keeps its own time."""

    def vanish(self):
        """Gone without a goodbye."""
        self._socket._writer.transport.abort()
