"""A third game, the tally of tests/toy_game, put into a copy of the firmware: its two folders and
its place in the registry, no other file. The virtual board and the host tool then run that copy."""

import difflib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import test_house
from PIL import Image
from support import third_game

from make import house

HERE = Path(__file__).resolve().parent
TOY = "toy_game"
SCREENS = ("form", "play", "refused", "handed-on", "menu", "in-french", "tie")
SHOWN_AT_LEAST, SHOWN_AT_MOST = 0.02, 0.6  # of the panel's pixels, lit
PATIENCE_S = 240


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A copy of the firmware with the tally in it."""
    return third_game.add(TOY, "tally", tmp_path_factory.mktemp("third") / "firmware")


def play(copy, name, *options):
    """(state or result of each step, what the tool said) of a scenario that must not fail, played
    by a host tool and a device that both are of the copy."""
    path = os.pathsep.join(map(str, (HERE.parent / "host_tools", copy)))
    tool = [sys.executable, "-m", "buzzglass", "--json"]
    done = subprocess.run(
        [*tool, "sim", "run", HERE / TOY / f"{name}.jsonl", *options],
        env={**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True, encoding="utf-8", timeout=PATIENCE_S, check=False,
    )  # fmt: skip
    steps = [json.loads(line) for line in done.stdout.splitlines()]
    failed = [step for step in steps if "failed" in step]
    assert done.returncode == 0 and not failed, (failed, done.stderr)
    return steps, done.stderr


def test_nothing_else_was_touched(copy):
    before, after = third_game.files(third_game.FIRMWARE), third_game.files(copy)
    changed = {path for path in before if before[path] != after.get(path)}
    assert changed == {third_game.REGISTRY}
    added = {path.rpartition("/")[0] for path in set(after) - set(before)}
    assert added == {"glass/games/tally", "glass/ui/tally"}
    old, new = (each[third_game.REGISTRY].decode().splitlines() for each in (before, after))
    assert len([line for line in difflib.ndiff(old, new) if line[0] in "+-"]) == 4  # two lines


@pytest.mark.parametrize("rule", test_house.RULES, ids=lambda rule: rule.__name__)
def test_a_game_keeps_the_rules_of_the_house(copy, rule):
    assert rule(house.read(copy)) == []


@pytest.mark.parametrize("options", [(), ("--mpy",)], ids=["py", "mpy"])
def test_it_is_played_by_its_buttons(copy, tmp_path, options):
    steps, _ = play(copy, "by_menu", "--shots", str(tmp_path), *options)
    assert steps[-1]["state"]["menu"]["title"] == "Tally"
    pictures = {name: Image.open(tmp_path / f"{name}.png").convert("1") for name in SCREENS}
    for name, picture in pictures.items():
        lit = picture.histogram()[255] / (picture.width * picture.height)
        assert SHOWN_AT_LEAST < lit < SHOWN_AT_MOST, name
    assert len({picture.tobytes() for picture in pictures.values()}) == len(SCREENS)


def test_a_laptop_begins_it_and_keeps_its_games(copy):
    _, said = play(copy, "by_laptop")
    for sentence in (
        "goal must be a whole number from 1 to 99, not 0.",
        'goal must be a whole number from 1 to 99, not "many".',
        "goal must be a whole number from 1 to 99.",  # the setting
        "players must be 2 to 6 names, not 1.",
        'A set-up has no key "cards": the keys are game, language, seed, players, goal.',
        "Who plays? Give --players Ann,Bob,Cid,Dee.",
        "A game was under way (Ann 0, Bob 0, Cid 0): it is kept",
    ):
        assert sentence in said
