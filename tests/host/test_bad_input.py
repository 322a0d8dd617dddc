"""Whatever a laptop or a file says: a sentence, nothing lost, and the firmware goes on."""

import importlib.util
import json
import shutil
import struct
from binascii import crc32

import pytest

from buzzglass.decks import deck as decks
from buzzglass.decks import files as deck_files
from buzzglass.decks import packing
from buzzglass.device.client import Client
from buzzglass.device.upload import squeezed, upload_deck
from buzzglass.errors import DeviceError, ToolError

WRONG = (None, True, -1, 1.5, 10**30, -(10**30), 1e300, "", "x" * 300, [], {}, [[]], {"a": [1]})
NEEDS = {
    "new": ("setup",),
    "deck_begin": ("name", "bytes", "crc", "packed"),
    "deck_end": ("upload",),
    "deck_remove": ("name",),
    "read": ("file", "name", "at"),
    "synced": ("id", "bytes"),
    "settings_set": ("settings",),
}
SETUP = {"game": "timesup", "edition": "en", "players": ["Ann", "Bob", "Cid", "Dee"], "cards": 5}


@pytest.fixture(scope="module")
def board(tmp_path_factory):
    if importlib.util.find_spec("micropython_unix") is None:
        pytest.skip("the virtual board is not installed")
    from virtual_board.board.device import VirtualDevice

    device = VirtualDevice(tmp_path_factory.mktemp("flash") / "flash.bin")
    device.power_on()
    device.run_until(1_000_000)
    yield device
    device.close()


