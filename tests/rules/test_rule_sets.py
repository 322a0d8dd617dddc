"""Rule sets: what each option of a round does, and what is refused in one that a person wrote."""

import json

from table import NAMES, Table, events, expect, refusal, review, rule_set, sentence

from glass.games.timesup import RULE_SETS
from glass.games.timesup.house_rules import check
from glass.games.timesup.rule_set import load, team_count
from glass.games.timesup.setup import complete

ROUND_1 = {"pass": "no", "pass_points": 0, "foul": "ends", "foul_points": 0, "guesses": "any",
           "turn_s": 30}  # fmt: skip
LATER = {"pass": "free", "pass_points": 0, "foul": "aside", "foul_points": 0, "guesses": "one",
         "turn_s": 30}  # fmt: skip


def without_texts(rounds):
    return [{key: one[key] for key in one if key not in ("line", "text")} for one in rounds]


def test_the_two_editions_are_the_table_of_the_books():
    for name, first, later in (("en", "shuffle", "shuffle"), ("fr", "top", "top_if_alone")):
        rounds = without_texts(load(name)["rounds"])
        assert rounds == [dict(ROUND_1, time_up=first)] + [dict(LATER, time_up=later)] * 2
    en, fr = load("en"), load("fr")
    assert (en["peek"], en["carry"], en["read_aloud"], en["right_calls"]) == (
        True,
        True,
        [1],
        False,
    )
    assert (fr["peek"], fr["carry"], fr["right_calls"]) == (False, False, True)
    assert fr["read_aloud"] == [1, 2, 3]


def test_every_rule_set_of_the_device_is_one_that_people_may_write():
    for name in RULE_SETS:
        own = load(name)
        assert own["name"] == name
        for key in ("right_calls", "teams", "team_size"):
            own.pop(key)
        checked = check(own)
        assert {key: checked[key] for key in own} == own
        for one in own["rounds"]:
            assert sorted(one["line"]) == sorted(one["text"]) == ["en", "fr"]
        assert team_count(load(name), 4) == 2


def test_the_journal_keeps_the_mechanics_and_no_texts_of_a_file():
    full = complete({"players": NAMES[:4], "edition": "fr"}, None)
    assert full["edition"] == "fr" and len(json.dumps(full["rules"])) < 600
    assert full["rules"]["rounds"] == without_texts(load("fr")["rounds"])
    assert full["rules"]["read_aloud"] == [1, 2, 3] and full["rules"]["right_calls"] is True
    full = complete({"players": NAMES[:4], "edition": rule_set({})}, None)
    assert full["edition"] == "ours" and full["language"] is None
    assert full["rules"]["rounds"][0]["line"]["fr"] == "Tout dire"


def test_the_rule_of_the_round_in_any_language():
    table = Table("fr", language="en")
    game = table.game
    assert game.rule_line("en") == "Speak freely; no part of the name, no translation"
    assert game.rule_line("fr").startswith("Parler librement")
    assert game.rule_text("fr").startswith("Parler librement\u00a0; l'équipe propose")
    table.to_round(3)
    assert table.game.rule_line("en") == "Mime and noises, no humming; one guess"
    assert Table("en").game.rule_line("xx").startswith("Say or do anything")


def test_the_short_rule_stands_in_for_a_whole_one_that_is_missing():
    rounds = ({"text": {"en": "All of it"}}, {"line": {"fr": "Vite"}})
    game = Table(rule_set(*rounds)).game
    assert (game.rule_line("en"), game.rule_text("en")) == ("Say anything", "All of it")
    assert game.rule_text("fr") == "Tout dire"
    game.round = 2
    assert game.rule_line("en") == game.rule_text("en") == "Vite"


def test_passing_refused_free_and_limited():
    for passes, taken in (("no", 0), ("free", 3), (1, 1), (2, 2)):
        table = Table(rule_set({"pass": passes}), cards=8)
        table.begin()
        for _ in range(taken):
            assert table.press("pass") == "pass"
        if passes == "free":
            continue
        before = table.state
        code = "no_pass" if passes == "no" else "no_more_passes"
        assert refusal(table.press, "pass") == code and table.state == before
        assert table.press("got foul") == "foul"
        table.time()
        table.press("start")
        table.begin()
        assert refusal(table.press, "pass") == (code if passes == "no" else None)


def test_a_pass_that_undo_takes_back_may_be_made_again():
    table = Table(rule_set({"pass": 1}), cards=8)
    table.begin()
    table.press("pass")
    table.undo()
    table.press("start pass")
    assert refusal(table.press, "pass") == "no_more_passes"


