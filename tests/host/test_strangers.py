"""What else may be on a port: one line, a sentence, status 1. And boards that start late."""

import json
import os
import random
import socket
import threading

import pytest
from support.fake_device import FakeWire

from buzzglass import cli, session
from buzzglass.device import transport
from buzzglass.device.client import PROTOCOL, Client
from buzzglass.errors import LinkError
from glass.formats import whole_frame as frame

TEN_S = 10.0


class Stranger:
    """A transport to something else. `answer(line)` is what it says to a line, `chatter` what it
    says unasked, each every 50 ms."""

    def __init__(self, answer=lambda line: b"", chatter=()):
        self.time, self.written = 0.0, b""
        self._answer, self._chatter, self._waiting = answer, iter(chatter), b""

    def write(self, data):
        self.written += data
        for line in data.splitlines(keepends=True):
            self._waiting += self._answer(line)

    def read(self, timeout_s):
        if not self._waiting:
            step = min(timeout_s, 0.05)
            self.time += step
            self._waiting = next(self._chatter, b"")
            if not self._waiting:
                self.time += timeout_s - step
        data, self._waiting = self._waiting[:9], self._waiting[9:]
        return data

    def now(self):
        return self.time

    def close(self):
        pass


def prompt(line):
    shown = line.rstrip(b"\n")
    if not shown:
        return b"\r\n>>> "
    return (
        shown
        + b'\r\nTraceback (most recent call last):\r\n  File "<stdin>", line 1\r\n'
        + (b"SyntaxError: invalid syntax\r\n>>> ")
    )


def other_gadget(line):
    """Speaks this very protocol, and is something else."""
    got = frame.decode(line.rstrip(b"\n"))
    if got is None:
        return b""
    text = json.dumps({"ok": True, "name": "toaster", "protocol": PROTOCOL})
    return frame.encode(frame.REPLY, got[1], 0, True, text)


def noise(length=10**6):
    chance = random.Random(1)
    while True:
        yield bytes(chance.randrange(256) for _ in range(9))


STRANGERS = {
    "repl": (Stranger(prompt, [b"MicroPython v1.29.0; Raspberry Pi Pico\r\n>>> "]), "the game"),
    "modem": (Stranger(lambda line: line + b"\r\nERROR\r\n"), "modem"),
    "curt modem": (Stranger(lambda line: b"\r\nERROR\r\n" if line.strip() else b""), "modem"),
    "echo": (Stranger(lambda line: line), "echoes"),
    "echo with CRLF": (Stranger(lambda line: line.replace(b"\n", b"\r\n")), "echoes"),
    "silence": (Stranger(), "does not answer"),
    "bootloader": (Stranger(chatter=noise()), "no Buzzglass"),
    "gps": (Stranger(chatter=(b"$GPGGA,123519,4807.038,N*47\r\n" for _ in range(999))), "no Buzz"),
    "json gadget": (Stranger(lambda line: b'{"error": "request"}\n'), "no Buzzglass"),
    "our protocol": (Stranger(other_gadget), "no Buzzglass"),
    "shell": (Stranger(lambda line: b"sh: 1: " + line[:6] + b": not found\n$ "), "no Buzzglass"),
}


@pytest.mark.parametrize("kind", STRANGERS)
def test_a_stranger_gets_one_line(run, kind):
    wire, said = STRANGERS[kind]
    status, value, text = run("deck", "remove", "x", factory=lambda port: wire)
    assert (status, value) == (1, None) and said in text and text.count("\n") == 1
    assert wire.time <= TEN_S
    (line,) = wire.written.split()
    got = frame.decode(line)
    assert got[0] == frame.REQUEST and json.loads(got[4])["do"] == "hello"


def test_a_stranger_on_a_real_port(capsys):
    ours, theirs = os.openpty()
    import tty

    tty.setraw(theirs)
    got = b""

    def live():
        nonlocal got
        while data := os.read(ours, 4096):
            got += data
            if data.startswith(b"stop"):
                return
            os.write(ours, prompt(data))

    thread = threading.Thread(target=live)
    thread.start()
    status = cli.main(["status", "--port", os.ttyname(theirs)])
    os.write(theirs, b"stop")
    thread.join()
    os.close(ours)
    os.close(theirs)
    said = capsys.readouterr()
    assert status == 1 and "the game does not run" in said.err and not said.out
    assert len(got.removesuffix(b"stop").split()) == 1


@pytest.mark.parametrize("rom", [b"", b"ets Jul 29 2019 12:21:46\r\n\r\nrst:0x1 (POWERON)\r\n"])
@pytest.mark.parametrize("boot_s", [0.2, 1.5, 2.4])
def test_a_board_that_opening_the_port_has_reset(device, rom, boot_s):
    """It hears nothing until it is there, and then says so."""
    wire = FakeWire(device, lambda where, line: where == "out" and wire.time < boot_s)
    wire.arrive(rom)
    boot = frame.encode(frame.EVENT, 1, 0, True, '{"event": "boot"}')
    read = wire.read

    def late(timeout_s):
        if boot_s and wire.time + timeout_s >= boot_s > wire.time and not wire._waiting:
            wire.time = boot_s
            wire.arrive(boot)
        return read(timeout_s)

    wire.read = late
    client = Client(wire)
    assert client.hello()["id"] == "c0ffee"
    assert client.request("settings_get")["settings"]
    assert boot_s < wire.time < boot_s + 1
    assert len(wire.written) == 3


