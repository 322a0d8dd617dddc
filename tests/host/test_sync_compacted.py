"""A journal that is compacted, for a language that is chosen, and what the laptop has of it."""

import pytest
from support import scenes
from support.scenes import Scene

GAME = {"game": "timesup", "edition": "en", "players": ["Ann", "Bob", "Cid", "Dee"], "cards": 20,
        "seed": 7}  # fmt: skip


class Evening(Scene):
    """A game from its first turn on, and the laptop beside it."""

    def turn(self, *presses):
        """A turn from its start on; a second a press."""
        return self.press("start", *presses, gap_s=1)

    def switch(self):
        """The other language, in the menu over a game; takes 8 s."""
        self.hold("foul", 2.2, gap_s=0.8).press("foul", "start", gap_s=1)
        return self.hold("foul", 2.1, gap_s=0.9)

    def sync(self, **counts):
        """What the laptop copies."""
        return self.call("sync", status=0, result=counts)

    def history(self, *scores):
        """The totals of the one game on the laptop."""
        totals = [{"teams": [{"total": score} for score in scores]}]
        return self.call("history", status=0, result=totals)


def play(tmp_path, scene):
    status, lines = scenes.play(scenes.write(tmp_path / "game.jsonl", GAME, *scene.steps))
    assert status == 0, [line for line in lines if "failed" in line]


def test_a_language_chosen_after_a_sync_makes_no_second_game(tmp_path):
    evening = Evening().at(1).turn("got", "start").sync(new=1)
    evening.at(5).switch().run(1).sync(updated=1)
    evening.at(15).switch().run(1).step(power="off").run(1).step(power="on")
    evening.at(27).switch().run(1).sync(new=0)
    evening.run(1).call("history", status=0, result=[{"edition": "en"}])
    play(tmp_path, evening)


def test_what_was_undone_before_compacting_is_gone_from_the_history_too(tmp_path):
    evening = Evening().at(1).turn("got", "got", "foul").run(1).expect(phase="review")
    evening.at(7).press("start").at(8).sync(new=1).run(0.5).history(2, 0)
    evening.at(9).hold("start", 1.2)
    evening.at(11).switch().switch().run(1).sync(updated=1).run(1).history(0, 0)
    play(tmp_path, evening)


@pytest.mark.parametrize("before_ms", range(0, 130, 20))
def test_compacting_while_a_laptop_reads_is_noticed(tmp_path, before_ms):
    """What is stored is the game as it is, whenever in the sync the language is switched."""
    evening = Evening().at(1).turn(*["got", "start", "start"] * 12)
    evening.at(50).expect(phase="review").run(1).press("start")
    evening.at(55).hold("foul", 2.2, gap_s=0.8).press("foul", "start", gap_s=1)
    chosen = 59.08  # the button is let go
    evening.at(chosen - before_ms / 1000).sync(new=1)
    evening.at(61).call("sync", status=0).run(1).hold("foul", 2.1).at(65).history(12, 0)
    play(tmp_path, evening)