def test_penalties_are_taken_at_the_end_of_the_review_and_may_lead_below_0():
    table = Table(rule_set({"pass_points": 1, "foul_points": 1}), cards=8)
    table.begin()
    table.press("got pass pass foul")
    assert table.state["teams"][0]["total"] == 0
    table.time()
    table.press("start")
    assert table.state["teams"][0]["rounds"] == [-2]
    assert table.state["players"][0]["total"] == 1  # cards guessed while Ann spoke
    table.undo()
    assert table.state["teams"][0]["total"] == 0


def test_what_is_toggled_costs_what_it_then_is():
    table = Table(rule_set({"pass_points": 1}), cards=8)
    table.begin()
    table.press("got pass pass")
    table.time()
    table.press("foul got")  # the second pass counts as guessed after all: it costs nothing
    table.press("foul foul got")  # the guessed one does not: it is no pass
    assert [counted for _, _, counted in review(table.game)] == [False, False, True, False]
    table.press("start")
    assert table.state["teams"][0]["total"] == 0


def test_a_penalty_without_a_penalty_for_the_other():
    for key, total in (("pass_points", -1), ("foul_points", -2)):
        table = Table(rule_set({key: 1}), cards=8)
        table.take_turn("pass foul foul")
        assert table.state["teams"][0]["total"] == total


def test_a_penalty_in_the_ring_is_the_pair_s():
    table = Table(rule_set({"pass_points": 1}), players=3)
    table.take_turn("pass")
    assert [player["total"] for player in table.state["players"]] == [-1, -1, 0]


def test_a_foul_ends_the_turn_or_is_set_aside_in_any_round():
    table = Table(rule_set({"foul": "aside"}, {"foul": "ends", "foul_points": 1}), cards=4)
    table.begin()
    assert table.press("foul") == "foul"
    expect(table.state, phase="turn", aside=1)
    table.time()
    table.press("start")
    table.to_round(2)
    table.begin()
    assert table.press("got foul") == "foul"
    expect(table.state, phase="review", deck=3, aside=0)
    table.press("start")
    points = [team["rounds"][1] for team in table.state["teams"]]
    assert sorted(points) == [0, 0] and table.state["deck"] == 3


def test_where_the_card_goes_when_time_is_up():
    for time_up, alone, with_others in (
        ("shuffle", [0, 3, 2, 1], [1, 0, 3, 2]),
        ("top", [3, 2, 1, 0], [0, 3, 2, 1]),
        ("top_if_alone", [3, 2, 1, 0], [1, 0, 3, 2]),
    ):
        table = Table(rule_set({"time_up": time_up}))
        table.take_turn()
        assert list(table.game.cards.deck) == alone, time_up
        table = Table(rule_set({"time_up": time_up}))
        table.take_turn("pass")
        assert list(table.game.cards.deck) == with_others, time_up


def test_each_round_has_its_seconds_and_a_turn_s_of_the_set_up_beats_them():
    rules = rule_set({"turn_s": 60}, {"turn_s": 20})
    table = Table(rules, cards=1)
    expect(table.state, remaining_ms=60000)
    assert table.game.turn_ms == 60000
    table.to_round(2)
    expect(table.state, remaining_ms=20000)
    assert table.game.turn_ms == 20000
    table = Table(rules, cards=1, turn_s=45)
    for number in (1, 2):
        table.to_round(number)
        expect(table.state, remaining_ms=45000)


def test_one_round_and_six():
    for rounds in (1, 6):
        table = Table(rule_set(*[{"pass": "no"}] * rounds), cards=2)
        for number in range(1, rounds + 1):
            expect(table.state, round=number)
            table.play_out_round()
            assert len(table.state["teams"][0]["rounds"]) == rounds
            assert table.press("start") == ("win" if number == rounds else "click")
        expect(table.state, phase="game_over", round=rounds)
        assert sum([team["total"] for team in table.state["teams"]]) == 2 * rounds


def test_peek_carry_and_reading_aloud_are_the_rule_sets():
    table = Table(rule_set({}, {}, {}, peek=True, carry=True, read_aloud=[2]), cards=1)
    table.press("start")
    expect(table.state, phase="peek")
    table.press("start got start")
    assert len(table.game.names_to_read()) == 0
    table.press("start")
    expect(table.state, phase="carry")
    table.press("pass")
    table.play_out_round()
    assert len(table.game.names_to_read()) == 1
    table = Table(rule_set({}, {}), cards=1, peek=False)
    table.press("start")
    expect(table.state, phase="turn")
    table.press("got start start")
    expect(table.state, phase="ready", round=2)
    table = Table("fr", peek=True)  # a set-up beats the rule set
    table.press("start")
    expect(table.state, phase="peek")


