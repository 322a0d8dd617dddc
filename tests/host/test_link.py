"""The client against the firmware's own link over pipes: both ends of the protocol at once."""

import json
import os
import select
import types

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.fake_device import FakeDevice
from support.memory_port import MemoryPort, one_pass

from buzzglass.device.client import Client
from buzzglass.device.upload import upload_deck
from buzzglass.errors import DeviceError
from glass.formats import json_pieces
from glass.formats import whole_frame as frame
from glass.games.timesup.rules import TimesUp
from glass.games.timesup.setup import complete

link = pytest.importorskip("glass.link.serial_port")
if not hasattr(select, "poll"):
    pytest.skip("no select.poll here", allow_module_level=True)


class Wire:
    """A transport whose far end is a Link that runs a step whenever the client waits."""

    def __init__(self, device):
        far_in, self._to = os.pipe()
        self._from, far_out = os.pipe()
        os.set_blocking(self._from, False)
        self._streams = (os.fdopen(far_in, "rb", 0), os.fdopen(far_out, "wb", 0))
        self.link = link.Link(self._streams)
        self.device = device
        self.time = 0.0

    def write(self, data):
        os.write(self._to, data)

    def read(self, timeout_s):
        for _ in range(200):
            one_pass(self.link, self.device.handle)
            try:
                return os.read(self._from, 64)
            except BlockingIOError:
                self.time += 0.001
        self.time += timeout_s
        return b""

    def now(self):
        return self.time

    def close(self):
        os.close(self._to)
        os.close(self._from)
        for stream in self._streams:
            stream.close()


class Poll:
    """A poll object with `ipoll`, which only MicroPython has."""

    def __init__(self):
        self._poll = select.poll()
        self.register = self._poll.register

    def ipoll(self, timeout):
        return iter(self._poll.poll(timeout))


@pytest.fixture
def wire(monkeypatch):
    names = {"poll": Poll, "POLLIN": select.POLLIN, "POLLOUT": select.POLLOUT}
    monkeypatch.setattr(link, "select", types.SimpleNamespace(**names))
    wire = Wire(FakeDevice())
    yield wire
    wire.close()


def test_requests_long_and_short(wire):
    client = Client(wire)
    assert client.hello()["board"] == "fake"
    setup = {"players": [f"Player number {n} é" for n in range(18)]}
    assert client.request("new", setup=setup) == {"game_id": "0001"}
    assert wire.device.setups == [setup]


def test_a_deck_up_and_down(wire):
    from buzzglass.decks import packing

    data = packing.pack("été", "names", [(f"Nom {n} é", "", "", "") for n in range(50)])
    client = Client(wire)
    assert upload_deck(client, "été", data)["cards"] == 50
    assert client.read_file("deck", "été") == data
    assert client.request("deck_list")["decks"][0]["name"] == "été"


def test_events_in_between_and_refusals(wire):
    client = Client(wire)
    wire.link.tell({"event": "got"})
    with pytest.raises(DeviceError, match="There is no deck"):
        client.request("deck_remove", name="x")
    wire.write(b"AT\r\n?0001")
    assert client.request("settings_get")["settings"]["lockout_ms"] == 250


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 2**40) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(JSON)
def test_json_in_pieces_is_the_same(value):
    text = "".join(json_pieces.pieces(value))
    assert text.isascii() and json.loads(text) == value


def test_no_piece_of_a_state_is_long():
    """18 players with the longest names: no block of a board's heap needs to hold them all."""
    names = [f"{seat:2}".rjust(40, "\U0001f600") for seat in range(18)]
    game = TimesUp(complete({"players": names, "cards": 40, "seed": 1}, None))
    found = list(json_pieces.pieces({"state": game.state(), "ok": True}))
    assert max(map(len, found)) <= 12 * json_pieces.SHORT < len("".join(found)) / 10


@pytest.mark.parametrize(
    "reply, times",
    [({"game_id": "g"}, 1), ({}, 1), ({"games": [1, 2]}, 2), ({"state": {"turn": 1}}, 2)],
)
def test_what_was_done_is_not_done_again_if_its_reply_was_dropped(wire, reply, times):
    """On a full heap all that waits to be sent goes, and replies that only tell something."""
    done = []
    send = wire.link._send

    def handle(request):
        done.append(request["do"])
        return dict(reply)

    def send_or_drop(urgent):
        if len(done) == 1 and wire.link._queue:
            wire.link._send = send
            wire.link.drop()
        send(urgent)

    wire.device.handle, wire.link._send = handle, send_or_drop
    assert Client(wire).request("stop") == reply
    assert done == ["stop"] * times


@pytest.mark.parametrize("where", ["join", "answer", "queue"])
def test_a_long_request_is_answered_though_memory_failed_at_its_end(monkeypatch, where):
    port, done, fails = MemoryPort(), [], [1]
    far = port.link()

    def handle(request):
        done.append(request["do"])
        return {}

    def run(data):
        port.arrive(data)
        for _ in range(20):
            try:
                if one_pass(far, handle) is None:
                    break
            except MemoryError:
                far.drop()
        return port.sent()

    def fail():
        if fails:
            fails.pop()
            raise MemoryError

    class Parts(list):
        def __iter__(self):
            fail()
            return super().__iter__()

        def append(self, one):
            if where == "queue":
                fail()
            super().append(one)

    make = link.Answer.__init__
    run(frame.encode("?", 5, 0, False, '{"do":'))
    if where == "answer":
        monkeypatch.setattr(link.Answer, "__init__", lambda *of: fail() or make(*of))
    else:
        far._parts = Parts(far._parts)
    last = frame.encode("?", 5, 1, True, '"echo"}')
    assert not run(last).strip() and not fails
    assert b'"ok": true' in run(last) and b'"ok": true' in run(last)
    assert done == ["echo"]


@pytest.mark.parametrize("reply", [{}, {"game_id": "x"}])
def test_a_reply_that_found_no_memory_is_whole_when_it_is_asked_for_again(monkeypatch, reply):
    port, done, fails = MemoryPort(), [], [1]
    far = port.link()
    complete = link.Answer.complete

    def complete_or_fail(answer):
        if fails:
            fails.pop()
            raise MemoryError
        complete(answer)

    monkeypatch.setattr(link.Answer, "complete", complete_or_fail)
    port.arrive(frame.encode("?", 7, 0, True, '{"do":"stop"}'))
    with pytest.raises(MemoryError):
        while True:
            one_pass(far, lambda request: done.append(1) or dict(reply))
    far.drop()
    port.arrive(frame.encode("?", 7, 0, True, '{"do":"stop"}'))
    while one_pass(far, lambda request: done.append(1) or dict(reply)) == 0:
        pass
    assert b'"ok": true' in port.sent() and done == [1]


def test_a_request_that_broke_off_is_done_when_it_is_asked_for_again(wire):
    """Its place among the answers is taken before it is done."""
    done = []

    def handle(request):
        done.append(request["do"])
        if len(done) == 1:
            raise SystemError  # as a MemoryError, which ends the pass
        return {}

    answer = wire.link.answer

    def go_on(*how):
        try:
            answer(*how)
        except SystemError:
            wire.link.drop()

    wire.device.handle, wire.link.answer = handle, go_on
    assert Client(wire).request("stop") == {}
    assert done == ["stop", "stop"]
