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


def test_a_first_turn_marks_all_that_is_in_play(tmp_path):
    turn = [{"t": 1, "press": "start"}, {"t": 2, "press": "foul"}]
    first, second = cards(tmp_path, *turn, {"t": 4, "call": AGAIN}, {"t": 6, "press": "start"})
    assert first != second
    # The power goes before it is noted: it is noted when the power is back.
    cut = [{"t": 2.1, "power": "off"}, {"t": 3, "power": "on"}, {"t": 5, "call": AGAIN}]
    first, third = cards(tmp_path, *turn, *cut, {"t": 7, "press": "start"})
    assert third == second
