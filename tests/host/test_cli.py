"""Commands against a device in memory: JSON as the contract has it, statuses, plain sentences."""

import errno
import fcntl
import os
import socket

import pytest
from support.fake_device import STATE, FakeWire

from buzzglass.device import transport
from buzzglass.errors import LinkError, ToolError

PLAYING = {
    **STATE, "game": "timesup", "game_id": "0001", "edition": "en", "phase": "turn", "round": 2,
    "turn": 3, "team": 0, "speaker": 0, "speaker_name": "Ann", "remaining_ms": 12345, "deck": 7,
    "aside": 1, "card": "Secret Name", "this_turn": {"got": 1, "pass": 1, "foul": 0},
    "teams": [{"name": "Ann & Cid", "players": ["Ann", "Cid"], "rounds": [5, 1, 0], "total": 6},
              {"name": "Bob & Dee", "players": ["Bob", "Dee"], "rounds": [3, 0, 0], "total": 3}],
    "players": [{"name": "Ann", "total": 4}], "winners": [], "events": 9,
}  # fmt: skip


@pytest.fixture
def cards(tmp_path, short_names):
    path = tmp_path / "cards.csv"
    path.write_text("yellow,blue,yellow_note\nAnn,Bob,one\nÉva,Dee,\n", encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("json_first", [True, False])
def test_status_is_the_device_s_state(run, device, json_first):
    device.state = PLAYING
    assert run("status", json_first=json_first) == (0, PLAYING, "")


def test_people_see_the_score_but_never_the_card(run, device):
    device.state = PLAYING
    for command in ("status", "scores"):
        status, value, text = run(command, as_json=False)
        assert status == 0 and value is None
        assert "Ann & Cid" in text and "6" in text and "Secret" not in text


def test_scores_are_the_last_game_s(run, device):
    device.scores = {**PLAYING, "phase": "game_over", "card": None, "winners": ["Ann & Cid"]}
    assert run("scores")[1]["winners"] == ["Ann & Cid"]
    assert "Ann & Cid *" in run("scores", as_json=False)[2]


def test_no_game_is_no_trouble_for_people(run):
    assert run("status", as_json=False)[0] == 0
    assert run("scores", as_json=False)[0] == 0


def test_info(run):
    assert run("info")[1]["id"] == "c0ffee"
    assert "c0ffee" in run("info", as_json=False)[2]


def test_a_deck_s_whole_life(run, device, cards, tmp_path):
    status, value, _ = run("deck", "load", cards, "--name", "Mine")
    assert status == 0
    assert value["name"] == "Mine" and value["cards"] == 2 and value["seconds"] >= 0
    size = value["bytes"]
    (listed,) = run("deck", "list")[1]
    wanted = {"name": "Mine", "kind": "names", "cards": 2, "bytes": size}
    assert listed == {**listed, **wanted}
    shown = run("deck", "show", "Mine")[1]
    assert shown["cards"][1] == {
        "yellow": "Éva", "blue": "Dee", "yellow_note": "", "blue_note": ""
    }  # fmt: skip
    assert "Éva" in run("deck", "show", "Mine", as_json=False)[2]
    target = tmp_path / "back.csv"
    assert run("deck", "pull", "Mine", str(target))[1]["cards"] == 2
    assert target.read_text(encoding="utf-8").startswith("yellow,blue,yellow_note\nAnn,Bob,one\n")
    assert run("deck", "pull", "Mine", str(target))[0] == 1
    assert run("deck", "remove", "Mine")[0] == 0
    assert device.decks == {}
    status, value, text = run("deck", "remove", "Mine")
    assert (status, value) == (1, None) and "no deck" in text
    assert "deck load" in run("deck", "list", as_json=False)[2]


def test_a_deck_that_is_damaged_on_the_device_is_told(run, device, cards, tmp_path):
    run("deck", "load", cards, "--name", "Mine")
    whole = device.decks["Mine"]
    for at in range(len(whole)):
        for bit in (1, 32):
            device.decks["Mine"] = whole[:at] + bytes([whole[at] ^ bit]) + whole[at + 1 :]
            status, value, text = run("deck", "show", "Mine")
            assert (status, value) == (1, None) and "is damaged: load it again" in text, at
    target = tmp_path / "back.csv"
    for damaged in (b"", whole[:7], whole[:-1], whole + b"\0"):
        device.decks["Mine"] = damaged
        status, value, text = run("deck", "pull", "Mine", str(target))
        assert (status, value) == (1, None) and "is damaged: load it again" in text
        assert text.count("\n") == 1 and not target.exists()


def test_deck_check(run, cards, tmp_path):
    status, value, _ = run("deck", "check", cards)
    assert status == 0
    assert value == {
        "name": "cards", "kind": "names", "cards": 2, "encoding": "utf-8", "errors": [],
        "yellow": ["Ann", "Éva"], "blue": ["Bob", "Dee"], "warnings": [],
    }  # fmt: skip
    bad = tmp_path / "bad.txt"
    bad.write_text("Ann\n" + "x" * 300 + "\n")
    status, value, _ = run("deck", "check", str(bad))
    assert status == 1 and value["errors"][0]["line"] == 2
    status, _, text = run("deck", "check", str(bad), as_json=False)
    assert status == 1 and "not fit to load" in text


def test_a_deck_with_errors_is_not_loaded(run, device, tmp_path, short_names):
    bad = tmp_path / "bad.txt"
    bad.write_text("x" * 300 + "\n")
    status, value, text = run("deck", "load", str(bad))
    assert (status, value) == (1, None) and "line 1" in text and device.done == []


def test_new_sends_what_was_given_and_nothing_else(run, device):
    status, value, _ = run(
        *"new --edition fr --players Ann,Bob,Cid,Dee --teams 0,2/1,3 --deck Mine".split(),
        *"--colour blue --cards 8 --no-draft --turn-s 40 --seed 7 --order file".split(),
    )
    assert (status, value) == (0, {"game_id": "0001"})
    assert device.setups == [
        {
            "game": "timesup", "edition": "fr", "players": ["Ann", "Bob", "Cid", "Dee"],
            "teams": [[0, 2], [1, 3]], "deck": "Mine", "colour": "blue", "cards": 8,
            "draft": False, "turn_s": 40, "seed": 7, "order": "file",
        }
    ]  # fmt: skip
    run("new", "--players", "Ann, Éva,Cid", "--teams", "ring")
    assert device.setups[1] == {
        "game": "timesup", "players": ["Ann", "Éva", "Cid"], "teams": "ring"
    }  # fmt: skip
    run("new", "--game", "timer", "--turn-s", "90")
    assert device.setups[2] == {"game": "timer", "turn_s": 90}


def test_new_says_what_becomes_of_a_game_under_way(run, device):
    new = ("new", "--players", "Ann,Bob,Cid,Dee")
    assert "under way" not in run(*new)[2]
    teams = [{"name": "Ann & [b]", "total": 12}, {"name": "Bob & Dee", "total": 9}]
    device.state |= {"game": "timesup", "phase": "turn", "round": 2, "teams": teams}
    for as_json in (False, True):
        status, _, said = run(*new, as_json=as_json)
        said = " ".join(said.split())
        assert status == 0 and "round 2; Ann & [b] 12, Bob & Dee 9" in said
        assert "kept" in said and "buzzglass sync" in said
    ring = {"teams": [], "players": [{"name": "Cid", "total": 4}]}
    device.state |= {**ring, "phase": "menu"}  # open over the game
    assert "round 2; Cid 4)" in run(*new)[2]
    for over in ({"game": "timer"}, {"game": "timesup", "winners": ["Cid"]}):
        device.state |= over
        assert "under way" not in run(*new)[2]


def test_settings(run, device):
    assert run("settings", "list")[1] == device.settings
    assert run("settings", "get", "lockout_ms")[1] == {"lockout_ms": 250}
    assert run("settings", "set", "turn_s", "45")[1] == {"turn_s": 45}
    assert run("settings", "set", "rotate", "on")[1] == {"rotate": True}
    assert run("settings", "set", "peek", "null")[1] == {"peek": None}
    assert run("settings", "set", "language", "fr")[1] == {"language": "fr"}
    assert run("settings", "get", "nope")[0] == 1
    assert run("settings", "set", "nope", "1")[0] == 1
    said = run("settings", "list", as_json=False)[2]
    places = [said.index(key) for key in sorted(device.settings)]
    assert places == sorted(places)
    assert list(run("settings", "list")[1]) == sorted(device.settings)


def test_a_game_without_scores_says_so(run, device):
    device.state |= {"game": "timer", "teams": [], "players": []}
    assert run("scores")[1] == device.state
    assert run("scores", as_json=False)[2].strip() == "There are no scores: Timer keeps none."
    device.state |= {"game": None}
    assert "No game yet" in run("scores", as_json=False)[2]


@pytest.mark.parametrize(
    "line",
    [
        "nonsense", "deck", "deck nonsense", "status --nonsense", "new", "deck check",
        "new --players Ann,,Bob", "new --players A,B,C,D --teams x/y", "new --cards many", "",
        "settings set turn_s",
    ],
)  # fmt: skip
def test_wrong_usage_is_2(run, device, line):
    status, value, text = run(*line.split(), as_json=False)
    assert (status, value) == (2, None) and text.strip() and device.done == []


def test_failures_are_1_and_one_sentence(run, device, tmp_path):
    def broken(port):
        return FakeWire(device, lambda where, line: True)

    status, value, text = run("status", factory=broken)
    assert (status, value) == (1, None) and "does not answer" in text and text.count("\n") == 1
    status, _, text = run("deck", "load", str(tmp_path / "none.csv"))
    assert status == 1 and "no file" in text
    status, _, text = run("sim", "run", str(tmp_path / "none.jsonl"))
    assert status == 2 and "no file" in text


def test_the_unexpected_is_told_in_a_sentence(run, device, monkeypatch):
    monkeypatch.delenv("BUZZGLASS_DEBUG", raising=False)
    device.do_status = lambda request: {"state": {"game": "timesup", "teams": 5}}
    status, _, text = run("status", as_json=False)
    assert status == 1 and "unexpected" in text


@pytest.mark.parametrize(
    ("command", "request_name"),
    [("status", "status"), ("scores", "scores"), ("deck list", "deck_list"), ("sync", "games"),
     ("settings list", "settings_get"), ("deck show x", "read")],
)  # fmt: skip
def test_an_answer_of_another_shape_is_told(run, device, command, request_name):
    for reply in ({}, {key: 5 for key in ("state", "decks", "games", "settings", "data")}):
        setattr(device, "do_" + request_name, lambda request, reply=reply: reply)
        status, value, text = run(*command.split())
        assert (status, value) == (1, None) and "makes no sense" in text


def test_the_port_is_closed_again(run, device):
    wires = []

    def factory(port):
        wires.append((port, FakeWire(device)))
        return wires[-1][1]

    run("status", "--port", "COM12", factory=factory)
    run("deck", "remove", "x", "--port", "COM12", factory=factory)
    assert [port for port, _ in wires] == ["COM12", "COM12"]
    assert all(wire.closed for _, wire in wires)


class Port:
    def __init__(self, device, vid):
        self.device, self.vid = device, vid
        self.product = self.description = "board"
        self.serial_number = None


def test_only_likely_ports_are_asked(monkeypatch):
    ports = [
        Port("/dev/ttyACM0", 0x2E8A),
        Port("/dev/ttyACM1", 0x2E8A),
        Port("/dev/ttyUSB0", 0x1A86),
    ]
    monkeypatch.setattr(transport, "usb_ports", lambda: ports)
    asked = []

    def hello(port):
        asked.append(port)
        if port.endswith("1"):
            return {"name": "buzzglass"}
        raise LinkError("It is not ours.")

    found = transport.scan(hello)
    assert asked == ["/dev/ttyACM0", "/dev/ttyACM1"]
    assert [entry["buzzglass"] for entry in found] == [False, True, False]
    assert [entry.get("problem") for entry in found] == ["It is not ours.", None, None]
    assert found[1] == {
        "port": "/dev/ttyACM1", "name": "buzzglass", "serial": "", "buzzglass": True
    }  # fmt: skip
    assert transport.choose(found, None) == "/dev/ttyACM1"


def test_none_or_several_devices(monkeypatch):
    one = {"port": "A", "name": "", "serial": "", "buzzglass": True}
    other = {**one, "port": "B"}
    with pytest.raises(ToolError, match="No Buzzglass"):
        transport.choose([{**one, "buzzglass": False}], None)
    busy = {**one, "buzzglass": False, "problem": "A is in use by another program: close it."}
    with pytest.raises(ToolError, match="^No Buzzglass found. A is in use by another"):
        transport.choose([busy], None)
    silent = {**one, "buzzglass": False, "problem": "The device does not answer: check it."}
    with pytest.raises(ToolError, match="^No Buzzglass found on A. The device does not"):
        transport.choose([silent, {**other, "buzzglass": False}], None)
    with pytest.raises(ToolError, match="other serial ports: A, B.: plug it in"):
        transport.choose([silent, {**busy, "port": "B"}], None)
    with pytest.raises(ToolError, match="A, B"):
        transport.choose([one, other], None)
    assert transport.choose([one, other], lambda ours: ours[1]["port"]) == "B"


def test_a_port_that_is_not_there(run):
    status, _, text = run("status", "--port", "/dev/nowhere", factory=transport.SerialTransport)
    assert status == 1 and "/dev/nowhere" in text
    status, _, text = run("status", "--port", "bogus://x", factory=transport.SerialTransport)
    assert status == 1 and "bogus://x" in text


@pytest.mark.skipif(os.name != "posix", reason="as POSIX says it")
def test_what_keeps_a_port_from_being_opened(tmp_path, monkeypatch):
    def said(port):
        with pytest.raises(LinkError) as caught:
            transport.SerialTransport(str(port))
        text = str(caught.value)
        assert text.count(str(port)) >= 1 and "Errno" not in text
        return text

    assert said("/dev/nowhere").startswith("There is no port /dev/nowhere: plug the device in")
    (tmp_path / "letter").write_text("Dear Ann")
    for none in (tmp_path, tmp_path / "letter"):
        assert "is no serial port: see" in said(none)
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    assert said(f"socket://127.0.0.1:{port}").startswith("Nothing answers at socket://127.0.0.1:")
    for wrong in ("socket://127.0.0.1", "socket://127.0.0.1:99999"):
        assert "is no address: write socket://HOST:NUMBER" in said(wrong)
    assert said("127.0.0.1:8266").endswith(
        "if it is a virtual device, write socket://127.0.0.1:8266."
    )
    ours, theirs = os.openpty()
    try:
        fcntl.flock(theirs, fcntl.LOCK_EX)
        assert "is in use by another program: close that program" in said(os.ttyname(theirs))
    finally:
        os.close(ours)
        os.close(theirs)

    def refuse(*_):
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)
    assert said("/dev/ttyACM0") == (
        "You may not use /dev/ttyACM0: see 'buzzglass doctor --port /dev/ttyACM0' for what to do."
    )


def test_a_looped_serial_port():
    wire = transport.SerialTransport("loop://")
    wire.write(b"abc")
    assert wire.read(0.01) == b"abc"
    assert wire.now() <= wire.now()
    wire.close()
