"""Which cards count as played: those of games whose names people have seen."""

from support import scenes
from support.scenes import Scene

GAME = {"game": "timesup", "edition": "fr", "players": ["Ann", "Bob", "Cid", "Dee"], "seed": 5,
        "deck": "cards.txt", "cards": 1, "draft": False}  # fmt: skip
AGAIN = ["new", "--game", "timesup", "--edition", "fr", "--players", "Ann,Bob,Cid,Dee", "--seed",
         "5", "--deck", "cards", "--cards", "1", "--no-draft"]  # fmt: skip


def cards(tmp_path, scene):
    """The cards that came up, in the order of the steps that look."""
    (tmp_path / "cards.txt").write_text("\n".join(f"Person {n}" for n in range(12)))
    path = scenes.write(tmp_path / "game.jsonl", GAME, *scene.steps)
    status, printed = scenes.play(path)
    assert status == 0, printed
    states = [line["state"] for line in printed if line["state"]]
    return [state["card"] for state in states if state["card"]]


def test_a_game_that_was_only_begun_marks_nothing(tmp_path):
    """A lot drawn again and again deals the same seed the same card."""
    [first] = cards(tmp_path, Scene().at(1).press("start"))
    again = Scene().at(1).call(*AGAIN).at(3).call(*AGAIN).at(5).press("start")
    assert cards(tmp_path, again) == [first]


def test_a_game_left_in_its_first_turn_was_played(tmp_path):
    """The clock still runs as the next one begins."""
    scene = Scene().at(1).press("start").at(2).call(*AGAIN).at(4).press("start")
    first, second = cards(tmp_path, scene)
    assert first != second


def test_a_first_turn_marks_all_that_is_in_play(tmp_path):

    def turn():
        return Scene().at(1).press("start", "foul", gap_s=1)

    first, second = cards(tmp_path, turn().at(4).call(*AGAIN).at(6).press("start"))
    assert first != second
    # The power goes before it is noted: it is noted when the power is back.
    cut = turn().at(2.1).step(power="off").at(3).step(power="on").at(5).call(*AGAIN)
    first, third = cards(tmp_path, cut.at(7).press("start"))
    assert third == second


def test_after_a_whole_deck_the_next_games_have_other_cards(tmp_path):
    scene = Scene()
    for t, count in ((1, 12), (20, 6), (33, 6)):
        scene.at(t).call(*AGAIN[:-2], str(count), "--no-draft")
        scene.at(t + 2).press("start", *["got"] * count, gap_s=1)
    scene.at(18).press("start").at(31).press("start")
    seen = cards(tmp_path, scene)
    first, second = seen[12:18], seen[18:24]
    assert len(set(seen[:12])) == 12 and len(set(first + second)) == 12
