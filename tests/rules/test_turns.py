"""Time's Up!: turns, rounds, the table of the two editions, ring, carry, paper cards."""

from table import Table, correction, events, expect, kinds, refusal, review


def test_round_1_of_the_french_edition():
    table = Table("fr")
    expect(table.state, phase="ready", deck=4, card=None, remaining_ms=30000, team=0, speaker=0)
    assert table.press("start") == "go"
    expect(table.state, phase="turn", card=0)
    assert refusal(table.press, "pass") == "no_pass"
    assert table.press("got", 20000) == "got"
    expect(table.state, card=1, deck=3, remaining_ms=20000)
    assert table.time() == "time"
    expect(table.state, phase="review", deck=3, aside=0, remaining_ms=0, card=None)
    expect(table.state, this_turn={"got": 1, "pass": 0, "foul": 0})
    assert review(table.game) == [(0, "got", True), (None, "time", False)]
    assert table.game.cursor == 1
    table.press("start")
    expect(table.state, phase="ready", turn=2, team=1, speaker=1, remaining_ms=30000, deck=3)
    assert table.state["teams"][0]["total"] == 1
    table.begin()
    expect(table.state, card=1)  # the timed-out card is on top


def test_peek_and_shuffling_back_in_the_english_edition():
    table = Table("en")
    assert table.press("start") == "click"
    expect(table.state, phase="peek", card=0)
    table.press("start got")
    table.time()
    table.press("start start")
    expect(table.state, phase="peek", card=2)  # in file order the card went to the bottom
    assert list(table.game.cards.deck) == [1, 3, 2]


def test_a_power_cut_hides_the_name_of_the_peek_and_nothing_else():
    table = Table("en")
    for _ in range(2):
        table.game.came_back()
        expect(table.state, phase="ready", card=None)
        table.press("start")
        expect(table.state, phase="peek", card=0)
        table.game.came_back()
        for button in ("got", "pass", "foul"):
            assert refusal(table.press, button) == "not_now"
        assert refusal(table.undo) == "name_shown"
        expect(table.state, phase="peek", card=None)
        assert table.press("start") is None
        expect(table.state, phase="peek", card=0, events=1, remaining_ms=30000)
        assert table.press("start") == "go"
        table.game.came_back()
        expect(table.state, phase="turn", card=0)
        table = Table("en", players=0, teams=2)


def test_a_foul_in_round_1_ends_the_turn():
    table = Table("fr")
    table.begin()
    assert table.press("got foul") == "foul"
    expect(table.state, phase="review", deck=3, aside=0)
    expect(table.state, this_turn={"got": 1, "pass": 0, "foul": 1})
    table.press("start")
    assert list(table.game.cards.deck) == [1, 3, 2]


def to_round_2(edition, **more):
    table = Table(edition, **more)
    table.play_out_round()
    table.press("start")
    if table.game.phase == "carry":
        table.press("pass")
    expect(table.state, phase="ready", round=2, turn=2, team=1, deck=4)
    table.begin()
    return table


def test_rounds_2_and_3_set_aside():
    for edition in ("fr", "en"):
        table = to_round_2(edition)
        table.press("pass foul got")
        expect(table.state, phase="turn", deck=1, aside=2, card=3)
        expect(table.state, this_turn={"got": 1, "pass": 1, "foul": 1})
        table.time()
        expect(table.state, phase="review", deck=1, aside=2)
        table.press("start")
        expect(table.state, phase="ready", deck=3, aside=0, team=0, speaker=2)
        table.begin()
        # Set-aside ones come first, then the card in play.
        assert list(table.game.cards.deck) == [3, 1, 0]


def test_time_up_in_round_2_with_nothing_set_aside():
    for edition, top in (("fr", 1), ("en", 2)):
        table = to_round_2(edition)
        table.press("got")
        table.time()
        table.press("start")
        table.begin()
        assert table.game.card == top


