"""The JSON Schemas: what they allow, how a broken rule is put into words, and that states fit."""

import json
import typing
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from support import scenes

from buzzglass.shapes import Menu, State, Team, ThisTurn
from glass.games import LANGUAGES
from glass.games.timesup import house_rules
from virtual_board.board.device import ADDRESSES
from virtual_board.board.panels import CHIPS
from virtual_board.scenario import checked

SCENARIOS = Path(__file__).resolve().parents[1] / "scenarios"
LINE = checked.validator(checked.LINE)
STATE = checked.validator(checked.STATE)


def lines(path):
    rows = path.read_text(encoding="utf-8").splitlines()
    return [json.loads(row) for row in rows if row.strip() and not row.startswith("#")]


@pytest.mark.parametrize("name", [checked.LINE, checked.SETUP, checked.STATE])
def test_each_is_a_schema_of_its_draft(name):
    schema = checked.schema(name)
    assert schema["$schema"] == Draft202012Validator.META_SCHEMA["$id"]
    Draft202012Validator.check_schema(schema)


def test_every_line_of_the_scenarios_fits_as_an_editor_checks_it():
    files = sorted(SCENARIOS.glob("*.jsonl"))
    assert len(files) > 40
    for path in files:
        for line in lines(path):
            assert LINE.is_valid(line), (path.name, line)


@pytest.mark.parametrize(
    "name", ["timer", "draft", "ring-carry", "carry-used", "demo", "correct-score", "paper-undo"]
)
def test_the_states_that_a_scenario_prints_fit(name):
    _, steps = scenes.play(SCENARIOS / f"{name}.jsonl")
    assert len(steps) == len(lines(SCENARIOS / f"{name}.jsonl")) - 1
    states = [step["state"] for step in steps if step["state"] is not None]  # None: it is off
    assert states
    for state in states:
        assert not [error.message for error in STATE.iter_errors(state)]


@pytest.mark.parametrize(
    "change",
    [{"phase": None}, {"deck": -1}, {"winners": None}, {"teams": [{"name": "A"}]}, {"menu": {}},
     {"this_turn": {"got": 1}}, {"round": 1.5}],
)  # fmt: skip
def test_a_state_of_another_shape_does_not(change):
    _, steps = scenes.play(SCENARIOS / "en-peek.jsonl")
    state = steps[0]["state"]
    assert STATE.is_valid(state) and not STATE.is_valid({**state, **change})


def test_what_expect_offers_is_what_a_state_has():
    step = checked.schema(checked.LINE)["$defs"]["step"]["properties"]
    assert set(step["expect"]["properties"]) == set(checked.schema(checked.STATE)["properties"])


def test_the_panel_is_one_that_the_virtual_board_has():
    first = checked.schema(checked.LINE)["$defs"]["first"]["properties"]
    oled = first["setup"]["properties"]["oled"]["properties"]
    assert oled["chip"]["enum"] == list(CHIPS)
    assert oled["address"]["enum"] == list(ADDRESSES)


@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        ({"t": -1}, '"t" must be a number from 0 to 1,000,000.'),
        ({"t": True}, '"t" must be a number from 0 to 1,000,000.'),
        ({"press": "got"}, 'a step has "t" or "after", one of the two.'),
        ({"t": 1, "after": 1}, 'a step has "t" or "after", one of the two.'),
        ({"t": 1, "hold": "got"}, '"hold" needs "s" beside it.'),
        ({"t": 1, "s": 2}, '"s" needs "hold" beside it.'),
        ({"t": 1, "status": 0}, '"status" needs "call" beside it.'),
        ({"t": 1, "hold": "stop", "s": 2}, '"hold" must be one of start, got, pass, foul.'),
        ({"t": 1, "hold": "got", "s": 0}, '"s" must be a number from 0.001 to 3,600.'),
        ({"t": 1, "bounce": "got", "edges": 1.5, "ms": 5},
         '"edges" must be a whole number from 1 to 1,000.'),
        ({"t": 1, "press": "stop"}, '"press" must be one of start, got, pass, foul, or such as '
         '["pass", 12] with a whole number from 1 to 1000.'),
        ({"t": 1, "oled": "off"}, '"oled" must be one of plug, unplug, hang.'),
        ({"t": 1, "expect": []}, '"expect" must be an object: a part of the state.'),
        ({"t": 1, "serial": "\u0100"}, '"serial" must be a text of characters up to \\u00ff.'),
        ({"t": 1, "screenshot": "../a.png"}, '"screenshot" must be a file name that ends in .png.'),
        ({"t": 1, "screenshot": "a/../b.PNG"},
         '"screenshot" must be a file name that ends in .png.'),
        ({"t": 1, "screenshot": "a.png\n"}, '"screenshot" must be a file name that ends in .png.'),
        ({"t": 1, "call": []}, '"call" must be a list of texts: the command\'s words.'),
        ({"t": 1, "call": ["a", 1]}, 'each item of "call" must be a text without NUL characters.'),
        ({"t": 1, "call": ["a"], "status": "0"}, '"status" must be a whole number.'),
        ({"t": 1, "choose": "X", "hold": "got", "s": 1},
         '"choose" presses buttons itself: give others their own step.'),
        ({"t": 1, "power": "of", "press": 5}, '"power" must be one of on, off.'),
    ],
)  # fmt: skip
def test_a_broken_rule_of_a_step_in_words(step, sentence):
    assert checked.fault(step, "step") == sentence
    assert not LINE.is_valid(step)