def test_a_board_that_starts_anew_in_the_middle_is_not_asked_twice(device):
    """It does not know any more what it has done already."""
    wire = FakeWire(device)
    client = Client(wire)
    client.hello()

    device.hear = lambda line: frame.encode(frame.EVENT, 1, 0, True, '{"event": "boot"}')
    with pytest.raises(LinkError, match="started anew"):
        client.request("new", setup={})
    assert len(wire.written) == 2


def test_an_answer_without_end_is_given_up(device):
    """Pieces of a reply, for ever."""
    wire = FakeWire(device)
    client = Client(wire)
    client.hello()
    pieces = iter(range(10**6))

    def read(timeout_s):
        wire.time += 0.2
        return frame.encode(frame.REPLY, client._id, next(pieces) & 255, False, "x")

    wire.read = read
    start = wire.time
    with pytest.raises(LinkError, match="does not answer"):
        client.request("status")
    assert wire.time - start <= TEN_S


def test_a_file_without_end_is_given_up(device, monkeypatch):
    monkeypatch.setattr("buzzglass.device.client.FILE_MAX", 1000)
    device.do_read = lambda request: {"data": "AAAA" * 10, "size": 10, "end": False}
    with pytest.raises(LinkError, match="stopped in the middle"):
        Client(FakeWire(device)).read_file("deck", "x")


def test_a_file_that_changes_while_it_is_read_is_told(device):
    device.decks = {"x": bytes(300)}
    read = device.do_read

    def shrinks(request):
        if request["at"]:
            device.decks["x"] = bytes(100)
        return read(request)

    device.do_read = shrinks
    with pytest.raises(LinkError, match="changed while it was read: try again"):
        Client(FakeWire(device)).read_file("deck", "x")


class Info:
    def __init__(self, device, vid):
        self.device, self.vid, self.product, self.description = device, vid, "board", "board"
        self.serial_number = device[-1]


@pytest.fixture
def two(monkeypatch, device):
    """Two Buzzglasses, a stranger, and a port nobody may touch."""
    infos = [Info("/dev/ttyACM0", 0x2E8A), Info("/dev/ttyACM1", 0x2E8A),
             Info("/dev/ttyACM2", 0x2E8A), Info("/dev/ttyUSB0", 0x1A86)]  # fmt: skip
    wires = {}

    def opened(port):
        assert port != "/dev/ttyUSB0"
        wires.setdefault(port, []).append(
            Stranger(lambda line: line) if port == "/dev/ttyACM2" else FakeWire(device)
        )
        return wires[port][-1]

    monkeypatch.setattr(transport, "usb_ports", lambda: infos)
    monkeypatch.setattr(transport, "SerialTransport", opened)
    return wires


@pytest.mark.parametrize("as_json", [False, True])
def test_several_devices_without_a_terminal(two, capsys, as_json):
    status = cli.main(["status"] + ["--json"] * as_json)
    said = capsys.readouterr()
    assert status == 1 and not said.out
    assert said.err == (
        "Several Buzzglasses found (/dev/ttyACM0, /dev/ttyACM1): choose one with --port PORT.\n"
    )
    assert [len(wires) for wires in two.values()] == [1, 1, 1]
    assert len(two["/dev/ttyACM2"][0].written.split()) == 1


def test_several_devices_with_a_terminal(two, monkeypatch, capsys):
    seen = []

    def ask(self):
        return lambda ours: seen.append([one["port"] for one in ours]) or "/dev/ttyACM1"

    monkeypatch.setattr(session.Session, "_ask", ask)
    assert cli.main(["status", "--json"]) == 0
    assert seen == [["/dev/ttyACM0", "/dev/ttyACM1"]]
    assert [len(wires) for wires in two.values()] == [1, 2, 1]


def test_ports_lists_them_all(two, capsys):
    assert cli.main(["ports", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert [entry["buzzglass"] for entry in listed] == [True, True, False, False]
    assert ["problem" in entry for entry in listed] == [False, False, True, False]
    assert cli.main(["ports"]) == 0
    said = " ".join(capsys.readouterr().err.replace("│", " ").split())
    assert "only echoes" in said and "not asked" in said


def served(scene):
    """A TCP port on which `scene(connection)` happens to whoever comes."""
    server = socket.create_server(("127.0.0.1", 0))

    def live():
        connection, _ = server.accept()
        with connection:
            scene(connection)

    thread = threading.Thread(target=live)
    thread.start()
    return f"socket://127.0.0.1:{server.getsockname()[1]}", thread, server


@pytest.mark.parametrize("when", ["at once", "after the greeting", "after half an answer"])
def test_a_connection_that_is_closed(capsys, when):
    def scene(connection):
        if when != "at once":
            connection.recv(1000)
        if when == "after half an answer":
            connection.send(b"=0001")

    port, thread, server = served(scene)
    status = cli.main(["status", "--port", port])
    thread.join()
    server.close()
    said = capsys.readouterr().err
    assert status == 1 and said.count("\n") == 1 and port in said and "still runs" in said
