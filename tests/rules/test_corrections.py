"""Corrections by hand: any row of the score pad, in any round so far, never below 0."""

from table import Table, correction, expect, kinds, refusal, rule_set


def totals(table):
    return [row[2] for row in table.game.scores()]


def test_any_round_so_far():
    table = Table("fr")
    table.to_round(3)
    before = [team["rounds"] for team in table.state["teams"]]
    for round_ in (1, 2, 3):
        for row in (0, 1):
            table.correct(row, round_, round_ + row)
    after = [team["rounds"] for team in table.state["teams"]]
    for row in (0, 1):
        assert after[row] == [before[row][at] + at + 1 + row for at in range(3)]
    for _ in range(6):
        table.undo()
    assert [team["rounds"] for team in table.state["teams"]] == before


def test_no_round_to_come_no_row_that_is_not_there():
    table = Table("fr")
    for row, round_ in ((0, 2), (0, 0), (2, 1), (9, 1), (0, 9)):
        assert refusal(table.correct, row, round_, 1) == "not_now"
    assert totals(table) == [0, 0] and table.state["events"] == 0


def test_six_rounds_have_their_corrections():
    table = Table(rule_set({}, {}, {}, {}, {}, {}), cards=1)
    table.to_round(6)
    table.correct(1, 6, 100)
    table.correct(1, 5, -20)
    assert table.state["teams"][1]["rounds"][4:] == [-20 + table_round(table, 4), 100]
    assert table.state["teams"][1]["total"] >= 80


def table_round(table, at):
    """What the second team guessed in a round (index), by its speakers."""
    return sum([player["rounds"][at] for player in table.state["players"][1::2]])


def test_never_below_0():
    table = Table("fr")
    assert refusal(table.correct, 0, 1, -1) == "below_zero"
    table.correct(0, 1, 3)
    assert refusal(table.correct, 0, 1, -4) == "below_zero"
    table.correct(0, 1, -3)
    assert totals(table) == [0, 0]


def test_below_0_by_penalties_can_only_be_corrected_upwards():
    table = Table(rule_set({"pass_points": 1}), cards=8)
    table.take_turn("pass pass")
    assert totals(table) == [-2, 0]
    assert refusal(table.correct, 0, 1, -1) == "below_zero"
    table.correct(0, 1, 1)
    assert totals(table) == [-1, 0]


def test_the_sum_counts_not_the_round():
    table = Table("fr", cards=2)
    table.play_out_round()
    table.press("start")
    guessed = totals(table).index(2)
    table.correct(guessed, 2, -2)
    assert table.state["teams"][guessed]["rounds"] == [2, -2, 0]
    assert refusal(table.correct, guessed, 1, -1) == "below_zero"


def test_rows_of_the_ring_are_players():
    table = Table("fr", players=5, cards=6)
    table.correct(4, 1, 7)
    assert [player["total"] for player in table.state["players"]] == [0, 0, 0, 0, 7]
    assert refusal(table.correct, 5, 1, 1) == "not_now"


def test_the_largest_changes():
    table = Table("fr")
    for _ in range(300):  # more than two bytes hold
        table.correct(0, 1, 127)
    assert totals(table) == [38100, 0]
    table.correct(0, 1, -128)
    assert totals(table) == [37972, 0]
    assert kinds.correction(correction(17, 6, -128)) == (17, 6, -128)


def test_only_where_no_clock_runs_and_no_name_is_secret():
    table = Table("en", draft=True, cards=2)
    assert refusal(table.correct, 0, 1, 1) == "not_now"
    table = Table("en")
    table.press("start")
    for button, phase in (("", "peek"), ("start", "turn"), ("start", "paused")):
        table.press(button)
        expect(table.state, phase=phase)
        assert refusal(table.correct, 0, 1, 1) == "not_now"
