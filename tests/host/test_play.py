"""`sim play` without a browser: its page's socket, serial ports, ports in use, and every end."""

import importlib.util
import os
import shlex
import signal
import socket

import pytest
from support.page_socket import Pages
from support.sim_play import ServedDevice, begin

from buzzglass import cli
from glass.formats import whole_frame as frame

for needed in ("micropython_unix", "aiohttp"):
    if importlib.util.find_spec(needed) is None:
        pytest.skip("the virtual board is not installed", allow_module_level=True)

PEOPLE = [f"Person {n}" for n in range(1, 13)]


@pytest.fixture
def start(tmp_path):
    """start(flash=..., http=..., tcp=...) -> a ServedDevice; the same flash file unless told."""
    tables = []

    def start_(flash=tmp_path / "flash.bin", **ports):
        tables.append(ServedDevice(flash, **ports))
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


@pytest.fixture
def pages():
    """pages(table) -> Pages; all gone afterwards."""
    opened = []

    def open_(table):
        opened.append(Pages(table.url))
        return opened[-1]

    yield open_
    for one in opened:
        one.close()


def test_page_socket_and_strangers(start, pages):
    table = start()
    assert set(table.ready) == {"http", "tcp", "pty"}
    browser = pages(table)
    status, text = browser.get(table.url)
    assert status == 200 and "page.js" in text
    page = browser.open()
    assert (page.ports["tcp"], page.ports["pty"]) == (table.tcp, table.pty)
    _, *load = shlex.split(page.ports["load"])  # what the page tells to type
    assert cli.main(load) == 0
    assert [deck["name"] for deck in table.run("deck", "list")] == ["names-en"]
    before = page.frame
    assert len(before) == 1024
    for text in ("", "[]", "null", "{", '{"button": []}', '{"power": "off"}'):
        page.send(text)
    page.send(b"\xff\x00")
    page.buttons.press("pass")
    page.until(lambda: page.frame != before)
    for headers in ({"Origin": "http://elsewhere.example"}, {"Host": "elsewhere.example"}):
        assert browser.refused(headers)


def test_a_button_is_down_until_every_page_lets_go(start, pages):
    browser = pages(start())
    one, two, watcher = [browser.open() for _ in range(3)]
    one.buttons.down("got")
    two.buttons.down("got").press("pass")
    one.say("got", False)
    one.buttons.press("pass")  # seen by the device after that
    assert "got" in one.state["closed"]
    two.vanish()
    watcher.until(lambda: "got" in watcher.state["closed"])
    watcher.until(lambda: "got" not in watcher.state["closed"])


def test_power_and_what_is_held_over_it(start, pages):
    browser = pages(start())
    page = browser.open()
    page.send('{"power": false}')
    page.until(lambda: not page.state["power"] and not any(page.frame))
    page.buttons.down("got")
    late = browser.open(dark=True)
    assert late.state["power"] is False and not any(late.frame)
    page.send('{"power": true}')
    page.until(lambda: page.state["power"] and any(page.frame))
    late.until(lambda: any(late.frame))


def test_commands_on_every_port_while_a_page_plays(start, pages):
    table = start()
    table.load_deck(PEOPLE)
    table.new_game()
    page = pages(table).open()
    for phase in ("peek", "turn"):
        page.buttons.press("start")
        for port in filter(None, (f"socket://{table.tcp}", table.pty)):
            assert table.run("status", port=port)["phase"] == phase
        assert [deck["name"] for deck in table.run("deck", "list")] == ["people"]


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
def test_the_game_survives_every_end(start, pages, number):
    table = start()
    table.load_deck(PEOPLE)
    table.new_game()
    page = pages(table).open()
    page.buttons.press("start", "start", "got", "got").down("pass")  # still down at the end
    told = table.state()
    status, said = table.end(number)
    assert status == (-number if number == signal.SIGKILL else 0)
    assert said == f"Open {table.url} in a browser; Ctrl-C ends it.\n"
    assert (told["phase"], told["this_turn"]["got"]) == ("turn", 2)
    state = start().state()
    assert state["phase"] == "paused"
    for key in ("this_turn", "turn", "speaker_name", "deck", "events", "game_id"):
        assert state[key] == told[key], key
