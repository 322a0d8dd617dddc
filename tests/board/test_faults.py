"""An exception, a hang, no memory, at every kind of step: the clock's owner loses at most 5 s."""

import json

import pytest
from support import faults
from support.boards import PHASES, Board


@pytest.fixture
def board_of(tmp_path):
    boards = []

    def make(*args, **keys):
        boards.append(Board(tmp_path, faults.firmware(tmp_path, *args, **keys)))
        return boards[-1]

    yield make
    for board in boards:
        board.device.close()


KINDS = [
    ("app.play", "edge"),
    ("app.play", "hold"),
    ("app.screen", "_draw"),
    ("app.screen", "dim"),
    ("app._display", "_send"),
    ("app._display", "step"),
    ("app._buzzer", "brief_ms"),
    ("app._buttons", "settle"),
    ("app._link", "step"),
    ("app._link", "tell"),
    ("journal.Journal", "save"),
    ("Session", "apply"),
]


CASES = [(owner, name, phase) for owner, name in KINDS for phase in PHASES]


@pytest.mark.parametrize("owner, name, phase", CASES, ids=["-".join(case) for case in CASES])
def test_an_exception_costs_no_point(board_of, owner, name, phase):
    board = board_of(owner, name, phase, 'raise ValueError("injected")').begin()
    board.reach(phase).run(1)
    before, resets = board.state(), board.device.resets
    button = {"turn": "got", "carry": "got"}.get(phase, "start")
    board.press(button, gap_s=3)
    after = board.state()
    assert board.device.resets == 1 and len(board.device.faults) == 1
    assert "ValueError: injected" in board.device.faults[0]
    reset_us = board.device.reset_us
    assert [duty for at, duty in board.buzzer if at <= reset_us][-1] == 0
    assert after["game_id"] == before["game_id"]
    assert 0 <= after["events"] - before["events"] <= 1
    if not resets:  # it came with the press: no clock runs on unseen
        assert after["phase"] != "turn"
    told = [json.loads(line[line.index("{") : line.rindex("}") + 1]) for line in board.lines]
    assert after["events"] >= max(event["events"] for event in told if "events" in event)
    (report,) = board.request("crashes")["crashes"]
    assert "ValueError: injected" in report["text"]


def test_a_hang_is_ended_by_the_watchdog(board_of):
    board = board_of("app.screen", "_draw", "turn", "hang()", count=2).begin()
    board.reach("turn")
    board.run(10)
    assert board.device.resets == 1 and board.device.faults == ["The watchdog ended a hang."]
    state = board.state()
    assert state["phase"] == "paused" and state["this_turn"]["got"] <= 1
    (report,) = board.request("crashes")["crashes"]
    assert "hung" in report["text"]


def test_the_buzzer_is_silent_within_100_ms(board_of):
    board = board_of("app.screen", "_draw", "review", 'raise ValueError("injected")').begin()
    board.reach("turn").run(32)
    reset_us = board.device.reset_us
    (_, loud), (end_us, quiet) = [one for one in board.buzzer if one[0] <= reset_us][-2:]
    fault_us = max(at for at in board.flash if at <= end_us)  # noting that it was injected
    assert loud and not quiet and end_us - fault_us <= 100_000
    assert board.state()["phase"] == "review"  # the time-up was kept, and its tune cut short


def test_a_game_that_makes_the_firmware_fall_is_left_behind(board_of):
    fault = 'raise ValueError("injected")'
    board = board_of("app.screen", "_draw", "ready", fault, once=False).begin()
    board.reach("ready").run(5)
    assert board.device.resets == 2
    state = board.state()
    assert state["phase"] == "menu" and state["game"] is None
    assert [game["id"] for game in board.request("games")["games"]]
    assert len(board.request("crashes")["crashes"]) == 2


