"""Games on the laptop: each journal kept once, replayed by the board's own rules."""

import base64
import json
import sqlite3
import time

import pytest
from support.fake_device import FakeDevice, FakeWire

from buzzglass import output
from buzzglass.device.client import Client
from buzzglass.errors import LinkError
from buzzglass.history import replay
from buzzglass.history.database import History
from buzzglass.history.sync import sync
from glass.formats import event_record
from glass.games import events as ev
from glass.games.timesup.setup import complete

ROUND = [(ev.START, 30000), (ev.GOT, 21000), (ev.START, 21000), (ev.START, 21000)]


def game(game_id="00001-aa", played=(), **options):
    """A game file: a French game of one paper card, and the events played."""
    started = options.pop("started", None)
    wanted = {"game": "timesup", "edition": "fr", "players": ["Ann", "Bob", "Cid", "Dee"],
              "cards": 1, "seed": 7, **options}  # fmt: skip
    setup = {**complete(wanted, None), "game_id": game_id, "deal": None, "started": started}
    body = b"".join(event_record.pack(kind, value) for kind, value in played)
    return json.dumps(setup).encode() + b"\n" + body


def test_a_finished_game_is_replayed():
    state = replay.replay(game(played=ROUND * 3))
    assert state["phase"] == "game_over" and state["game_id"] == "00001-aa"
    assert [team["total"] for team in state["teams"]] == [2, 1]
    assert state["winners"] == ["Ann & Cid"] and state["card"] is None


def test_undo_ticks_pauses_and_a_torn_end_are_followed():
    played = [(ev.START, 30000), (ev.TICK, 25000), (ev.GOT, 21000), (ev.UNDO, 21000)]
    state = replay.replay(game(played=[*played, (ev.RESUME, 21000)], cards=3) + b"\x01\x82")
    assert state["phase"] == "turn" and state["this_turn"]["got"] == 0


def test_an_abandoned_game_is_kept_as_not_finished(run, device):
    device.games = {"00001-aa": game(played=[*ROUND, (ev.LEFT, 0)])}
    assert run("sync")[1]["new"] == 1
    (entry,) = run("history")[1]
    assert entry["finished"] is False and entry["teams"][0]["total"] == 1


def test_each_game_is_synced_once(run, device):
    device.games = {"00001-aa": game(played=ROUND * 3)}
    assert run("sync") == (
        0, {"new": 1, "updated": 0, "unchanged": 0, "games": ["00001-aa"]}, ""
    )  # fmt: skip
    assert device.synced == [("00001-aa", len(device.games["00001-aa"]))]
    device.games["00002-bb"] = game("00002-bb", ROUND)
    assert run("sync")[1] == {"new": 1, "updated": 0, "unchanged": 1, "games": ["00002-bb"]}
    device.games["00002-bb"] = game("00002-bb", ROUND * 2)
    assert run("sync")[1] == {"new": 0, "updated": 1, "unchanged": 1, "games": ["00002-bb"]}
    device.done.clear()
    assert run("sync")[1] == {"new": 0, "updated": 0, "unchanged": 2, "games": []}
    assert not any(request["do"] == "read" for request in device.done)
    first, second = run("history")[1]
    assert first == {
        "game_id": "00001-aa", "game": "timesup", "edition": "fr", "started": None,
        "finished": True, "winners": ["Ann & Cid"], "teams": first["teams"],
        "players": first["players"],
    }  # fmt: skip
    assert first["teams"][0] == {
        "name": "Ann & Cid", "players": ["Ann", "Cid"], "rounds": [1, 0, 1], "total": 2
    }  # fmt: skip
    assert [player["name"] for player in first["players"]] == ["Ann", "Bob", "Cid", "Dee"]
    assert second["finished"] is False
    text = run("history", as_json=False)[2]
    assert "Ann & Cid" in text


def test_people_read_local_time_on_one_line(run, device, monkeypatch):
    monkeypatch.setenv("TZ", "Europe/Paris")
    time.tzset()
    try:
        names = [f"Person with a rather long name {n}" for n in range(4)]
        device.games = {"00001-aa": game(played=ROUND, started=1700000000, players=names)}
        run("sync")
        assert run("history")[1][0]["started"] == "2023-11-14T22:13:20+00:00"
        text = run("history", as_json=False)[2]
        assert "2023-11-14 23:13" in text and "00001-aa" in text
    finally:
        monkeypatch.undo()
        time.tzset()
    assert output.local_time(None) == "" and output.local_time("last summer") == "last summer"


def test_history_needs_no_device(run):
    def none(port):
        raise AssertionError("no device is needed")

    assert run("history", factory=none) == (0, [], "")
    assert "buzzglass sync" in run("history", as_json=False, factory=none)[2]


def test_the_device_is_told_only_what_is_committed(device, tmp_path):
    device.games = {"00001-aa": game(played=ROUND), "00002-bb": game("00002-bb", ROUND)}
    path = tmp_path / "scores.sqlite"

    def synced(request):
        rows = sqlite3.connect(path).execute("SELECT game_id, length(journal) FROM games")
        assert (request["id"], request["bytes"]) in rows.fetchall()
        raise LinkError("unplugged")

    device.do_synced = synced
    client = Client(FakeWire(device))
    client.hello()
    database = History(path)
    with pytest.raises(LinkError):
        sync(client, database)
    database.close()
    del device.do_synced
    database = History(path)
    assert sync(client, database)["games"] == ["00002-bb"]
    assert [entry[0] for entry in device.synced] == ["00001-aa", "00002-bb"]


