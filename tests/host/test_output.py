"""What people read of games that this tool knows only from the registry."""

import pytest

from buzzglass import output
from glass import registry

TIMER = {"game": "timer", "phase": "turn", "teams": [], "players": [], "winners": []}
TALLY = {"game": "tally", "phase": "play", "teams": [], "winners": [], "round": None,
         "players": [{"name": "Ann", "total": 3}, {"name": "Bob", "total": 0}]}  # fmt: skip
TEAMS = {"game": "timesup", "phase": "ready", "players": [], "winners": [], "round": 2,
         "teams": [{"name": "Ann & Cid", "players": [], "rounds": [4], "total": 4}]}  # fmt: skip


@pytest.mark.parametrize(
    "state,scores,unfinished",
    [
        ({"game": None, "teams": [], "players": [], "winners": []}, False, False),
        (TIMER, False, False),
        (TALLY, True, True),
        (TEAMS, True, True),
        ({**TALLY, "winners": ["Ann"]}, True, False),
    ],
)
def test_a_game_with_players_or_teams_has_scores(state, scores, unfinished):
    assert output.has_scores(state) is scores
    assert output.unfinished(state) is unfinished


def test_only_a_game_with_rounds_names_the_round():
    assert output.standing(TALLY) == "Ann 3, Bob 0"
    assert output.standing(TEAMS) == "round 2; Ann & Cid 4"


def test_games_have_the_titles_of_the_registry():
    assert set(output.GAMES) == {entry.FACTS.NAME for entry in registry.GAMES}
    assert output.situation(TEAMS).columns[1].header == "Time's Up!"
    assert output.situation(TALLY).columns[1].header == "tally"  # of a firmware newer than this
