"""Undo, the draft and the plain timer."""

from table import Table, events, expect, kinds, refusal

from glass.games.session import Session
from glass.games.timer.rules import Timer
from glass.games.timer.setup import complete
from glass.games.timesup.rules import TimesUp


def test_undo_in_a_turn_keeps_the_clock():
    table = Table("fr")
    table.begin()
    assert refusal(table.undo) == "name_shown"
    table.press("got", 25000)
    table.press("got", 20000)
    table.apply(events.UNDO, 15000)
    expect(table.state, phase="paused", remaining_ms=15000, deck=3, events=2)
    table.undo()
    expect(table.state, phase="paused", remaining_ms=15000, deck=4, events=1)
    assert refusal(table.undo) == "name_shown"
    table.press("start")
    expect(table.state, phase="turn", card=0, remaining_ms=15000)


def test_undo_passes_over_pauses():
    table = Table("fr")
    table.begin()
    table.press("got", 25000)
    table.press("start", 22000)
    table.press("start")
    table.press("start", 18000)
    table.undo()
    expect(table.state, phase="paused", remaining_ms=18000, deck=4)


def test_undo_of_the_press_that_ended_the_turn():
    table = Table("fr")
    table.begin()
    table.press("got", 25000)
    table.press("foul", 21000)
    table.press("got start")  # toggled, confirmed
    expect(table.state, phase="ready", turn=2)
    table.undo()
    expect(table.state, phase="review", turn=1, this_turn={"got": 2, "pass": 0, "foul": 0})
    table.undo()
    expect(
        table.state, phase="paused", remaining_ms=21000, this_turn={"got": 1, "pass": 0, "foul": 0}
    )
    table.undo()
    expect(table.state, phase="paused", remaining_ms=21000, deck=4)
    assert refusal(table.undo) == "name_shown"


def test_undo_does_not_cross_a_time_up():
    table = Table("fr")
    table.begin()
    table.press("got")
    table.time()
    assert refusal(table.undo) == "time_up"
    table.press("got start")
    expect(table.state, events=4)
    table.undo()
    expect(table.state, phase="review", events=3, this_turn={"got": 2, "pass": 0, "foul": 0})
    assert refusal(table.undo) == "time_up"


def test_undo_does_not_cross_the_first_name():
    table = Table("en")
    assert refusal(table.undo) == "nothing_to_undo"
    table.press("start")
    assert refusal(table.undo) == "name_shown"
    table.press("start got")
    table.time()
    table.press("start start")
    assert refusal(table.undo) == "name_shown"


def test_undo_through_the_end_of_the_game():
    table = Table("en", cards=1)
    steps = []
    for _ in range(3):
        table.begin()
        for button in ("got", "start", "start", "pass"):
            steps.append(table.state)
            if table.game.phase == "ready" or table.game.phase == "game_over":
                break
            table.press(button)
    assert table.game.phase == "game_over"
    for phase in ("round_over", "review", "paused"):
        table.undo()
        assert table.game.phase == phase
    assert refusal(table.undo) == "name_shown"
    table = Table("en", cards=1)
    table.begin()
    table.press("got start start got")
    expect(table.state, phase="ready", round=2)
    for phase in ("carry", "round_over", "review", "paused"):
        table.undo()
        assert table.game.phase == phase


def test_a_correction_goes_alone():
    table = Table("fr")
    table.begin()
    table.press("got")
    table.time()
    table.correct(0, 1, 1)
    table.press("got")
    table.undo()
    expect(table.state, phase="review", this_turn={"got": 2, "pass": 0, "foul": 0})
    assert refusal(table.undo) == "time_up"