def test_a_deck_that_runs_out_with_cards_set_aside():
    table = to_round_2("en")
    assert table.press("got got got pass", 9000) == "over"
    expect(table.state, phase="review", deck=0, aside=1, remaining_ms=9000)
    table.press("start")
    expect(table.state, phase="ready", round=2, deck=1, aside=0, remaining_ms=30000, team=0)


def test_review_toggles():
    table = to_round_2("fr")
    table.press("got pass foul")
    table.time()
    assert [entry[1] for entry in review(table.game)] == ["got", "pass", "foul", "time"]
    assert table.press("got") == "click"
    expect(table.state, deck=0, aside=2, this_turn={"got": 2, "pass": 1, "foul": 1})
    assert review(table.game)[3] == (3, "time", True)
    table.press("pass got")  # wraps to the first, toggled off
    expect(table.state, deck=0, aside=3, this_turn={"got": 1, "pass": 1, "foul": 1})
    table.press("pass got")
    expect(table.state, aside=2, this_turn={"got": 2, "pass": 0, "foul": 1})
    table.press("got foul foul got")
    expect(table.state, deck=1, aside=3, this_turn={"got": 0, "pass": 1, "foul": 1})
    table.press("start")
    expect(table.state, phase="ready", deck=4, aside=0)
    assert table.state["teams"][1]["rounds"] == [0, 0, 0]


def test_french_round_1_shuffles_set_aside_ones_in_then_time_on_top():
    table = Table("fr")
    table.begin()
    table.press("got")
    table.time()
    table.press("foul got start")
    assert list(table.game.cards.deck) == [0, 3, 2, 1]


def test_toggling_the_last_card_ends_the_round():
    table = Table("fr")
    table.begin()
    table.press("got got got")
    table.time()
    table.press("got")
    assert table.press("start") == "round"
    expect(table.state, phase="round_over", deck=0, turn=1, team=0, speaker=0)


def test_carry():
    table = Table("en")
    table.begin()
    assert table.press("got got got got", 12300) == "over"
    table.press("start")
    expect(table.state, phase="round_over", remaining_ms=12300)
    assert sorted(table.game.names_to_read()) == [0, 1, 2, 3]
    table.press("start")
    expect(table.state, phase="carry", remaining_ms=12300, round=1, turn=1, team=0)
    assert refusal(table.press, "start") == "choose"
    table.press("got")
    expect(table.state, phase="ready", round=2, remaining_ms=12300, team=0, speaker=0, deck=4)
    table.begin()
    table.time()
    table.press("start")
    expect(table.state, phase="ready", round=2, remaining_ms=30000, team=1, speaker=1)


def test_no_carry_after_a_changed_review_or_round_3():
    table = Table("en", cards=1)
    table.begin()
    table.press("got got got start")  # toggled off and on again: as it was
    assert table.game.phase == "round_over"
    table.press("start")
    assert table.game.phase == "carry"
    table.press("pass")
    table.begin()
    table.press("foul got start start")
    expect(table.state, phase="ready", round=3, team=0, speaker=2)
    table.begin()
    table.press("got start")
    assert table.press("start") == "win"
    expect(table.state, phase="game_over", round=3, winners=["Ann & Cid"])
    assert table.press("start") == "menu"


def test_names_are_read_as_the_books_say():
    for edition, read in (("en", (4, 0, 0)), ("fr", (4, 4, 4))):
        table = Table(edition)
        for count in read:
            table.play_out_round()
            assert len(table.game.names_to_read()) == count
            table.press("start")
            if table.game.phase == "carry":
                table.press("pass")


def test_a_tie_names_all_winners():
    table = Table("fr", cards=2)
    for _ in range(3):
        for _ in range(2):
            table.begin()
            table.press("got")
            if table.game.phase == "turn":
                table.time()
            table.press("start")
        table.press("start")
    expect(table.state, phase="game_over", winners=["Ann & Cid", "Bob & Dee"])
    assert [team["rounds"] for team in table.state["teams"]] == [[1, 1, 1]] * 2


