"""firmware/PROTOCOL.md says what the code says, and the other way round."""

import ast
import importlib.util
import json
import re

import pytest
from support import documents, firmware_tables
from support.documents import calls, column, names, section, table, texts

from glass import registry
from glass.formats import deck_file, event_record, game_file
from glass.formats import whole_frame as frame
from glass.games import events, game
from glass.games.session import Session
from glass.games.timesup import house_rules, kinds
from make import exchange
from virtual_board.scenario import checked

PAGE = documents.read("firmware/PROTOCOL.md")
ERRORS = section(PAGE, "## Errors")
STATE = section(PAGE, "## State")
SETUP = section(PAGE, "## A set-up")
TYPES = {"string": "text", "integer": "number", "array": "list", "object": "object",
         "null": "null"}  # fmt: skip


def test_every_request_has_its_row_with_the_fields_it_needs():
    written = {}
    for cell, _ in table(PAGE, "request"):
        do, _, fields = cell.partition(" ")
        fields = [field for field in fields.split(", ") if field and field[0] != "("]
        written[do.strip("`")] = fields
    needed = {do: list(fields) for do, fields in firmware_tables.REQUESTS.items()}
    assert written == needed


def test_the_numbers_of_the_formats():
    kept_ms = documents.top("glass.link.serial_port", "_KEPT_MS").args[0].value
    for sentence in (
        f"replies for {kept_ms // 1000} s",
        f"Protocol {firmware_tables.PROTOCOL}.",
        f"protocol ({firmware_tables.PROTOCOL})",
        f"at most {frame.LINE_MAX} bytes",
        f"up to {frame.PAYLOAD_MAX} characters",
        f"at most {frame.REQUEST_MAX} characters",
        f"at most {firmware_tables.CHUNK_MAX} bytes",
        f"`{deck_file.MAGIC.decode()}`; the digit is the format",
        f"1 to {deck_file.CARDS_MAX}",
        f"{deck_file.CARD_MAX} bytes",
        "kind: " + ", ".join(f"{at} {kind}" for at, kind in enumerate(deck_file.KINDS)),
        f"`{game_file.MAGIC.decode()}`; the digit is the format",
        f"without the first {game_file.HEAD} bytes",
        f"kinds from {event_record.TEXT} on",
    ):
        assert sentence in PAGE, sentence


@pytest.mark.skipif(
    importlib.util.find_spec("micropython_unix") is None, reason="needs the virtual board"
)
def test_the_worked_exchange_is_what_goes_over_the_port():
    assert exchange.written(PAGE) == PAGE, "run `make exchange`"
    whole = [line[2:].encode() for line in exchange.lines() if line[2:]]
    assert all(frame.decode(line) for line in whole)
    assert {line[:1] for line in whole} == {b"?", b"=", b"!", b"&", b"%"}
    assert {line[:1] for line in whole if line[7:8] == b"+"} == {b"?", b"="}


# -- errors ---------------------------------------------------------------------------------------


def refusals():
    """Every code with which the firmware refuses something."""
    found = documents.returned("why_no_undo")
    checks = {"Refused": 0, "refuse": 0, "_error": 0, "one_of": 1, "whole": 1, "true_or_false": 1}
    for module, call in calls(*checks):
        function = getattr(call.func, "id", getattr(call.func, "attr", None))
        at = checks[function]
        if module == house_rules.__name__:
            found.add("edition")  # whatever is wrong in a rule set comes out so
        else:
            found |= texts(call.args[at : at + 1])
    for _, call in calls("name"):  # checks.name; a view's name(card) has one argument
        found |= texts(call.args[:1]) if len(call.args) == 2 else set()
    return found


def lines_of_the_screen():
    """The codes for which a game or the device has a line on the screen."""
    found = set()
    for path in (documents.FIRMWARE / "glass" / "ui").rglob("words_en.txt"):
        found |= set(re.findall(r"^!(\w+) ", path.read_text(encoding="utf-8"), re.MULTILINE))
    return found


def presses():
    """The codes of the table of refused presses."""
    return column(section(ERRORS, "|---|---|---|", "Other lines"), "code")


def test_every_code_of_a_refusal_stands_in_one_table_and_no_other():
    assert not column(ERRORS, "code") & presses()
    assert column(ERRORS, "code") | presses() == refusals()


