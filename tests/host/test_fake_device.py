"""The device in memory answers as the firmware does: the same requests, replies and refusals."""

import binascii
import importlib.util

import pytest
from support import faults
from support.fake_device import STATE, FakeDevice, FakeWire
from support.firmware_tables import REQUESTS

from buzzglass.decks import packing
from buzzglass.device.client import Client
from buzzglass.device.upload import squeezed
from buzzglass.errors import DeviceError

DECK = bytes(packing.pack("d", "names", [("Ann", "Bob", "note", "")]))
SETUP = {"game": "timesup", "players": ["Ann", "Bob", "Cid", "Dee"], "turn_s": 40}
# A damaged deck and a crash, once: the next start finds both.
ACCIDENT = 'files.make("/decks"); files.write("/decks/0.deck", b"junk"); raise ValueError("x")'

needs_the_board = pytest.mark.skipif(
    importlib.util.find_spec("micropython_unix") is None, reason="MicroPython is not installed"
)


@pytest.fixture
def board(tmp_path):
    """The virtual board, after an accident."""
    from support.boards import Board

    rom = faults.firmware(tmp_path, "app.screen", "_draw", "menu", ACCIDENT)
    board = Board(tmp_path, rom=rom).run(3)
    assert board.device.resets == 1
    yield board
    board.device.close()


@pytest.fixture
def fake():
    """The fake with what the board has: a game, a file set aside, a report of a crash."""
    device = FakeDevice()
    device.state["game"] = "timesup"
    device.scores = {**STATE, "game": "timesup", "partner": None}
    device.games["0001"] = b"{}\n" * 50  # more than one reply takes
    device.quarantine["0001-0.deck"] = b"junk"
    device.crashes.append({"at": None, "text": "x"})
    return device


def test_it_knows_every_request_of_the_table_and_no_other():
    known = {name[3:] for name in dir(FakeDevice) if name.startswith("do_")}
    assert known == set(REQUESTS) and len(known) > 15


def replies(client):
    """{request: [its replies]}: each request of the protocol, in an order in which all are done."""
    got = {}

    def ask(do, **more):
        got.setdefault(do, []).append(client.request(do, **more))
        return got[do][-1]

    for do in ("hello", "status", "crashes", "settings_get"):
        ask(do)
    ask("settings_set", settings={"volume": 2})
    packed = squeezed(DECK)
    upload = ask("deck_begin", name="d", bytes=len(DECK), crc=binascii.crc32(DECK),
                 packed=len(packed))["upload"]  # fmt: skip
    client.put(upload, 0, packed)
    ask("deck_end", upload=upload)
    ask("deck_list")
    ask("read", file="deck", name="d", at=0)
    ask("read", file="aside", name=ask("aside")["aside"][0]["name"], at=0)
    game = ask("new", setup=SETUP)["game_id"]
    ask("stop")
    ask("scores")
    assert game in [one["id"] for one in ask("games")["games"]]
    ask("read", file="game", name=game, at=0)
    ask("read", file="game", name=game, at=client.request("games")["games"][0]["bytes"])
    ask("synced", id=game, bytes=1)
    ask("deck_remove", name="d")
    for do in ("aside_clear", "crashes_clear", "repl"):
        ask(do)
    return got


def shape(value):
    """The keys of an object; of a list what its first element is like."""
    if isinstance(value, dict):
        return {key: shape(inner) for key, inner in value.items()}
    return [shape(value[0])] if isinstance(value, list) and value else None


def without_values(name, reply):
    """A state's values depend on the game: only its keys count."""
    if "state" in reply:
        return {"state": dict.fromkeys(reply["state"])}
    return shape(reply)


@needs_the_board
def test_its_replies_have_the_board_s_keys(board, fake):
    from virtual_board.board.transport import VirtualTransport

    real = replies(Client(VirtualTransport(board.device), first_id=1))
    ours = replies(Client(FakeWire(fake), first_id=1))
    asked = set(REQUESTS) - {"deck_put"}  # its frames have a kind of their own
    assert set(real) == set(ours) == asked
    for name in asked:
        for one, other in zip(real[name], ours[name], strict=True):
            assert without_values(name, other) == without_values(name, one), name


WRONG = [
    ("dance", {}),
    ("new", {}),
    ("new", {"setup": []}),
    ("read", {"file": "deck", "name": "x", "at": 2**40}),
    ("read", {"file": "deck", "name": "x", "at": 0}),
    ("read", {"file": "game", "name": "x", "at": 0}),
    ("read", {"file": "aside", "name": "x", "at": 0}),
    ("read", {"file": "/main.py", "name": "x", "at": 0}),
    ("deck_begin", {"name": "\n", "bytes": 1, "crc": 1, "packed": 3}),
    ("deck_put", {"upload": 5, "at": 0, "data": ""}),
    ("deck_end", {"upload": 5}),
    ("deck_remove", {"name": "x"}),
    ("synced", {"id": "x", "bytes": 1}),
    ("stop", {}),
    ("settings_set", {"settings": {"x": 1}}),
]


def codes(client):
    """The code of each refusal."""
    found = []
    for do, more in WRONG:
        with pytest.raises(DeviceError) as caught:
            client.request(do, **more)
        found.append((do, caught.value.code))
    upload = client.request("deck_begin", name="d", bytes=len(DECK), crc=1, packed=9)["upload"]
    with pytest.raises(DeviceError) as caught:
        client.request("deck_end", upload=upload)
    return [*found, ("deck_end", caught.value.code)]


@needs_the_board
def test_it_refuses_what_the_board_refuses(board):
    from virtual_board.board.transport import VirtualTransport

    real = codes(Client(VirtualTransport(board.device), first_id=1))
    assert codes(Client(FakeWire(FakeDevice()), first_id=1)) == real
    assert len({code for _, code in real}) > 5


def test_what_a_test_puts_wrong_falls_in_the_test(fake):
    def broken(request):
        raise AssertionError("as the test says")

    fake.do_status = broken
    with pytest.raises(AssertionError, match="as the test says"):
        Client(FakeWire(fake)).request("status")