def test_a_timer_that_makes_the_firmware_fall_is_not_offered_again(board_of):
    """Nobody takes up a timer."""
    fault = 'raise ValueError("injected")'
    board = board_of("app.screen", "_draw", "paused", fault, once=False).begin()
    board.request("new", setup={"game": "timer"})
    board.press("start", "start").run(5)
    assert board.device.resets == 2
    state = board.state()
    assert state["phase"] == "menu" and "Last game" not in state["menu"]["rows"]


@pytest.mark.parametrize("error", ["LookupError", "TypeError", "OSError(5)", "ValueError"])
def test_a_game_that_cannot_be_taken_up_leaves_the_menu(board_of, error):
    fault = f"raise {error}"
    board = board_of("journal.Journal", "resume", "menu", fault, once=False).begin()
    board.reach("review")
    board.request("stop")
    board.run(1)
    rows = board.state()["menu"]["rows"]
    board.press(*["pass"] * rows.index("Last game"), "got").run(1)
    assert board.device.faults == [] and board.device.resets == 0
    state = board.state()
    assert state["phase"] == "menu" and "Last game" not in state["menu"]["rows"]
    assert board.request("games")["games"] == []
    assert any("/setup" in file["name"] for file in board.request("aside")["aside"])


@pytest.mark.parametrize("fault", ['raise ValueError("injected")', "hang()"])
@pytest.mark.parametrize(
    "held, owner, name, phase",
    [("foul", "app.screen", "_draw", "menu over"), ("got", "app.messages", "refuse", "paused")],
)
def test_a_button_held_through_a_fault_starts_nothing_else(
    board_of, held, owner, name, phase, fault
):
    """`foul` is held to open the menu: a fault meanwhile must not end at the REPL."""
    board = board_of(owner, name, phase, fault).begin().reach("paused")
    board.down(held).run(20)
    assert board.device.resets == len(board.device.faults) == 1
    assert board.state()["phase"] == "paused"
    board.up(held).run(1)
    assert board.press("start", gap_s=1).state()["phase"] == "turn"


def test_the_last_ten_reports_stay(board_of):
    board = board_of("app.screen", "_draw", "menu", 'raise ValueError("injected")', once=False)
    board.run(10)
    assert board.device.resets == 5 and board.state() is None  # the REPL, for whoever can help
    for _ in range(2):
        board.power_cycle(10)
    assert board.device.resets == 15
    board.device.rom = faults.firmware_dir(False)
    board.power_cycle(2)
    assert board.state()["phase"] == "menu"
    assert len(board.request("crashes")["crashes"]) == 10


# Not in each pass: three in a row restart the board. One calls `_send` up to eight times.
@pytest.mark.parametrize(
    "owner, name, count",
    [("app.screen", "_draw", 2), ("app._link", "step", 2), ("app._display", "_send", 9)],
)
def test_no_memory_for_a_picture_or_a_reply_costs_no_point(board_of, owner, name, count):
    board = board_of(owner, name, "turn", "raise MemoryError", count=count, once=False).begin()
    board.reach("turn").press("got", "got")
    state = board.state()
    assert board.device.resets == 0 and board.device.faults == []
    assert state["phase"] == "turn" and state["this_turn"]["got"] == 3
    board.press("got", gap_s=1).press("start")
    assert board.state()["teams"][1]["total"] == 4


@pytest.mark.parametrize("name", ["apply", "_note"])
@pytest.mark.parametrize("phase", ["turn", "review", "carry", "paused"])
def test_no_memory_in_the_rules_is_as_if_nothing_had_been(board_of, tmp_path, name, phase):
    button = {"turn": "got", "carry": "got"}.get(phase, "start")
    states = []
    for fault in ("pass", "raise MemoryError"):
        folder = tmp_path / fault[:4]
        folder.mkdir()
        rom = faults.firmware(folder, "Session", name, phase, fault)
        board = Board(folder, rom).begin().reach(phase).run(1)
        states.append(board.press(button, gap_s=1).state())
        assert board.device.resets == 0 and board.device.faults == []
        board.device.close()
    assert states[0]["events"] == states[1]["events"]
    differ = {key for key in states[0] if states[0][key] != states[1][key]}
    assert differ <= {"remaining_ms", "game_id"}, differ


