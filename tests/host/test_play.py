"""`sim play` without a browser: its page's socket, serial ports, ports in use, and every end."""

import asyncio
import importlib.util
import json
import os
import shlex
import signal
import socket

import pytest
from playing import Table, begin

from buzzglass import cli
from glass.formats import frame

for needed in ("micropython_unix", "aiohttp"):
    if importlib.util.find_spec(needed) is None:
        pytest.skip("the virtual board is not installed", allow_module_level=True)

PEOPLE = [f"Person {n}" for n in range(1, 13)]


@pytest.fixture
def start(tmp_path):
    """start(flash=..., http=..., tcp=...) -> a Table; the same flash file unless told."""
    tables = []

    def start_(flash=tmp_path / "flash.bin", **ports):
        tables.append(Table(flash, **ports))
        return tables[-1]

    yield start_
    for table in tables:
        table.close()


def refused(*options, **ports):
    """What a `sim play` that cannot start says."""
    process = begin(*options, **ports)
    out, said = process.communicate()
    assert process.returncode == 1 and not out
    assert "Traceback" not in said and len(said.splitlines()) == 1
    return said


class Page:
    """A page's end of the socket: what it was told last, and a press that waits for the device."""

    def __init__(self, socket):
        self.socket = socket
        self.frame, self.state, self.ports = None, {}, None

    async def until(self, true):
        while not true():
            message = await self.socket.receive(30)
            if isinstance(message.data, bytes):
                self.frame = message.data
            else:
                told = json.loads(message.data)
                self.state = told.get("state", self.state)
                self.ports = told.get("ports", self.ports)

    async def send(self, text):
        await self.socket.send_str(text)

    async def edge(self, button, down):
        await self.send(json.dumps({"button": button, "down": down}))

    async def press(self, button):
        await self.edge(button, True)
        await self.until(lambda: button in self.state["closed"])
        await self.edge(button, False)
        await self.until(lambda: button not in self.state["closed"])


def on_pages(table, scene):
    """Run `scene(session, open_page)`; open_page() gives a Page that knows the state."""

    async def main():
        import aiohttp

        async with aiohttp.ClientSession() as session:

            async def open_page():
                page = Page(await session.ws_connect(table.url + "/socket", origin=table.url))
                await page.until(lambda: page.frame and any(page.frame) and page.state)
                return page

            await scene(session, open_page)

    asyncio.run(main())


def test_page_socket_and_strangers(start):
    import aiohttp

    table = start()
    assert set(table.ready) == {"http", "tcp", "pty"}

    async def scene(session, open_page):
        async with session.get(table.url) as answer:
            assert answer.status == 200 and "page.js" in await answer.text()
        page = await open_page()
        assert (page.ports["tcp"], page.ports["pty"]) == (table.tcp, table.pty)
        _, *load = shlex.split(page.ports["load"])  # what the page tells to type
        assert cli.main(load) == 0
        assert [deck["name"] for deck in table.run("deck", "list")] == ["names-en"]
        before = page.frame
        assert len(before) == 1024
        for text in ("", "[]", "null", "{", '{"button": []}', '{"power": "off"}'):
            await page.send(text)
        await page.socket.send_bytes(b"\xff\x00")
        await page.press("pass")
        await page.until(lambda: page.frame != before)
        for headers in ({"Origin": "http://elsewhere.example"}, {"Host": "elsewhere.example"}):
            with pytest.raises(aiohttp.WSServerHandshakeError):
                await session.ws_connect(table.url + "/socket", headers=headers)

    on_pages(table, scene)


def test_a_button_is_down_until_every_page_lets_go(start):
    async def scene(session, open_page):
        one, two, watcher = [await open_page() for _ in range(3)]
        await one.edge("got", True)
        await two.edge("got", True)
        await two.press("pass")
        await one.edge("got", False)
        await one.press("pass")
        assert "got" in one.state["closed"]
        two.socket._writer.transport.abort()  # no goodbye
        await watcher.until(lambda: "got" in watcher.state["closed"])
        await watcher.until(lambda: "got" not in watcher.state["closed"])

    on_pages(start(), scene)