@pytest.fixture
def client(board):
    from virtual_board.board.transport import VirtualTransport

    client = Client(VirtualTransport(board), first_id=board.now_us // 1000 & 0xFFFF)
    if not client.request("games")["games"]:
        client.request("new", setup=SETUP)
    client.game = client.request("games")["games"][-1]["id"]
    yield client
    assert board.crash is None and board.on
    assert client.request("status")["state"]["game_id"] == client.game


def refused(client, do, **args):
    with pytest.raises(DeviceError) as caught:
        client.request(do, **args)
    assert len(str(caught.value)) > 15
    return str(caught.value)


@pytest.mark.parametrize("do", NEEDS)
def test_requests_of_the_wrong_shape(client, do):
    good = {"setup": SETUP, "name": "x", "bytes": 10, "crc": 1, "packed": 12, "at": 0,
            "upload": 1, "file": "game", "id": client.game, "settings": {}}  # fmt: skip
    if do == "read":
        good["name"] = client.game
    for key in NEEDS[do]:
        args = {other: good[other] for other in NEEDS[do]}
        kind = type(args[key])
        for value in WRONG:
            if type(value) is not kind or kind is int and not 0 <= value < 2**32:
                assert f'"{key}"' in refused(client, do, **{**args, key: value})
        del args[key]
        assert f'"{key}"' in refused(client, do, **args)
    assert client.request("synced", id=client.game, bytes=0) == {}


@pytest.mark.parametrize("key", [*SETUP, "teams", "deck", "colour", "draft", "turn_s", "seed",
                                 "order", "team_names", "language", "peek", "bogus"])  # fmt: skip
def test_set_ups_of_the_wrong_shape(client, key):
    for value in WRONG[2:] + ([1, 2, 3, 4], ["a", "b", "c", "\0"], ["a", "b", "c", "\ud800"]):
        said = refused(client, "new", setup={**SETUP, key: value})
        assert key in said and len(said) < 400


def test_a_timer_with_a_deck(client):
    upload(client, "one", bytes(packing.pack("one", "names", [("Ann", "", "", "")])))
    said = refused(client, "new", setup={"game": "timer", "deck": "one"})
    assert said == "The timer uses no deck: leave deck out."


def test_settings_of_the_wrong_shape(client):
    before = client.request("settings_get")
    for key in before["settings"]:
        for value in WRONG[2:]:
            assert key in refused(client, "settings_set", settings={"volume": 1, key: value})
    assert client.request("settings_get") == before


def upload(client, name, data):
    packed = squeezed(data)
    begun = client.request(
        "deck_begin", name=name, bytes=len(data), crc=crc32(data), packed=len(packed)
    )
    client.put(begun["upload"], 0, packed)
    return client.request("deck_end", upload=begun["upload"])


def test_a_deck_that_is_damaged_leaves_the_old_one(client):
    good = bytes(packing.pack("mine", "names", [("Ann", "", "", ""), ("Bob", "", "", "")]))
    assert upload(client, "mine", good)["cards"] == 2
    at = 9 + len("mine")
    for offset in (0, 1, 2**31, 2**32 - 1):
        for place in range(3):
            bad = bytearray(good)
            struct.pack_into("<I", bad, at + 4 * place, offset)
            with pytest.raises(DeviceError, match="load it again"):
                upload(client, "mine", bytes(bad))
    for bad in (b"", good[:8], good[:-1], good + b"x", good[:at], b"\xff" * 40):
        with pytest.raises(DeviceError, match="load it again"):
            upload(client, "mine", bad)
    assert client.read_file("deck", "mine") == good
    number = client.request("deck_begin", name="mine", bytes=9, crc=0, packed=11)["upload"]
    refused(client, "deck_begin", name="mine", bytes=2**31, crc=0, packed=11)
    with pytest.raises(DeviceError, match="load the deck again"):
        client.put(number, 0, b"AAA")


def test_data_of_a_deck_as_json_is_refused(client):
    said = refused(client, "deck_put", upload=1, at=0, data="AAAA")
    assert "a frame of its own kind: update the tool" in said


@pytest.mark.parametrize("damaged", ["[]", "5", '{"game": []}', '{"game": "timesup"}'])
def test_a_damaged_game_does_not_keep_the_device_from_starting(client, board, tmp_path, damaged):
    from virtual_board.board.device import VirtualDevice
    from virtual_board.board.firmware import firmware_dir
    from virtual_board.board.transport import VirtualTransport

    rom = tmp_path / "rom"
    shutil.copytree(firmware_dir(False), rom)
    path = rom / "glass" / "store" / "replay.py"
    text = path.read_text()
    read = "game_file.setup_of(file.read(size))"
    assert text.count(read) == 1
    path.write_text(text.replace(read, f"game_file.setup_of({damaged!r})"))
    shutil.copy(board.flash_path, tmp_path / "flash.bin")
    other = VirtualDevice(tmp_path / "flash.bin", rom=rom)
    try:
        other.power_on()
        other.run_until(1_000_000)
        client = Client(VirtualTransport(other))
        state = client.request("status")["state"]
        assert other.crash is None and state["phase"] == "menu" and state["game"] is None
        names = [entry["name"] for entry in client.request("aside")["aside"]]
        assert names[0].startswith("0001-0000") and names[0].endswith("/setup")
    finally:
        other.close()


def test_a_time_that_is_none_is_passed_over(client):
    client.request("hello", time=1_700_000_000)
    for value in WRONG:
        client.request("hello", time=value)
    client.game = client.request("new", setup=SETUP)["game_id"]
    text = client.read_file("game", client.game).split(b"\n")[0]
    assert 1_700_000_000 <= json.loads(text)["started"] < 1_700_000_100


def test_a_request_that_is_too_long(client):
    said = refused(client, "new", setup={**SETUP, "players": ["x" * 5000, "b", "c", "d"]})
    assert "4096" in said and "shorten" in said


def test_a_deck_s_characters(tmp_path):
    def problems(text):
        path = tmp_path / "deck.json"
        path.write_text(text)
        deck = deck_files.parse_deck(path, fits=lambda name: True)
        json.dumps(deck.report(), ensure_ascii=False).encode()
        return [(p["line"], p["column"], p["problem"]) for p in deck.errors + deck.warnings]

    assert problems(r'["A", "B\u0000C"]') == [
        (2, "yellow", "has the control character U+0000: remove it")
    ]
    ((line, column, _),) = problems(r'[{"name": "A", "note": "\u0001"}]')
    assert (line, column) == (1, "yellow_note")
    assert problems(r'["\ud800"]') == []  # stored as U+FFFD
    assert len(problems(r'[{"\ud800": 1, "name": "A"}]')) == 1
    for twice in ('[{"name": "A", "name": "B"}]', '[{"yellow": "A", "Yellow": "B"}]'):
        assert problems(twice) == [(1, "yellow", "this key is there twice")]
    assert problems('[{"name": "A", "yellow": "B"}]') == [
        (1, "name", 'left out: the column "yellow" is there too')
    ]


@pytest.mark.parametrize("name", ["x" * 5000, ".", ""])
def test_names_that_are_no_files(run, name):
    for expected, command in (
        (1, ["deck", "check", name]), (2, ["sim", "run", name]), (1, ["deck", "pull", "x", name]),
    ):  # fmt: skip
        status, value, said = run(*command)
        assert (status, value) == (expected, None) and "unexpected" not in said


def test_a_refusal_shows_a_value_as_people_wrote_it(client):
    assert refused(client, "new", setup={**SETUP, "draft": 1}).endswith("true or false, not 1.")
    assert refused(client, "new", setup={**SETUP, "cards": True}).endswith("200, not true.")
    said = refused(client, "new", setup={**SETUP, "players": [None, "B", "C"]})
    assert said.endswith("not null.")
    assert refused(client, "new", setup={**SETUP, "edition": ["en"]}).endswith('not ["en"].')


def test_a_scenario_is_no_deck(run, tmp_path):
    path = tmp_path / "game.jsonl"
    path.write_text('{"setup": {"game": "timer"}}\n' * 3)
    status, value, _ = run("deck", "check", str(path))
    assert status == 1 and len(value["errors"]) == 1 and "scenario" in value["errors"][0]["problem"]


NO_NAMES = ["", "   ", "\t", "a\nb", "\0", "x\x7f", "\x85", "\ud800", "x" * 256, "é" * 128,
            "x" * 3000]  # fmt: skip
NAMES = ["x", "x" * 255, "é" * 127, "\u2007x", "..", "Zoë & Ünal/3"]


@pytest.mark.parametrize("name", NO_NAMES)
def test_names_that_no_deck_has(client, run, device, tmp_path, name):
    data = bytes(packing.pack("x", "names", [("Ann", "", "", "")]))
    number = client.request("deck_begin", name="mine", bytes=9, crc=0, packed=11)["upload"]
    before = client.request("deck_list")
    said = refused(client, "deck_begin", name=name, bytes=len(data), crc=crc32(data),
                   packed=9)  # fmt: skip
    assert "255" in said and "give" in said and len(said) < 200
    assert client.request("deck_list") == before
    client.put(number, 0, b"AAA")  # the upload goes on
    with pytest.raises(ToolError, match="1 to 255 bytes"):
        upload_deck(client, name, data)
    file = tmp_path / "deck.txt"
    file.write_text("Ann")
    if decks.clean(name) and decks.clean(name) not in ("a b", "\ufffd"):  # these are made good
        for command in ("check", "load"):
            status, value, said = run("deck", command, str(file), "--name", name)
            assert status == 1 and (command == "check" or "1 to 255 bytes" in said)
            assert command == "load" or "1 to 255 bytes" in value["errors"][0]["problem"]
    assert not device.decks


@pytest.mark.parametrize("name", NAMES)
def test_names_that_a_deck_may_have(client, name):
    data = bytes(packing.pack(name, "names", [("Ann", "", "", "")]))
    assert upload_deck(client, name, data)["name"] == name
    assert client.read_file("deck", name) == data
    assert client.request("deck_remove", name=name) == {}


@pytest.mark.parametrize("name", NO_NAMES)
def test_names_of_decks_and_games_that_are_not_there(client, name):
    for do, args in (
        ("deck_remove", {"name": name}),
        ("read", {"file": "deck", "name": name, "at": 0}),
        ("read", {"file": "game", "name": name, "at": 0}),
        ("read", {"file": "aside", "name": name, "at": 0}),
        ("read", {"file": name, "name": "mine", "at": 0}),
        ("synced", {"id": name, "bytes": 1}),
        ("new", {"setup": {**SETUP, "deck": name}}),
        ("x" + name, {}),
    ):
        said = refused(client, do, **args)
        assert said.endswith(".") and len(said) < 300 and "wrong value" not in said
    for after in ([], 5, {"a": 1}):
        try:
            client.request("games", after=after)
        except DeviceError as error:
            assert "Update the tool" in str(error)
    client.request("games", after=name)


@pytest.mark.parametrize("name", ["", "   ", "\t", "\0", "a\x7fb", "\ud800", "x" * 41, "é" * 2000])
def test_names_of_players_and_teams(client, name):
    for setup in (
        {"players": ["A", name, "C", "D"]},
        {"players": ["A", "B", "C", "D"], "team_names": ["X", name]},
        {"players": [name] * 4},
    ):
        said = refused(client, "new", setup={**SETUP, **setup})
        assert len(said) < 300 and ("names" in said or "4096" in said)