def test_language_and_rules_are_chosen_apart():
    assert complete({"players": NAMES[:4], "edition": "fr", "language": "en"}, None)[
        "language"] == "en"  # fmt: skip
    for language in ("en", "fr"):
        wanted = {"players": NAMES[:4], "edition": rule_set({}), "language": language}
        assert complete(wanted, None)["language"] == language


def test_what_a_rule_set_leaves_out_is_filled_in():
    checked = check({"rounds": [{"line": {"en": "Go"}}]})
    assert checked["name"] == "house" and checked["read_aloud"] == []
    assert checked["rounds"] == [
        {"line": {"en": "Go"}, "text": {}, "turn_s": 30, "pass": "free", "pass_points": 0,
         "foul": "aside", "foul_points": 0, "guesses": "any", "time_up": "shuffle"}
    ]  # fmt: skip


def test_a_fault_in_a_round_names_key_and_round():
    for key, value, text in (
        ("turn_s", 9, "turn_s must be a whole number from 10 to 120, not 9."),
        ("pass", 0, 'pass must be "no", "free" or a whole number from 1 to 99, not 0.'),
        ("pass", True, 'pass must be "no", "free" or a whole number from 1 to 99, not true.'),
        ("pass_points", 2, "pass_points must be a whole number from 0 to 1, not 2."),
        ("foul", "free", 'foul must be "ends" or "aside", not "free".'),
        ("foul_points", -1, "foul_points must be a whole number from 0 to 1, not -1."),
        ("guesses", 1, 'guesses must be "any" or "one", not 1.'),
        ("time_up", "gone", 'time_up must be "shuffle" or "top" or "top_if_alone", not "gone".'),
        ("line", None, "line must be an object with a text by language, not null."),
        ("line", "Go", 'line must be an object with a text by language, not "Go".'),
        ("line", {}, "line must be an object with a text by language, not {}."),
        ("line", {"de": "Los"}, 'There is no language "de": line has texts in "en" or "fr".'),
        ("line", {"en": ""}, 'line must be texts of 1 to 100 letters, not "".'),
        ("text", {"en": 5}, "text must be texts of 1 to 400 letters, not 5."),
        ("line", {"en": "a\nb"}, 'line must be texts without control characters, not "a\\nb".'),
    ):
        wanted = rule_set({}, {key: value})
        assert refusal(check, wanted) == "edition"
        assert sentence(check, wanted) == "Round 2 of the rule set: " + text


def test_a_fault_in_the_whole_names_the_key():
    one = rule_set({})["rounds"]
    for wanted, text in (
        ({}, "edition: rounds must be a list of 1 to 6 rounds, not null."),
        ({"rounds": []}, "edition: rounds must be a list of 1 to 6 rounds, not []."),
        ({"rounds": one * 7}, "edition: rounds must be a list of 1 to 6 rounds, not "),
        ({"rounds": [5]}, "Round 1 of the rule set must be an object, not 5."),
        ({"rounds": one, "peek": 1}, "edition: peek must be true or false, not 1."),
        ({"rounds": one, "name": 5}, "edition: name must be a text of 1 to 40 letters, not 5."),
        ({"rounds": one, "read_aloud": [2]},
         "edition: read_aloud must be a list of rounds from 1 to 1, not [2]."),
        ({"rounds": one, "round": 1},
         'The rule set (edition) has no key "round": the keys are name, rounds,'),
        ({"rounds": [dict(one[0], seconds=5)]},
         'Round 1 of the rule set has no key "seconds": the keys are line, text,'),
    ):  # fmt: skip
        assert sentence(check, wanted).startswith(text), sentence(check, wanted)
        code = refusal(complete, {"players": NAMES[:4], "edition": wanted}, None)
        assert code == "edition"
    assert refusal(complete, {"players": NAMES[:4], "edition": 5}, None) == "edition"


def test_undo_of_a_limited_pass_replays_the_same_game():
    table = Table(rule_set({"pass": 1, "pass_points": 1}), cards=3)
    table.begin()
    table.press("pass got")
    table.apply(events.TIME)
    table.press("start")
    before = table.state["teams"]
    table.undo()
    table.press("start")
    assert table.state["teams"] == before and before[0]["total"] == 0
