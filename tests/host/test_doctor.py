"""doctor: every finding a sentence and what to do, with a device and without one."""

import grp
import json
import os
import sqlite3

import pytest
from support.fake_device import FakeDevice, FakeWire

from buzzglass import cli, doctor
from buzzglass.device import transport
from buzzglass.device.client import PROTOCOL
from buzzglass.errors import LinkError

CRASH = 'Traceback (most recent call last):\n  File "app.py", line 5\nValueError: bad card'


def patient(quarantine=(), crashes=()):
    """A device that has had an accident or two."""
    device = FakeDevice()
    device.quarantine.update(quarantine)
    device.crashes += crashes
    return device


@pytest.fixture
def examine(run):
    """examine(device, ...) -> (status, JSON, {check: findings})."""

    def call(device, *argv):
        status, value, said = run("doctor", *argv, factory=lambda port: FakeWire(device))
        assert said == "" and value is not None
        checks = {}
        for finding in value["findings"]:
            assert set(finding) == {"check", "level", "text", "remedy"}
            assert finding["level"] in ("ok", "note", "problem")
            for sentence in (finding["text"], finding["remedy"]):
                assert sentence[0].isupper() or sentence[0] == "/"
                assert len(sentence) > 10 and "\n" not in sentence
            checks.setdefault(finding["check"], []).append(finding)
        assert status == any(finding["level"] == "problem" for finding in value["findings"])
        return status, value, checks

    return call


def test_all_is_well(examine, run):
    status, value, checks = examine(patient())
    assert status == 0 and value["device"]["id"] == "c0ffee"
    assert {check: [one["level"] for one in found] for check, found in checks.items()} == {
        check: ["ok"]
        for check in ("tool", "database", "device", "firmware", "space", "aside", "crash")
    }
    assert "0.1.0" in checks["tool"][0]["text"]
    assert f"protocol {PROTOCOL}" in checks["device"][0]["text"]
    status, _, said = run("doctor", as_json=False, factory=lambda port: FakeWire(patient()))
    assert status == 0 and "0.1.0" in said


def test_a_firmware_that_does_not_know_the_requests(examine, device):
    device.unknown = ("aside", "crashes")
    status, value, checks = examine(device)
    assert status == 0 and value["aside"] == value["crashes"] == []
    for check in ("aside", "crash"):
        (note,) = checks[check]
        assert note["level"] == "note" and "Update" in note["remedy"]


def test_another_version_little_room_damaged_files_and_crashes(examine):
    device = patient(
        {"00003-aa": b"\xff" * 300, "../../deck": b"x" * 5},
        [{"at": 1_700_000_000, "text": CRASH}, {"at": None, "text": ""}, {"at": "?", "text": "a"}],
    )
    hello = {**device.do_hello({}), "version": "0.0.9", "free": 9000}
    device.do_hello = lambda request: hello
    status, value, checks = examine(device)
    assert status == 1
    assert checks["firmware"][0]["level"] == "note" and "0.0.9" in checks["firmware"][0]["text"]
    (space,) = checks["space"]
    assert space["level"] == "problem" and "deck remove" in space["remedy"]
    assert [one["name"] for one in value["aside"]] == ["00003-aa", "../../deck"]
    assert [one["at"] for one in value["crashes"]] == ["2023-11-14T22:13:20+00:00", None, None]
    assert "ValueError: bad card" in checks["crash"][0]["text"]
    assert all(one["level"] == "problem" for one in checks["aside"] + checks["crash"])


def test_what_the_device_kept_is_saved_and_then_taken_off(examine, run, tmp_path):
    files = {"00003-aa": b"\xff" * 300, "../../deck": b"x" * 5, "..": b"", "a/b": b"1", "a-b": b"2"}
    device = patient(files, [{"at": None, "text": CRASH}])
    folder = tmp_path / "kept"
    before = set(os.listdir(tmp_path)) | {"kept", "data"}
    status, value, _ = examine(device, "--save", str(folder))
    assert status == 1 and len(value["saved"]) == 6 and device.quarantine
    saved = {name: (folder / name).read_bytes() for name in os.listdir(folder)}
    assert sorted(map(str, map(folder.joinpath, saved))) == sorted(value["saved"])
    assert json.loads(saved.pop("device.json"))["crashes"][0]["text"] == CRASH
    assert sorted(saved.values()) == sorted(files.values())
    assert set(os.listdir(tmp_path)) <= before
    assert examine(device, "--save", str(folder), "--clear")[0] == 1
    assert device.quarantine == {} and device.crashes == []
    assert examine(device)[0] == 0
    status, value, said = run("doctor", "--clear")
    assert (status, value) == (2, None) and "--save" in said


def test_a_folder_that_cannot_be_written(examine, tmp_path):
    taken = tmp_path / "taken"
    taken.write_text("")
    device = patient({"a": b"1"})
    status, value, checks = examine(device, "--save", str(taken), "--clear")
    assert status == 1 and value["saved"] == [] and device.quarantine == {"a": b"1"}
    assert checks["device"][-1]["level"] == "problem"
    assert checks["device"][-1]["text"].startswith(f"Cannot write to {taken}")