def test_every_refused_press_has_its_line_on_the_screen():
    assert presses() <= lines_of_the_screen()


def test_every_line_of_the_screen_is_explained():
    assert lines_of_the_screen() <= set(names(ERRORS))


# -- state ----------------------------------------------------------------------------------------


def test_the_state_has_the_keys_and_types_of_its_schema():
    written = {names(key)[0]: kind for key, kind, *_ in table(STATE, "key")}
    schema = {}
    for key, one in checked.schema(checked.STATE)["properties"].items():
        kinds_ = one.get("type", "integer")  # a number of something refers to what a count is
        kinds_ = [kinds_] if isinstance(kinds_, str) else kinds_
        schema[key] = " or ".join(TYPES[kind] for kind in kinds_)
    assert written == schema


def begun(**wanted):
    """The state of a game that has just begun, with paper cards, as a device gives it."""
    setup = registry.find(wanted["game"]).load_setup().complete({"seed": 1, **wanted}, None)
    setup.update(game_id="00001-00000000", started=None, deal=None)
    return {**Session(setup, registry.rules_of(setup)).state(), "menu": None}


@pytest.mark.parametrize(
    ("state", "at"),
    [
        (begun(game="timesup", players=["Ann", "Bob", "Cid", "Dee"]), 2),
        (begun(game="timer"), 3),
        ({**game.no_game(), "menu": None}, 4),
    ],
    ids=["timesup", "timer", "no game"],
)
def test_the_state_says_what_is_null_in_which_game(state, at):
    cells = {names(row[0])[0]: row[at] for row in table(STATE, "key")}
    assert {key for key, cell in cells.items() if cell != "absent"} == state.keys()
    for key, value in state.items():
        if cells[key] in ("null", "0", "`[]`", '`"menu"`'):
            assert value == json.loads(cells[key].strip("`")), key
        elif key not in ("card", "menu", "partner"):  # null at the moment
            assert value is not None, key


def test_the_phases_are_those_that_a_game_has_pages_for():
    written = {title: set(names(phases)) for title, phases in table(STATE, "game")}
    pages = [documents.top(f"glass.ui.{entry.FACTS.NAME}.screens", "PAGES").keys
             for entry in registry.GAMES]  # fmt: skip
    assert list(written.values()) == [{key.value for key in keys} for keys in pages]


# -- events, set-up, files ------------------------------------------------------------------------


def test_the_events_are_those_that_the_device_sends():
    sent = {"time", "undo", *events.BUTTONS}  # Play tells of these by what they are called
    for module, call in calls("tell"):
        if not module.startswith("glass.link"):
            sent |= texts(call.args)
        for whole in call.args:
            if isinstance(whole, ast.Dict) and module.startswith("glass.link"):
                first, event = whole.keys[0], whole.values[0]
                assert first.value == "event"
                sent |= texts([event])
    assert column(PAGE, "event") == sent


def test_the_keys_of_a_set_up_and_which_game_takes_them():
    takes = {"wish": {"timesup"}}  # the form's own
    for entry in registry.GAMES:
        for key in entry.load_setup().KEYS:
            takes.setdefault(key, set()).add(entry.FACTS.NAME)
    takes["deck"] = {"timesup"}  # the timer knows the key to refuse it
    written = {names(key)[0]: games for key, games, _ in table(SETUP, "key")}
    assert written.pop("game") == ""
    assert takes.pop("game") == {entry.FACTS.NAME for entry in registry.GAMES}
    assert written == {key: "both" if len(games) == 2 else f"`{min(games)}`"
                       for key, games in takes.items()}  # fmt: skip


def test_the_keys_of_a_rule_set():
    own = section(SETUP, "### A rule set of one's own")
    assert column(own, "key") == set(house_rules.KEYS)
    assert column(own, "key of a round") == set(house_rules.ROUND_KEYS)


def test_the_kinds_of_events_in_a_game():
    written = {int(kind): names(name)[0] for kind, name, _ in table(PAGE, "kind") if kind.isdigit()}
    made = {number: name for module in (events, kinds) for name, number in vars(module).items()
            if name.isupper() and type(number) is int and name != "OWN"}  # fmt: skip
    assert written == made