def test_a_wiped_device_does_not_overwrite_an_old_game_of_the_same_name(tmp_path):
    database = History(tmp_path / "scores.sqlite")
    assert database.store("dev", "00001-aa", game(played=ROUND)) == "new"
    assert database.store("dev", "00001-aa", game(played=ROUND, seed=8)) == "new"
    assert database.store("other", "00001-aa", game(played=ROUND)) == "new"
    assert len(database.games()) == 3


def test_a_game_that_cannot_be_replayed_is_kept_all_the_same(tmp_path):
    database = History(tmp_path / "scores.sqlite")
    impossible = game(played=[(ev.GOT, 5)])
    assert database.store("dev", "a", impossible) == "new"
    assert database.journal("dev", "a") == impossible
    (first,) = database.games()
    assert first["edition"] == "fr" and first["teams"] == []
    for damaged in (b"no set-up", b"[]\n", b""):
        with pytest.raises(replay.ReplayError):
            database.store("dev", "b", damaged)
    assert len(database.games()) == 1


def reads(device, *versions):
    """The device's only game comes in as each of `versions`, one a reading, then as the last."""
    left = list(versions)

    def read(request):
        data = left[0]
        part = data[request["at"] : request["at"] + 114]
        end = request["at"] + len(part) >= len(data)
        if end and len(left) > 1:
            del left[0]
        return {"data": base64.b64encode(part).decode(), "size": len(data), "end": end}

    device.games = {"00001-aa": versions[-1]}
    device.do_read = read


def test_a_game_damaged_on_its_way_is_read_again(run, device):
    whole = game(played=ROUND * 3)
    at = len(whole) - 4 * len(ROUND) * 3
    damaged = [
        whole.replace(b'"timesup"', b'"timesuq"'),
        whole.replace(b"{", b"[", 1),
        whole.replace(b"00001-aa", b"00001-ab"),
        whole[:at] + whole[at + 4 :],  # an event is lost
        whole[: at + 3] + b"\xf0" + whole[at + 4 :],
    ]
    for wrong in damaged:
        device.synced.clear()
        reads(device, wrong, whole)
        assert run("sync")[0] == 0
        assert device.synced == [("00001-aa", len(whole))]
        (entry,) = run("history")[1]
        assert entry["finished"] and entry["winners"] == ["Ann & Cid"]


def test_a_game_damaged_on_the_device_is_left_there_and_the_others_are_copied(run, device):
    whole = game("00002-bb", ROUND)
    for damaged in ([b"no set-up\n"], [game("00003-cc", ROUND)], [b"{", b"[", b"5", b"6"]):
        reads(device, *damaged)
        read_damaged = device.do_read
        device.do_read = lambda request, damaged=read_damaged: (
            damaged if request["name"] == "00001-aa" else FakeDevice.do_read.__get__(device)
        )(request)
        device.games["00002-bb"] = whole
        device.synced.clear()
        status, value, said = run("sync")
        assert (status, value) == (1, None) and "not copied: 00001-aa." in said
        assert said.count("\n") == 1
        assert device.synced == [("00002-bb", len(whole))]
        assert [entry["game_id"] for entry in run("history")[1]] == ["00002-bb"]


def test_a_game_that_this_version_cannot_follow_is_kept_if_it_reads_the_same_twice(run, device):
    later = game(played=[(15, 5)])
    reads(device, later)
    assert run("sync")[1]["new"] == 1 and device.synced == [("00001-aa", len(later))]
    reads(device, game(played=ROUND)[:-3], later)
    assert run("sync")[1]["unchanged"] == 1


def test_a_stored_game_that_was_damaged_is_replaced(run, device, tmp_path):
    whole = game(played=ROUND * 3)
    at = len(whole) - 4 * len(ROUND) * 3
    device.games = {"00001-aa": whole}
    run("sync")
    (path,) = (tmp_path / "data").glob("*.sqlite")
    with sqlite3.connect(path) as db:
        spoiled = whole[: at + 3] + b"\xf0" + whole[at + 4 :]
        db.execute("UPDATE games SET journal = ?", (spoiled,))
    db.close()
    assert run("sync")[1]["updated"] == 1
    with sqlite3.connect(path) as db:
        assert db.execute("SELECT journal FROM games").fetchall() == [(whole,)]
    db.close()


def test_databases_that_are_not_ours(run, tmp_path):
    newer = tmp_path / "newer.sqlite"
    with sqlite3.connect(newer) as db:
        db.execute("PRAGMA user_version = 99")
    status, value, text = run("history", "--db", str(newer))
    assert (status, value) == (1, None) and "newer version" in text
    junk = tmp_path / "junk.sqlite"
    junk.write_bytes(b"no database at all" * 100)
    status, _, text = run("--db", str(junk), "history")
    assert status == 1 and "--db" in text
    assert run("history", "--db", str(tmp_path))[0] == 1


def test_when_a_game_was_started():
    assert replay.started_at({"started": 1700000000}) == "2023-11-14T22:13:20+00:00"
    assert replay.started_at({}) is None
