"""No memory where a game begins, ends or is shown: it is done once, or not at all, and goes on."""

import pytest
from support import faults
from support.boards import SETUP, Board

from buzzglass.errors import DeviceError

TIMER = {"game": "timer"}
SCREENS = {"timesup": faults.module("ui.timesup"), "timer": faults.module("ui.timer")}
FOREVER = range(1, 100)


@pytest.fixture
def board_of(tmp_path):
    boards = []

    def make(*args, **keys):
        boards.append(Board(tmp_path, faults.without_memory(tmp_path, *args, **keys)))
        return boards[-1].begin()

    yield make
    for board in boards:
        assert board.device.faults == [] and board.device.resets == 0
        board.device.close()


def games(board):
    return [game["id"] for game in board.request("games")["games"]]


def choose(board, row):
    """Take the row of the page shown that begins so."""
    rows = board.state()["menu"]["rows"]
    at = next(at for at, text in enumerate(rows) if text.startswith(row))
    board.press(*["pass"] * ((at - board.state()["menu"]["at"]) % len(rows)))
    return board.press("got", gap_s=0.5)


def menu(board):
    return board.hold("foul", 2.2).run(1)


# -- the end of a game -----------------------------------------------------------------------------


@pytest.mark.parametrize("calls", [(1,), (1, 2)])
@pytest.mark.parametrize(
    "owner, name",
    [
        ("app", "open_menu"),
        ("app.current._settling", "step"),
        ("app.current", "close"),
        ("app.screen", "_draw"),
    ],
)
def test_a_game_is_abandoned_once(board_of, owner, name, calls):
    board = board_of(owner, name, calls, when="app.current.abandoned")
    menu(board.reach("review"))
    choose(board, "Abandon")
    choose(board, "Yes")
    board.run(1)
    if name == "close" and calls == (1, 2):  # it said so: once more
        assert board.state()["phase"] == "review"
        menu(board)
        choose(board, "Abandon")
        choose(board, "Yes")
    assert board.state()["phase"] == "menu" and len(games(board)) == 1
    choose(board, "Last game")
    assert board.run(1).state()["phase"] == "review"


# -- its beginning ---------------------------------------------------------------------------------


IN_THE_TIMER = 'phase_of(app) == "ready" and app.current.game.setup["game"] == "timer"'


@pytest.mark.parametrize("calls", [(1,), (1, 2)])
@pytest.mark.parametrize(
    "owner, name, after",
    [
        (SCREENS["timer"], "load_screens", False),
        ("app.current._settling", "step", False),
        (faults.module("store.archive"), "settle", True),
        ("app._link", "tell", False),
        ("app._link", "tell", True),
        ("app.screen", "_draw", False),
        ("app._link", "_send", False),
    ],
)
def test_what_a_laptop_asked_for_is_begun_once(board_of, owner, name, after, calls):
    board = board_of(owner, name, calls, when=IN_THE_TIMER, after=after)
    board.reach("turn")
    (before,) = games(board)
    ident = board.request("new", setup=TIMER)["game_id"]
    assert games(board) == [before, ident]
    state = board.run(1).state()
    assert (state["game"], state["phase"], state["game_id"]) == ("timer", "ready", ident)
    assert board.press("start").state()["phase"] == "turn"


@pytest.mark.parametrize("calls", [(1,), (1, 2)])
@pytest.mark.parametrize(
    "owner, name",
    [
        (faults.module("store.decks"), "open_dealt"),
        (faults.module("opening"), "dealt"),
        ("journal.Journal", "create"),
    ],
)
def test_a_game_that_cannot_begin_leaves_the_one_in_play(board_of, owner, name, calls):
    when = 'phase_of(app) == "review"'
    board = board_of(owner, name, calls, when=when).reach("review")
    before = board.state()
    if calls == (1,):
        board.request("new", setup=TIMER)
        assert len(games(board)) == 2
    else:
        with pytest.raises(DeviceError, match="no memory"):
            board.request("new", setup=TIMER)
        assert board.state() == before
        board.power_cycle(2)
        after = board.state()
        assert len(games(board)) == 1 and after["game_id"] == before["game_id"]
        assert (after["phase"], after["events"]) == (before["phase"], before["events"])
        board.request("new", setup=TIMER)
    assert board.run(1).state()["game"] == "timer"


# -- the menu --------------------------------------------------------------------------------------


@pytest.mark.parametrize("calls", [(1,), (1, 2)])
def test_the_game_is_shown_again_after_the_menu(board_of, calls):
    when = 'phase_of(app) == "review"'
    board = board_of(SCREENS["timesup"], "load_screens", calls, when=when).reach("turn")
    board.press("foul").run(1)
    menu(board).press("got").run(1)
    assert board.state()["phase"] == "review"
    assert board.press("start").state()["phase"] == "ready"


@pytest.mark.parametrize("calls", [(1,), (1, 2), FOREVER])
def test_a_game_chosen_in_the_menu_begins_or_the_menu_says_why(board_of, calls):
    when = "app.current.abandoned"
    board = board_of(SCREENS["timer"], "load_rules", calls, when=when).reach("review")
    board.request("stop")
    choose(board, "Timer")
    choose(board, "30 s")
    state = board.run(1).state()
    assert state["phase"] == ("ready" if calls == (1,) else "menu")
    assert len(games(board)) == (2 if calls == (1,) else 1)
    if calls != (1,):
        choose(board, "Last game")
        assert board.run(1).state()["phase"] == "review"


@pytest.mark.parametrize("calls", [(1,), (1, 2)])
@pytest.mark.parametrize("owner, name", [(SCREENS["timesup"], "after_begin"), ("app", "open_menu")])
def test_teams_drawn_by_lot_are_shown_or_the_game_is(board_of, owner, name, calls):
    when = 'app.current.session and app.current.session.setup["game_id"] >= "00003"'
    board = board_of(owner, name, calls, when=when)
    board.request("new", setup={**SETUP, "teams": "lot"})
    board.request("stop")
    board.run(1)
    choose(board, "Play again")
    board.run(1)
    assert board.state()["phase"] == ("menu" if calls == (1,) else "ready")
    assert len(games(board)) == 3
    if calls != (1,):
        menu(board)
    choose(board, "Play!" if calls == (1,) else "Back to the game")
    assert board.press("start").state()["phase"] == "peek"


# -- in the game -----------------------------------------------------------------------------------


def test_a_name_that_cannot_be_drawn_ahead_is_drawn_when_its_turn_comes(board_of):
    board = board_of("app._view.plates", "draw_ahead", FOREVER, when='phase_of(app) == "turn"')
    events = board.reach("turn").state()["events"]
    state = board.press("got").run(3).state()
    assert state["phase"] == "turn" and state["events"] == events + 1


def test_a_correction_counts_once(board_of):
    """Its page is shown before: nothing may fail once it is taken."""
    board = board_of("app.screen", "redraw", (2,), when="app.menu and app.current.unsaved")
    menu(board.reach("review").press("start").run(1))
    before = [team["total"] for team in board.state()["teams"]]
    choose(board, "Correct")
    board.press("pass", "pass", "pass").press("got").run(1)
    after = [team["total"] for team in board.state()["teams"]]
    assert sum(after) - sum(before) == 1


def test_a_menu_that_finds_no_memory_leaves_the_game(board_of):
    board = board_of("app", "open_menu", FOREVER, when='phase_of(app) == "review"')
    menu(board.reach("review"))
    state = board.state()
    assert state["phase"] == "review" and state["menu"] is None
    assert board.press("start").run(1).state()["phase"] == "ready"