def test_an_unknown_key_is_named_first_with_those_there_are():
    sentence = checked.fault({"t": "x", "pres": "got"}, "step")
    assert sentence.startswith('there is no key "pres" for a step: the keys are t, after, press, ')


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ({"t": 1}, 'the first object must be {"setup": {…}} and no more.'),
        ({"setup": {}, "t": 1}, 'the first object must be {"setup": {…}} and no more.'),
        ({"setup": 5}, '"setup" must be an object.'),
        ({"setup": {"players": "Ann"}}, '"players" must be a list of names.'),
        ({"setup": {"players": ["Ann", 5]}}, 'each item of "players" must be a text.'),
        ({"setup": {"draft": 1}}, '"draft" must be true or false.'),
        ({"setup": {"oled": {"size": 2}}},
         '"oled" must be an object with "chip", "address" or "plugged".'),
        ({"setup": {"oled": {"chip": "x"}}}, '"chip" must be one of ssd1306, sh1106.'),
        ({"setup": {"oled": {"address": 62}}}, '"address" must be 60 or 61 (0x3C or 0x3D).'),
        ({"setup": {"oled": {"plugged": 1}}}, '"plugged" must be true or false.'),
    ],
)  # fmt: skip
def test_a_broken_rule_of_the_set_up_in_words(line, sentence):
    assert checked.fault(line, "first") == sentence
    assert "setup" not in line or not LINE.is_valid(line)


def test_a_set_up_may_name_its_schema_and_have_keys_of_a_game_to_come():
    line = {"$schema": "scenario-line.json", "setup": {"game": "tally", "points": 3, "seed": None}}
    assert checked.fault(line, "first") is None


def test_the_schemas_find_each_other_beside_them_as_an_editor_looks_for_them():
    folder = Path(__file__).resolve().parents[2] / "host_tools"
    first = checked.schema(checked.LINE)["$defs"]["first"]
    other = (folder / checked.LINE).parent / first["properties"]["setup"]["$ref"]
    assert other.resolve() == folder / checked.SETUP


def test_the_keys_of_a_rule_set_are_completed():
    """Its values are the device's own to refuse."""
    setup = checked.schema(checked.SETUP)
    rules = setup["properties"]["edition"]["properties"]
    one = rules["rounds"]["items"]["properties"]
    assert set(rules) == set(house_rules.KEYS) and set(one) == set(house_rules.ROUND_KEYS)
    assert set(setup["$defs"]["texts"]["properties"]) == set(LANGUAGES)
    for edition in (None, "kids", {"rounds": [{"line": {"en": "Mime"}, "pass": 2}]}, {"more": 1}):
        assert checked.fault({"setup": {"edition": edition}}, "first") is None


def test_the_state_s_type_has_the_keys_of_its_schema():
    properties = checked.schema(checked.STATE)["properties"]
    assert State.__annotations__.keys() == properties.keys()
    for name, shape in (("menu", Menu), ("this_turn", ThisTurn)):
        assert typing.get_type_hints(shape).keys() == properties[name]["properties"].keys()
    assert typing.get_type_hints(Team).keys() == properties["teams"]["items"]["properties"].keys()