def test_a_device_that_does_not_answer(run):
    def broken(port):
        return FakeWire(patient(), lambda where, line: True)

    status, value, said = run("doctor", factory=broken)
    assert status == 1 and said == "" and value["device"] is None
    assert value["findings"][-1]["text"] == "The device does not answer."
    assert value["findings"][-1]["remedy"].startswith("Check that it is switched on")


def test_an_answer_of_another_shape(examine):
    device = patient()
    for wrong in ({}, {"aside": 5}, {"aside": [5]}, {"aside": [{"name": "x"}]}):
        device.do_aside = lambda request, wrong=wrong: wrong
        status, _, checks = examine(device)
        assert status == 1 and "makes no sense" in checks["device"][-1]["text"]


def test_databases(examine, run, tmp_path):
    path = tmp_path / "scores.sqlite"
    database = examine(patient(), "--db", str(path))[2]["database"][0]
    assert database["level"] == "ok" and "sync" in database["remedy"] and not path.exists()
    run("sync", "--db", str(path))
    assert "0 games" in examine(patient(), "--db", str(path))[2]["database"][0]["text"]
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + b"\xa5" * 4096)
    status, _, checks = examine(patient(), "--db", str(path))
    assert status == 1 and "damaged" in checks["database"][0]["text"]
    assert "move it away" in checks["database"][0]["remedy"].lower()
    path.write_bytes(whole)
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 9")
    db.close()
    status, _, checks = examine(patient(), "--db", str(path))
    assert status == 1 and "newer version" in checks["database"][0]["text"]


def test_a_database_that_sync_could_not_write(examine, run, tmp_path, monkeypatch, read_only):
    path = tmp_path / "scores.sqlite"
    run("sync", "--db", str(path))

    def database(where, text):
        status, _, checks = examine(patient(), "--db", str(where))
        (found,) = checks["database"]
        assert status == 1 and text in found["text"]
        return found["remedy"]

    before = path.read_bytes()
    other = sqlite3.connect(path)
    other.execute("BEGIN IMMEDIATE")
    monkeypatch.setattr("buzzglass.history.database.BUSY_S", 0.0)
    assert database(path, "in use").startswith("Close that program")
    other.close()
    assert "name a file" in database(tmp_path, "is a folder").lower()
    with read_only():
        assert "permissions" in database(path, "read-only")
    assert examine(patient(), "--db", str(path))[0] == 0 and path.read_bytes() == before
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    assert "permissions" in database(tmp_path / "no" / "no.sqlite", "may not be opened")


class Info:
    serial_number = product = description = None

    def __init__(self, device, vid):
        self.device, self.vid = str(device), vid


@pytest.fixture
def plugged(monkeypatch, capsys):
    """plugged([(port, vendor)], ...) -> (status, {check: findings}): no device in memory."""

    def call(ports, *argv):
        monkeypatch.setattr(transport, "usb_ports", lambda: [Info(*one) for one in ports])
        status = cli.main(["doctor", "--json", *argv])
        said = capsys.readouterr()
        assert said.err == ""
        found = json.loads(said.out)["findings"]
        return status, {c: [f for f in found if f["check"] == c] for c in ("port", "device")}

    return call


def test_no_device_at_all_is_no_trouble(plugged, tmp_path):
    status, found = plugged([], "--db", str(tmp_path / "none"))
    assert status == 0 and found["port"] == []
    assert found["device"][0]["level"] == "note" and "data" in found["device"][0]["remedy"]
    status, found = plugged([], "--db", str(tmp_path / "none"), "--port", "/dev/nowhere")
    assert status == 1 and "/dev/nowhere" in found["device"][0]["text"]


def test_a_port_without_rights(plugged, tmp_path, monkeypatch):
    port = tmp_path / "ttyACM0"
    port.touch(mode=0o660)
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    monkeypatch.setattr(doctor.getpass, "getuser", lambda: "ann")

    def group(members):
        entry = grp.struct_group(("dialout", "x", os.stat(port).st_gid, members))
        monkeypatch.setattr(grp, "getgrgid", lambda gid: entry)
        return plugged([(port, 0x2E8A)])

    status, found = group([])
    assert status == 1 and found["port"][0]["text"] == f"You may not use {port}."
    assert "sudo usermod -aG dialout ann" in found["port"][0]["remedy"]
    _, found = group(["ann"])
    assert "log out and in again" in found["port"][0]["remedy"]
    assert "usermod" not in found["port"][0]["remedy"]
    port.chmod(0o600)
    assert "udev" in group([])[1]["port"][0]["remedy"]


def test_ports_in_use_and_behind_a_bridge(plugged, tmp_path, monkeypatch):
    opened = []

    def busy(port):
        opened.append(port)
        raise LinkError(f"{port} is in use by another program: close that program and try again.")

    monkeypatch.setattr(transport, "SerialTransport", busy)
    for name in ("a", "b"):
        (tmp_path / name).touch()
    a, b = str(tmp_path / "a"), str(tmp_path / "b")
    status, found = plugged([(a, 0x2E8A), (b, 0x1A86)])
    assert status == 1 and b not in opened
    busy_one, bridge = found["port"]
    assert busy_one["level"] == "problem" and busy_one["remedy"].startswith("Close that program")
    assert bridge["level"] == "note" and f"--port {b}" in bridge["remedy"]
