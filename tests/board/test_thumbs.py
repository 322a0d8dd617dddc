"""Thumbs, contacts and the clock's wrap: one defined outcome each, on the board's own time."""

import itertools
import random

import pytest
from support.boards import Board
from support.buttons import NAMES, Buttons

from virtual_board.board.device import VirtualDevice

WRAP_MS = 1 << 30


@pytest.fixture
def new_board(tmp_path):
    boards = []

    def make(**keys):
        folder = tmp_path / str(len(boards))
        folder.mkdir()
        boards.append(Board(folder, **keys))
        return boards[-1]

    yield make
    for board in boards:
        board.device.close()


# -- the wrap of ticks_ms --------------------------------------------------------------------------


def play_through(board):
    """A game through every phase, with pauses; returns (ms since power-up, state) all along."""
    seen = []

    def look():
        state = board.state()
        state.pop("game_id")
        seen.append((board.device.now_us // 1000, state))

    def press(*buttons, gap_s=1.3):
        for button in buttons:
            board.press(button, gap_s=gap_s)
            look()

    board.begin(peek=True, turn_s=10)
    look()
    press("start", "start", "got", "start")  # peek, turn, paused
    board.run(3)
    press("start", "got")
    board.run(9)  # time-up
    look()
    press("pass", "got", "start")  # review, ready
    board.hold("foul", 2.1, gap_s=0.9)  # the menu, and back
    look()
    press("start")
    board.hold("start", 1.1, gap_s=0.9)  # undo of the confirmation
    look()
    press("start", "start", "start", "got", "got", "got", "start", "start")  # round over, carry
    press("got", "start", "start", "got", "pass")
    return seen


def test_the_wrap_of_ticks_changes_nothing_in_any_phase(new_board):
    reference = play_through(new_board())
    end_ms = reference[-1][0]
    phases = {state["phase"] for _, state in reference}
    assert phases >= {"peek", "turn", "paused", "review", "ready", "menu", "round_over", "carry"}
    for ms in range(1200, end_ms, 2300):
        assert play_through(new_board(ticks_start=WRAP_MS - ms)) == reference, ms


def test_a_turn_paused_over_the_wrap_keeps_its_time(new_board):
    board = new_board(ticks_start=WRAP_MS - 60_000).begin().reach("paused")
    before = board.state()
    board.run(3600)
    assert board.state() == before
    board.press("start").run(1)
    left_ms = before["remaining_ms"] - board.state()["remaining_ms"]
    assert 1000 < left_ms < 1400


# -- several thumbs --------------------------------------------------------------------------------


@pytest.mark.parametrize("gap_ms", [0, 5, 50])
@pytest.mark.parametrize("first, second", list(itertools.permutations(NAMES, 2)))
def test_two_buttons_at_once_in_a_turn(new_board, first, second, gap_ms):
    """The first judgement counts and the second falls into its lockout; start pauses beside it."""
    board = new_board().begin().reach("round_over").press("start", "pass", gap_s=1)  # round 2
    board.press("start", "start", gap_s=1)
    before = board.state()
    assert before["phase"] == "turn" and before["round"] == 2
    board.down(first).down(second, gap_ms).up(first, 80).up(second, 80 + gap_ms).run(1)
    after = board.state()
    judged = sum(after["this_turn"].values())
    if gap_ms == 0:  # the contacts closed in one millisecond: either may be the first
        assert judged == 1 or "start" in (first, second)
        assert "start" not in (first, second) or after["phase"] == "paused"
    elif first == "start":
        assert judged == 0 and after["phase"] == "paused"
    else:
        assert judged == 1 and after["this_turn"][first] == 1
        assert after["phase"] == ("paused" if second == "start" else "turn")
    assert board.device.faults == []
    board.hold("start", 1.2, gap_s=0.8)  # it can be taken back
    undone = board.state()
    assert undone["phase"] == "paused" and sum(undone["this_turn"].values()) == 0


@pytest.mark.parametrize("phase", ["ready", "review", "round_over", "paused", "carry"])
@pytest.mark.parametrize("gap_ms", [0, 5, 50])
def test_two_buttons_at_once_where_no_clock_runs(new_board, phase, gap_ms):
    """At most one event each, and the same whenever it is done again."""
    for first, second in itertools.combinations(NAMES, 2):
        outcomes = []
        for _ in range(2):
            board = new_board().begin().reach(phase).run(1)
            before = board.state()
            board.down(first).down(second, gap_ms).up(first, 80).up(second, 80 + gap_ms).run(1)
            after = board.state()
            assert 0 <= after["events"] - before["events"] <= 2
            after.pop("game_id")
            outcomes.append(after)
            board.device.close()
        assert outcomes[0] == outcomes[1], (first, second)


HELD = {"start": "game", "got": "test", "pass": "game", "foul": "repl"}


@pytest.mark.parametrize("held", [*itertools.combinations(NAMES, 1),
                                  *itertools.combinations(NAMES, 2)])  # fmt: skip
def test_held_at_power_on(tmp_path, held):
    device = VirtualDevice(tmp_path / "flash.bin")
    try:
        hands = Buttons(device)
        for button in held:
            hands.down(button)
        hands.run(0.001)
        device.power_on()
        hands.run(2)
        state = device.state()
        kinds = [HELD[button] for button in held]
        if "repl" in kinds:
            assert state is None
        else:
            assert state["phase"] == ("test" if "test" in kinds else "menu")
        for button in held:
            hands.up(button, after_ms=1000)
        hands.run(4)
        after = device.state()
        if state and "test" in kinds:  # it shows which are down
            assert state.pop("down") == {name: name in held for name in NAMES}
            assert not any(after.pop("down").values())
        assert after == state and device.faults == []
    finally:
        device.close()


@pytest.mark.parametrize("stuck", NAMES)
def test_a_button_stuck_down_is_one_press(new_board, stuck):
    board = new_board().begin().reach("round_over").press("start", "pass", gap_s=1)
    board.press("start", "start", gap_s=1)
    events = board.state()["events"]
    board.down(stuck).run(3)
    state = board.state()
    if stuck == "start":  # a pause; held on, it takes back what there is, once
        assert state["phase"] == "paused" and state["events"] == events
    else:
        assert state["phase"] == "turn" and state["this_turn"][stuck] == 1
        others = [button for button in ("got", "pass", "foul") if button != stuck]
        board.press(*others)
        state = board.state()
        assert [state["this_turn"][button] for button in ("got", "pass", "foul")] == [1, 1, 1]
    board.run(60)
    assert board.state()["phase"] in ("paused", "review") and board.device.faults == []


@pytest.mark.parametrize("seed", range(2))
def test_mashing_with_four_thumbs_for_a_minute(new_board, seed):
    """200 presses a second: nothing falls, every card stays somewhere, power changes nothing."""
    board = new_board().begin(cards=10)
    rng = random.Random(seed)
    for at_ms in range(0, 60_000, 5):
        button = rng.choice(NAMES)
        board.down(button, at_ms + rng.randrange(2_000) / 1000)
        board.up(button, at_ms + 2.5 + rng.randrange(2_000) / 1000)
    board.run(60).run(40)
    assert board.device.faults == [] and board.device.resets == 0
    state = board.state()
    if state["game"] is None:
        assert state["phase"] == "menu"
        return
    got = sum(team["rounds"][state["round"] - 1] for team in state["teams"])
    if state["phase"] in ("ready", "peek", "turn", "paused"):
        here = state["this_turn"]["got"] if state["phase"] in ("turn", "paused") else 0
        assert state["deck"] + state["aside"] + got + here == 10
    board.power_cycle()
    after = board.state()
    same = ("game_id", "events", "deck", "aside", "this_turn", "teams", "round", "turn")
    assert {key: after[key] for key in same} == {key: state[key] for key in same}


@pytest.mark.parametrize("button", NAMES)
def test_bounce_on_both_edges_is_one_press(new_board, button):
    board = new_board().begin().reach("round_over").press("start", "pass", gap_s=1)
    board.press("start", "start", gap_s=1)
    events = board.state()["events"]
    board.bounce(button, edges=21, ms=15).run(1)
    state = board.state()
    if button == "start":
        assert state["phase"] == "paused"
    else:
        assert state["this_turn"][button] == 1 and state["events"] == events + 1
