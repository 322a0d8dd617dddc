"""Names as nobody should write them: stored and shown, never run, never a path."""

import io
import json
import os
import re
import unicodedata

import pytest
from test_cli import PLAYING
from test_history import ROUND, game

from buzzglass import output
from buzzglass.decks import deck as decks
from buzzglass.decks import files as deck_files
from buzzglass.decks import packing

NASTY = [
    'Ann "the" O\'Hara', "two\nlines", "tab\there", "=SUM(A1:A9)", "+1", "-2+3", "@cmd", "../../x",
    "/etc/passwd", "C:\\x", "..", "😀👩‍👩‍👧", "שלום", "مرحبا", "\x1b[31mred\x1b[0m", "\x9b2J",
    "\x07", "a\u202eb", "\u2066c", "[bold]d[/bold]", "[link=file:///etc]e[/link]", ":bomb:", "%s%n",
    "$(ls)", "`ls`", "; rm -rf x", "\\u0041", "\u2028", "--help", "a" * 300,
]  # fmt: skip


def steers(text):
    """The first character that a terminal would obey, or None. A table's own line ends are none."""
    for letter in text.replace("\n", ""):
        bidi = unicodedata.bidirectional(letter) in (
            "LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")  # fmt: skip
        if unicodedata.category(letter) in ("Cc", "Zl", "Zp", "Cs") or bidi:
            return letter
    return None


@pytest.fixture(autouse=True)
def wide(monkeypatch):
    monkeypatch.setenv("COLUMNS", "1000")


@pytest.mark.parametrize("name", NASTY)
def test_every_output_shows_it_and_none_runs_it(run, device, tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    state = {**PLAYING, "speaker_name": name, "game_id": name, "winners": [name],
             "teams": [{**PLAYING["teams"][0], "name": name, "players": [name, "Cid"]}],
             "players": [{"name": name, "total": 4}]}  # fmt: skip
    device.state = state
    device.settings[name] = name
    hello = {**device.do_hello({}), "version": name}
    device.do_hello = lambda request: hello
    packed = packing.pack("deck", "names", [(name, "", name, "")])
    device.do_deck_list = lambda request: {
        "decks": [{"name": name, "kind": "names", "cards": 1, "bytes": len(packed)}]
    }
    device.decks[name] = bytes(packed)
    players = [name[:40].replace("\n", " "), "Bob", "Cid", "Dee"]
    device.games = {name: game(name, ROUND).replace(b'"Ann"', json.dumps(players[0]).encode())}
    before = sorted(os.listdir(tmp_path))
    for command in ("status", "scores", "info", "settings list", "deck list", "sync", "history"):
        status, value, said = run(*command.split())
        assert status == 0 and value, said
        status, _, said = run(*command.split(), as_json=False)
        assert status == 0 and steers(said) is None
        assert command == "sync" or output.visible(name)[:200] in said
    assert run("status")[1] == state
    assert run("settings", "get", "--", name, json_first=True)[1] == {name: name}
    assert run("history")[1][0]["game_id"] == name
    assert run("deck", "show", "--", name, json_first=True)[1]["cards"][0]["yellow"] == name
    for command in (["deck", "show"], ["deck", "remove"], ["settings", "get"], ["settings", "set"]):
        words = [*command, "--", name, "x"] if command[1] == "set" else [*command, "--", name]
        status, _, said = run(*words, as_json=False)
        assert status == 0 and steers(said) is None
    assert sorted(os.listdir(tmp_path)) in (before, sorted({*before, "data"}))


@pytest.mark.parametrize("name", NASTY)
def test_json_on_a_terminal_steers_nothing(device, capsys, name):
    from support.fake_device import FakeWire

    from buzzglass import cli

    device.state = {**PLAYING, "speaker_name": name}
    out = io.StringIO()
    cli.main(["status", "--json"], transport_factory=lambda port: FakeWire(device), out=out)
    assert steers(out.getvalue()) is None and json.loads(out.getvalue())["speaker_name"] == name


@pytest.mark.parametrize("name", NASTY)
def test_a_refusal_that_quotes_it(run, device, name):
    device.do_status = lambda request: device.do_deck_remove({"name": name})
    status, _, said = run("status")
    assert status == 1 and steers(said) is None and said.count("\n") == 1


@pytest.mark.parametrize("name", NASTY)
def test_a_deck_goes_to_a_file_and_back(run, device, tmp_path, monkeypatch, name):
    """A spreadsheet takes none of the cells for a formula; the file is where one stands."""
    inner = tmp_path / "in"
    inner.mkdir()
    monkeypatch.chdir(inner)
    clean = decks.clean(name)
    cards = [(clean, "x;y", "", clean), ("Bob", clean, clean, "")]
    device.decks[name] = bytes(packing.pack("deck", "names", cards))
    status, value, _ = run("deck", "pull", "--", name, json_first=True)
    assert status == 0 and value["cards"] == 2
    (file,) = os.listdir(inner)
    assert value["file"] == file and not set(file) & set('/\\:*?"<>|\n\x1b') and len(file) < 100
    assert sorted(os.listdir(tmp_path)) == ["in"]
    text = (inner / file).read_text(encoding="utf-8")
    assert not re.search(r'(^|[,\n"])[=+@-]', text)
    again = deck_files.parse_deck(inner / file, fits=lambda name: True)
    if re.search(decks.CONTROL, clean) or not clean:
        assert again.errors  # no deck that this tool has loaded has such a name
    else:
        assert again.cards == cards and not again.errors