def test_rotation_in_uneven_teams():
    table = Table("fr", players=5, teams=[[0, 2, 4], [1, 3]])
    seen = []
    for _ in range(7):
        seen.append((table.state["team"], table.state["speaker_name"]))
        table.begin()
        table.time()
        table.press("start")
    assert [name for _, name in seen] == ["Ann", "Bob", "Cid", "Dee", "Eve", "Bob", "Ann"]
    assert [team for team, _ in seen] == [0, 1, 0, 1, 0, 1, 0]


def test_the_ring():
    table = Table("fr", players=5, cards=6)
    expect(table.state, team=None, teams=[], partner=1, speaker=0)
    for speaker, guessed in ((0, 1), (2, 2), (4, 3)):
        expect(table.state, speaker=speaker, partner=(speaker + 1) % 5)
        table.begin()
        for _ in range(guessed):
            table.press("got")
        if table.game.phase == "turn":
            table.time()
        table.press("start")
    # A player's score is the sum of the pairs on both sides.
    assert [player["total"] for player in table.state["players"]] == [4, 1, 2, 2, 3]
    table.press("start")
    expect(table.state, speaker=1, round=2)


def test_carry_in_the_ring():
    for choice, speaker in (("got", 0), ("pass", 2)):
        table = Table("en", players=3, cards=1)
        table.begin()
        table.press("got start start " + choice)
        expect(table.state, phase="ready", round=2, speaker=speaker)


def test_who_calls_go():
    assert Table("en").game.caller() == "Bob & Dee"
    assert Table("fr").game.caller() == "Dee"
    assert Table("en", players=5, teams="ring").game.caller() == "Cid"


def test_paper_cards():
    table = Table("en", cards=3, paper=True)
    assert table.press("start") == "go"
    expect(table.state, phase="turn", card=None, deck=3)
    table.press("got")
    table.time()
    assert review(table.game) == [(None, "got", True), (None, "time", False)]
    table.press("start")
    expect(table.state, phase="ready", deck=2)
    table.play_out_round()
    assert not len(table.game.names_to_read())


def test_pausing():
    table = Table("fr")
    table.begin()
    assert table.press("start", 21000) == "pause"
    expect(table.state, phase="paused", remaining_ms=21000, card=None)
    assert refusal(table.press, "got") == "no_judge_paused"
    assert table.press("start") == "resume"
    expect(table.state, phase="turn", remaining_ms=21000, card=0)


def test_what_is_not_possible_changes_nothing():
    table = Table("fr")
    before = table.state
    for button in ("got", "pass", "foul"):
        assert refusal(table.press, button) == "not_now"
    for kind in (events.TIME, events.TICK, kinds.TOGGLE, events.RESUME, kinds.KEEP):
        assert refusal(table.apply, kind, 0) == "not_now"
    assert table.state == before


def test_corrections_by_hand():
    table = Table("fr")
    table.apply(kinds.CORRECT, correction(1, 1, 3))
    assert table.state["teams"][1]["rounds"] == [3, 0, 0]
    expect(table.state, events=1)
    table.undo()
    assert table.state["teams"][1]["total"] == 0


def test_shuffles_follow_the_seed():
    decks = [Table("fr", cards=40, order="shuffled", seed=seed) for seed in (1, 1, 2)]
    decks = [[table.game.cards.deck.draw() for _ in range(40)] for table in decks]
    assert decks[0] == decks[1] != decks[2]
    assert sorted(decks[0]) == list(range(40)) != decks[0]


def test_the_tune_of_a_judgement_is_known_before_the_rules_have_taken_it():
    table = Table("fr", 4, 3)
    table.to_round(2)
    table.begin()
    assert [table.game.tune_ahead(kind) for kind in kinds.JUDGEMENTS] == ["got", "pass", "foul"]
    table.press("got got")
    assert table.game.tune_ahead(events.GOT) is None  # it may be the last card: another tune
    assert table.press("got") == "over"
