"""Which cards count as played: those of games whose names people have seen."""

import scenes

GAME = {"game": "timesup", "edition": "fr", "players": ["Ann", "Bob", "Cid", "Dee"], "seed": 5,
        "deck": "cards.txt", "cards": 1, "draft": False}  # fmt: skip
AGAIN = ["new", "--game", "timesup", "--edition", "fr", "--players", "Ann,Bob,Cid,Dee", "--seed",
         "5", "--deck", "cards", "--cards", "1", "--no-draft"]  # fmt: skip


def cards(tmp_path, *steps):
    """The cards that came up, in the order of the steps that look."""
    (tmp_path / "cards.txt").write_text("\n".join(f"Person {n}" for n in range(12)))
    path = scenes.write(tmp_path / "game.jsonl", GAME, *steps)
    status, printed = scenes.play(path)
    assert status == 0, printed
    states = [line["state"] for line in printed if line["state"]]
    return [state["card"] for state in states if state["card"]]


def test_a_game_that_was_only_begun_marks_nothing(tmp_path):
    """A lot drawn again and again deals the same seed the same card."""
    [first] = cards(tmp_path, {"t": 1, "press": "start"})
    again = [{"t": 1, "call": AGAIN}, {"t": 3, "call": AGAIN}, {"t": 5, "press": "start"}]
    assert cards(tmp_path, *again) == [first]


def test_a_game_left_in_its_first_turn_was_played(tmp_path):
    """The clock still runs as the next one begins."""
    first, second = cards(tmp_path, {"t": 1, "press": "start"}, {"t": 2, "call": AGAIN},
                          {"t": 4, "press": "start"})  # fmt: skip
    assert first != second


def test_a_first_turn_marks_all_that_is_in_play(tmp_path):
    turn = [{"t": 1, "press": "start"}, {"t": 2, "press": "foul"}]
    first, second = cards(tmp_path, *turn, {"t": 4, "call": AGAIN}, {"t": 6, "press": "start"})
    assert first != second
    # The power goes before it is noted: it is noted when the power is back.
    cut = [{"t": 2.1, "power": "off"}, {"t": 3, "power": "on"}, {"t": 5, "call": AGAIN}]
    first, third = cards(tmp_path, *turn, *cut, {"t": 7, "press": "start"})
    assert third == second


def test_after_a_whole_deck_the_next_games_have_other_cards(tmp_path):
    def game(t, count):
        words = [*AGAIN[:-2], str(count), "--no-draft"]
        return [{"t": t, "call": words}, {"t": t + 2, "press": "start"},
                *[{"t": t + 3 + n, "press": "got"} for n in range(count)]]  # fmt: skip

    first, second = game(1, 12), game(20, 6)
    between = {"t": 18, "press": "start"}, {"t": 31, "press": "start"}
    seen = cards(tmp_path, *first, between[0], *second, between[1], *game(33, 6))
    first, second = seen[12:18], seen[18:24]
    assert len(set(seen[:12])) == 12 and len(set(first + second)) == 12
