"""The client against the firmware's own link over pipes: both ends of the protocol at once."""

import json
import os
import select
import types

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.fake_device import FakeDevice
from support.memory_port import one_pass

from buzzglass.device.client import Client
from buzzglass.errors import DeviceError
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
    assert client.upload_deck("été", data)["cards"] == 50
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
    text = "".join(link.pieces(value))
    assert text.isascii() and json.loads(text) == value


def test_no_piece_of_a_state_is_long():
    """18 players with the longest names: no block of a board's heap needs to hold them all."""
    names = [f"{seat:2}".rjust(40, "\U0001f600") for seat in range(18)]
    game = TimesUp(complete({"players": names, "cards": 40, "seed": 1}, None))
    found = list(link.pieces({"state": game.state(), "ok": True}))
    assert max(map(len, found)) < 200 < len("".join(found)) / 100


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

    def send_or_drop():
        if len(done) == 1 and wire.link._queue:
            wire.link._send = send
            wire.link.drop()
        send()

    wire.link._handle, wire.link._send = handle, send_or_drop
    assert Client(wire).request("stop") == reply
    assert done == ["stop"] * times


def test_a_request_that_broke_off_is_done_when_it_is_asked_for_again(wire):
    """Its place among the answers is taken before it is done."""
    done = []

    def handle(request):
        done.append(request["do"])
        if len(done) == 1:
            raise SystemError  # as a MemoryError, which ends the pass
        return {}

    step = wire.link.step

    def step_on(*_):
        try:
            step()
        except SystemError:
            wire.link.drop()

    wire.link._handle, wire.link.step = handle, step_on
    assert Client(wire).request("stop") == {}
    assert done == ["stop", "stop"]