def test_power_and_what_is_held_over_it(start):
    async def scene(session, open_page):
        page = await open_page()
        await page.send('{"power": false}')
        await page.until(lambda: not page.state["power"] and not any(page.frame))
        await page.edge("got", True)
        await page.until(lambda: "got" in page.state["closed"])
        late = Page(await session.ws_connect(page.socket._response.url))
        await late.until(lambda: late.frame is not None and late.state)
        assert late.state["power"] is False and not any(late.frame)
        await page.send('{"power": true}')
        await page.until(lambda: page.state["power"] and any(page.frame))
        await late.until(lambda: any(late.frame))

    on_pages(start(), scene)


def test_commands_on_every_port_while_a_page_plays(start):
    table = start()
    table.load_deck(PEOPLE)
    table.new_game()

    async def scene(session, open_page):
        page = await open_page()
        for phase in ("peek", "turn"):
            await page.press("start")
            for port in filter(None, (f"socket://{table.tcp}", table.pty)):
                assert table.run("status", port=port)["phase"] == phase
            assert [deck["name"] for deck in table.run("deck", "list")] == ["people"]

    on_pages(table, scene)


def test_a_program_that_reads_the_pty_late_misses_nothing(start):
    table = start()
    if table.pty is None:
        pytest.skip("there are no ptys here")
    table.load_deck(PEOPLE)
    table.new_game()
    port = os.open(table.pty, os.O_RDWR | os.O_NOCTTY)
    try:
        os.write(port, b"\n")
        while not table.client.request("status"):
            pass
        asked = 12  # together more than a pty holds
        for _ in range(asked):
            table.client.request("status")
        decoder, answers, size = frame.Decoder(), 0, 0
        while answers < asked:
            data = os.read(port, 4096)
            size += len(data)
            for byte in data:
                got = decoder.feed(byte)
                answers += bool(got and got[0] == frame.REPLY and got[3])
        assert size > 4096
    finally:
        os.close(port)


def test_a_web_page_cannot_speak_to_the_tcp_port(start):
    table = start()
    host, port = table.tcp.split(":")
    with socket.create_connection((host, int(port))) as stranger:
        stranger.sendall(b"POST / HTTP/1.1\r\nHost: " + table.tcp.encode() + b"\r\n\r\nhello")
        assert stranger.recv(100) == b""
    assert table.state()["phase"] == "menu"


def test_what_is_in_use_is_said(start, tmp_path):
    table = start()
    table.load_deck(PEOPLE)
    table.new_game()
    http, tcp = (int(address.rsplit(":", 1)[1]) for address in (table.url, table.tcp))
    other = ("--flash", tmp_path / "other.bin")
    said = refused(*other, http=http)
    assert str(http) in said and "--http 0" in said
    said = refused(*other, tcp=tcp)
    assert str(tcp) in said and "--tcp 0" in said
    said = refused("--flash", table.flash)
    assert "in use" in said and table.flash.name in said
    assert table.state()["phase"] == "ready"  # nobody was disturbed


def test_files_that_are_no_flash(tmp_path):
    text = tmp_path / "letter.txt"
    text.write_text("Dear Ann")
    assert "not a flash image" in refused("--flash", text)
    assert text.read_text() == "Dear Ann"
    assert "another flash file" in refused("--flash", tmp_path)
    assert "another flash file" in refused("--flash", tmp_path / "nowhere" / "flash.bin")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_the_game_survives_every_end(start, number):
    table = start()
    table.load_deck(PEOPLE)
    table.new_game()
    told = {}

    async def scene(session, open_page):
        page = await open_page()
        for button in ("start", "start", "got", "got"):
            await page.press(button)
        await page.edge("pass", True)  # still down at the end
        await page.until(lambda: "pass" in page.state["closed"])
        told.update(table.state())
        status, said = table.end(number)
        assert status == (-number if number == signal.SIGKILL else 0)
        assert said == f"Open {table.url} in a browser; Ctrl-C ends it.\n"

    on_pages(table, scene)
    assert (told["phase"], told["this_turn"]["got"]) == ("turn", 2)
    state = start().state()
    assert state["phase"] == "paused"
    for key in ("this_turn", "turn", "speaker_name", "deck", "events", "game_id"):
        assert state[key] == told[key], key
