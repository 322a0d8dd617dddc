"""Settings in the menu: a row each, in the words of the language."""

import shutil

import pytest
from support.boards import SETUP, Board

from virtual_board.board.firmware import firmware_dir


@pytest.fixture
def board(tmp_path):
    """A board whose menu has a setting that is true or false besides."""
    rom = tmp_path / "rom"
    shutil.copytree(firmware_dir(False), rom)
    menu = rom / "glass" / "main_menu.py"
    text = menu.read_text().replace('"brightness")', '"brightness", "rotate")')
    menu.write_text(text)
    for language, row in (("en", "Upside down: %s"), ("fr", "À l'envers : %s")):
        with (rom / "glass" / "ui" / f"words_{language}.txt").open("a") as words:
            words.write(f"menu_rotate {row}\n")
    board = Board(tmp_path, rom)
    yield board
    assert board.device.faults == []
    board.device.close()


def test_a_setting_that_is_true_or_false_is_yes_or_no(board):
    rows = board.state()["menu"]["rows"]
    at = rows.index("Upside down: no")
    board.press(*["pass"] * at, "got")
    assert board.state()["menu"]["row"] == "Upside down: yes"
    board.press("pass", "got")  # the language
    assert "À l'envers : oui" in board.state()["menu"]["rows"]
    board.press("foul", "got")
    assert board.state()["menu"]["row"] == "À l'envers : non"


def test_a_language_set_by_a_laptop_is_the_same_after_a_power_cut(tmp_path):
    rules = {"name": "ours", "rounds": [{"line": {"en": "Say it", "fr": "Dire"}}]}  # of no language
    board = Board(tmp_path).begin(edition=rules)
    for own, stays in ((None, False), ("en", True)):  # the second game has a language of its own
        if own:
            board.request("settings_set", settings={"language": "en"})
            board.request("new", setup={**SETUP, "edition": rules, "language": own})
            board.run(3)
        english = board.device.screenshot().tobytes()
        board.request("settings_set", settings={"language": "fr"})
        board.run(3)
        at_once = board.device.screenshot().tobytes()
        assert (at_once == english) is stays
        board.power_cycle(3)
        assert board.device.screenshot().tobytes() == at_once
        board.request("stop")
        assert board.run(3).state()["menu"]["rows"][0] == "Rejouer"
    board.device.close()