def test_no_memory_for_who_looks_on_is_none_of_the_game_s(board_of):
    board = board_of("app.laptop", "state", "turn", "raise MemoryError", once=False).begin()
    board.reach("turn")
    assert board.state() is None
    board.press("got").run(32)
    assert board.device.resets == 0 and board.device.faults == []
    assert board.state()["this_turn"]["got"] == 2


def menu(board, *buttons):
    board.hold("foul", 2.2)
    return board.press(*buttons).run(1)


def restarted_unless(once, board):
    """What has no memory time and again restarts the board; what has none once does not."""
    assert board.device.resets == len(board.device.faults) == (0 if once else 1)
    assert once or "MemoryError" in board.device.faults[0]


@pytest.mark.parametrize("once", [True, False])
def test_no_memory_for_the_words_of_another_language(board_of, once):
    board = board_of(faults.module("language"), "load", "menu over", "raise MemoryError", once=once)
    menu(board.begin().reach("review"), "foul", "got")
    restarted_unless(once, board)
    state = board.state()
    assert state["phase"] == ("menu" if once else "review")
    assert board.request("settings_get")["settings"]["language"] == "fr"
    if once:
        assert state["menu"]["row"] == "English"
        menu(board)
    assert board.press("start").state()["phase"] == "ready"


def test_no_memory_for_a_page_changes_a_score_once(board_of):
    owner = faults.module("games.timesup.rules") + ".TimesUp"
    board = board_of(owner, "scores", "menu over", "raise MemoryError", count=2).begin()
    board.reach("ready")
    before = board.state()["teams"][0]["total"]
    menu(board, "pass", "got", "pass", "got")
    assert board.device.resets == 0 and board.device.faults == []
    state = board.state()
    assert state["teams"][0]["total"] == before + 1
    assert state["menu"]["row"].startswith("+1 (%d)" % (before + 1))


@pytest.mark.parametrize("once", [True, False])
def test_no_memory_for_the_menu_leaves_the_game(board_of, once):
    board = board_of("app", "open_menu", "ready", "raise MemoryError", once=once).begin()
    menu(board.reach("ready"))
    assert board.device.resets == 0 and board.device.faults == []
    assert board.state()["phase"] == ("menu" if once else "ready")


@pytest.mark.parametrize("leave", [0, 256, 1024, 4096])
def test_a_heap_filled_to_the_brim_costs_no_point(board_of, leave):
    board = board_of("app.screen", "_draw", "turn", "full()", leave=leave).begin()
    board.reach("turn")
    board.press("got", "got", "got")
    state = board.state()
    assert board.device.faults == []
    assert state["phase"] == "review" and state["this_turn"]["got"] == 4


def test_the_repl_is_reached_by_a_reset_that_ends_the_watchdog(board_of):
    board = faults_free(board_of).begin()
    board.reach("paused")
    before = board.state()
    board.request("repl")
    board.run(20)
    assert board.device.resets == 1 and board.device.faults == [] and board.state() is None
    board.power_cycle(2)
    after = board.state()
    assert (after["phase"], after["events"]) == (before["phase"], before["events"])
    assert board.request("crashes")["crashes"] == []


def faults_free(board_of):
    return board_of("app.screen", "_draw", "nowhere", "pass")


def test_a_press_that_leads_to_a_fault_before_it_is_on_flash_is_kept(board_of):
    fault = 'raise ValueError("injected")'
    board = board_of("app.screen", "_draw", "ready", fault).begin().reach("review")
    before = board.state()
    board.press("start", gap_s=3)  # a click: the picture is drawn before the flash is busy
    assert board.device.resets == 1
    after = board.state()
    assert after["phase"] == "ready" and after["events"] == before["events"] + 1
