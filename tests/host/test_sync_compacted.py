"""A journal that is compacted, for a language that is chosen, and what the laptop has of it."""

import pytest
import scenes

GAME = {"game": "timesup", "edition": "en", "players": ["Ann", "Bob", "Cid", "Dee"], "cards": 20,
        "seed": 7}  # fmt: skip


def switch(t):
    """The other language, in the menu over a game; takes 6 s."""
    return [{"t": t, "hold": "foul", "s": 2.2}, {"t": t + 3, "press": "foul"},
            {"t": t + 4, "press": "start"}, {"t": t + 5, "hold": "foul", "s": 2.1}]  # fmt: skip


def turn(t, *presses):
    """A turn from its start on; a second a press."""
    return [{"t": t, "press": "start"}] + [{"t": t + 1 + n, "press": press}
                                           for n, press in enumerate(presses)]  # fmt: skip


def play(tmp_path, *steps):
    steps = sorted(steps, key=lambda step: step["t"])
    status, lines = scenes.play(scenes.write(tmp_path / "game.jsonl", GAME, *steps))
    assert status == 0, [line for line in lines if "failed" in line]
    return lines


def totals(*scores):
    return [{"teams": [{"total": score} for score in scores]}]


def sync(t, **counts):
    return {"t": t, "call": ["sync"], "status": 0, "result": counts}


def test_a_language_chosen_after_a_sync_makes_no_second_game(tmp_path):
    play(tmp_path, *turn(1, "got", "start"), sync(4, new=1), *switch(5), sync(14, updated=1),
         *switch(15), {"t": 24, "power": "off"}, {"t": 25, "power": "on"}, *switch(27),
         sync(36, new=0),
         {"t": 37, "call": ["history"], "status": 0, "result": [{"edition": "en"}]})  # fmt: skip


def test_what_was_undone_before_compacting_is_gone_from_the_history_too(tmp_path):
    play(tmp_path, *turn(1, "got", "got", "foul"), {"t": 6, "expect": {"phase": "review"}},
         {"t": 7, "press": "start"}, sync(8, new=1),
         {"t": 8.5, "call": ["history"], "result": totals(2, 0)},
         {"t": 9, "hold": "start", "s": 1.2}, *switch(11), *switch(19), sync(28, updated=1),
         {"t": 29, "call": ["history"], "status": 0, "result": totals(0, 0)})  # fmt: skip


@pytest.mark.parametrize("before_ms", range(0, 130, 20))
def test_compacting_while_a_laptop_reads_is_noticed(tmp_path, before_ms):
    """What is stored is the game as it is, whenever in the sync the language is switched."""
    presses = [press for _ in range(12) for press in ("got", "start", "start")]
    chosen = 59.08  # the button is let go
    play(tmp_path, *turn(1, *presses), {"t": 50, "expect": {"phase": "review"}},
         {"t": 51, "press": "start"}, {"t": 55, "hold": "foul", "s": 2.2},
         {"t": 58, "press": "foul"}, {"t": 59, "press": "start"},
         sync(chosen - before_ms / 1000, new=1), {"t": 61, "call": ["sync"], "status": 0},
         {"t": 62, "hold": "foul", "s": 2.1},
         {"t": 65, "call": ["history"], "status": 0, "result": totals(12, 0)})  # fmt: skip
