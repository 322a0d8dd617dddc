"""The client over a wire that loses, repeats and mangles frames."""

import random

import pytest
from support.fake_device import FakeWire

from buzzglass.decks import packing
from buzzglass.device.client import PROTOCOL, Client
from buzzglass.device.upload import upload_deck
from buzzglass.errors import DeviceError, LinkError
from glass.formats import whole_frame as frame


def test_a_request_is_answered(device):
    client = Client(FakeWire(device))
    assert client.hello(5)["id"] == "c0ffee"
    assert device.done == [{"do": "hello", "time": 5}]


def test_ids_start_at_random_and_wrap(device):
    wire = FakeWire(device)
    client = Client(wire, first_id=0xFFFE)
    for _ in range(3):
        client.request("hello")
    assert [frame.decode(line[:-1])[1] for line in wire.written] == [0xFFFF, 0, 1]
    ids = set()
    for _ in range(8):
        wire = FakeWire(device)
        Client(wire).request("hello")
        ids.add(frame.decode(wire.written[0][:-1])[1])
    assert len(ids) > 1


@pytest.mark.parametrize("direction", ["in", "out"])
def test_a_lost_frame_is_sent_again_after_300_ms_and_done_once(device, direction):
    lost = []

    def lose(where, line):
        if where == direction and len(lost) < 4:
            lost.append(line)
            return True
        return False

    wire = FakeWire(device, lose)
    Client(wire).request("new", setup={"turn_s": 40})
    assert device.setups == [{"turn_s": 40}] and len(device.done) == 1
    assert len(wire.written) == 5 and len(set(wire.written)) == 1
    assert 1.2 <= wire.time < 1.3


def test_a_silent_device_is_given_up(device):
    wire = FakeWire(device, lambda where, line: True)
    with pytest.raises(LinkError, match="does not answer"):
        Client(wire).request("hello")
    assert len(wire.written) == 5
    assert wire.time < 5


def test_noise_events_echoes_and_old_replies_are_passed_over(device):
    noise = (
        b"MicroPython v1.29\r\n>>> \xff\xfe"
        + b"\n"
        + frame.encode(frame.EVENT, 3, 0, True, '{"ok":true,"event":"got"}')
        + frame.encode(frame.REPLY, 9, 0, True, '{"ok":true,"old":1}')
        + frame.encode(frame.REQUEST, 10, 0, True, '{"do":"hello"}')
    )
    client = Client(FakeWire(device, noise=noise), first_id=9)
    assert client.request("hello")["board"] == "fake"
    assert client.request("settings_get")["settings"]["lockout_ms"] == 250


def test_a_long_request_goes_one_frame_at_a_time(device):
    wire = FakeWire(device)
    setup = {"players": [f"Player number {n} é" for n in range(18)]}
    assert Client(wire).request("new", setup=setup) == {"game_id": "0001"}
    assert device.setups == [setup]
    assert len(wire.written) > 2
    assert all(len(line) <= frame.LINE_MAX and line.isascii() for line in wire.written)


def test_a_long_answer_is_put_together_though_a_piece_gets_lost(device):
    device.games = {f"game-{n:04d}": b"x" * n for n in range(30)}
    lost = []

    def lose(where, line):
        if where == "in" and len(lost) < 1 and line[5:7] == b"02":
            lost.append(line)
            return True
        return False

    reply = Client(FakeWire(device, lose)).request("games", after="game-0009")
    assert lost and [game["bytes"] for game in reply["games"]] == list(range(10, 22))
    assert reply["games"][11]["id"] == "game-0021" and reply["more"]


@pytest.mark.parametrize("seed", range(5))
def test_an_upload_survives_a_bad_line(device, seed):
    chance = random.Random(seed)

    def lose(where, line):
        fate = chance.random()
        if fate < 0.1:
            return True
        if fate < 0.2:
            at = chance.randrange(len(line) - 1)
            return line[:at] + bytes([line[at] ^ 1]) + line[at + 1 :]
        return line + line if fate < 0.25 else False

    cards = [(f"Name {n}", "", "", "") for n in range(60)]
    data = packing.pack("é", "names", cards)
    client = Client(FakeWire(device, lose))
    told = []
    done = upload_deck(client, "é", data, told.append)
    assert done["cards"] == 60 and done["bytes"] == len(data) and done["seconds"] > 0
    assert device.decks == {"é": data}
    assert told[-1] == len(data) and told == sorted(told)
    assert client.read_file("deck", "é") == data


def test_a_refusal_carries_the_device_s_words(device):
    with pytest.raises(DeviceError, match="no deck") as caught:
        Client(FakeWire(device)).request("deck_remove", name="x")
    assert caught.value.code == "no_deck"


def test_another_protocol_is_refused(device):
    device.do_hello = lambda request: {"protocol": PROTOCOL + 1}
    with pytest.raises(LinkError, match=f"protocol {PROTOCOL + 1}"):
        Client(FakeWire(device)).hello()


def test_an_answer_that_is_no_json_is_a_link_error(device):

    def hear(line):
        got = frame.decode(line.strip())
        return frame.encode(frame.REPLY, got[1], 0, True, "[]") if got else b""

    device.hear = hear
    with pytest.raises(LinkError, match="no sense"):
        Client(FakeWire(device)).request("hello")