def test_the_draft():
    table = Table("fr", players=4, cards=6, draft=True)
    game = table.game
    expect(table.state, phase="draft", speaker=0, deck=0, team=None, card=None)
    assert [card for card, _ in game.draft_hand()] == [0, 4, 8, 12]
    assert refusal(table.press, "got") == "open_hand"
    assert table.press("start") is None and game.draft_open
    assert refusal(table.press, "start") == "two_discards"
    table.press("foul foul")
    assert refusal(table.press, "foul") == "third_discard"
    table.press("pass pass got foul")  # back round to the first: kept; the second stays out
    assert refusal(table.press, "start") == "two_discards"
    table.press("foul")
    assert [kept for _, kept in game.draft_hand()] == [True, False, False, True]
    assert refusal(table.undo) == "nothing_to_undo"
    table.press("start")
    expect(table.state, phase="draft", speaker=1, deck=2)
    assert not game.draft_open and game.cursor == 0
    assert refusal(table.undo) == "draft_done"
    for _ in range(3):
        table.press("start foul foul start")
    expect(table.state, phase="ready", deck=6, speaker=0)
    assert list(table.game.cards.deck) == [13, 12, 11, 10, 9, 0]
    assert refusal(table.undo) == "draft_done"
    assert sorted(table.game.cards_in_game()) == [0, 9, 10, 11, 12, 13]


def test_any_card_of_a_large_hand_can_be_replaced():
    table = Table("fr", players=3, cards=194, draft=True, dealt=list(range(896)))
    table.apply(kinds.REPLACE, 900 << 12 | 261)
    hand = [card for card, _ in table.game.draft_hand()]
    assert hand[261] == 900 and hand[5] == 15 and len(set(hand)) == len(hand)


def test_the_timer():
    session = Session(complete({"game": "timer", "turn_s": 5}, None), Timer)
    game = session.game

    def press(button, left):
        kind, value = game.on_button(button, left)
        return session.apply(kind, value)

    expect(session.state(), game="timer", phase="ready", remaining_ms=5000, teams=[], deck=None)
    assert press("start", 5000) == "go" and game.running
    assert press("start", 3000) == "pause"
    expect(session.state(), phase="paused", remaining_ms=3000)
    assert press("start", 3000) == "resume"
    assert refusal(press, "pass", 2000) == "not_now"
    assert session.apply(events.TIME, 0) == "time"
    expect(session.state(), phase="time_up", remaining_ms=0)
    assert refusal(press, "start", 0) == "not_now"
    assert press("pass", 0) == "click"
    expect(session.state(), phase="ready", remaining_ms=5000)
    assert refusal(session.apply, events.UNDO, 0) == "nothing_to_undo"


def test_a_tick_moves_the_clock_only():
    table = Table("fr")
    table.begin()
    table.apply(events.TICK, 25500)
    expect(table.state, remaining_ms=25500, events=1)
    assert len(table.session.log) == 1


def test_what_can_be_pressed_for_ever_keeps_the_log_short():
    table = Table("fr")
    table.begin()
    table.press("got", 25000)
    for left in range(24000, 20000, -100):
        table.press("start", left)
    table.press("got", 19000)
    table.apply(events.TIME)
    for index in (0, 1, 0, 1, 1) * 15:
        table.apply(kinds.TOGGLE, index)
    assert len(table.journal) > 100 and len(table.session.log) <= 8
    for log in (table.journal, list(table.session.log)):
        again = Session(table.session.setup, TimesUp)
        for event in log:
            again.apply(*event)
        assert again.state() == table.state
    table.press("start")
    table.undo()
    expect(table.state, phase="review", this_turn={"got": 1, "pass": 0, "foul": 0})


def test_a_review_opens_again_on_its_last_card():
    table = Table("fr")
    table.begin()
    for left in (25000, 20000, 15000):
        table.press("got", left)
    table.press("foul", 10000)
    assert table.game.cursor == 3
    table.press("pass got pass got")  # wrapped to the first card and toggled it, and the second
    assert table.game.cursor == 1
    cut = Session(table.session.setup, TimesUp)
    for event in table.journal:
        cut.apply(*event)
    assert cut.game.cursor == 3 and cut.state() == table.state
    table.press("start")
    table.undo()
    expect(table.state, phase="review", this_turn={"got": 1, "pass": 0, "foul": 1})
    assert table.game.cursor == 3
