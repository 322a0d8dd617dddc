"""Loose teams: turns of a team whose players nobody has written down."""

from table import Table, deck, expect, kinds, refusal, sentence

from glass.games.timesup.setup import cards_to_deal, complete


def test_every_turn_belongs_to_a_team():
    table = Table("fr", players=0, teams=2)
    expect(table.state, phase="ready", team=0, speaker=None, speaker_name="Équipe 1", partner=None,
           players=[])  # fmt: skip
    assert table.state["teams"] == [
        {"name": "Équipe 1", "players": [], "rounds": [0, 0, 0], "total": 0},
        {"name": "Équipe 2", "players": [], "rounds": [0, 0, 0], "total": 0},
    ]
    assert table.game.caller() == "Équipe 2" and table.game.partners() == []
    table.take_turn("got got")
    expect(table.state, phase="ready", team=1, speaker_name="Équipe 2", turn=2)
    assert table.game.caller() == "Équipe 1"
    assert [team["total"] for team in table.state["teams"]] == [2, 0]


def test_a_whole_game_of_loose_teams():
    table = Table("en", players=0, teams=3, cards=4)
    assert table.game.loose and not table.game.ring
    for _ in range(3):
        table.take_turn("got")
        table.play_out_round()
        table.press("start")
        if table.game.phase == "carry":
            table.press("pass")
    expect(table.state, phase="game_over", speaker=None, players=[])
    assert [team["total"] for team in table.state["teams"]] == [4, 4, 4]
    assert table.state["winners"] == ["Team 1", "Team 2", "Team 3"]


def test_the_carried_turn_stays_with_the_team():
    table = Table("en", players=0, teams=2, cards=1)
    table.begin()
    table.press("got start start got")
    expect(table.state, phase="ready", round=2, team=0, speaker_name="Team 1")


def test_names_follow_the_language_or_the_set_up():
    for language, name in (("en", "Team 1"), ("fr", "Équipe 1")):
        for edition in ("en", "fr"):
            full = complete({"teams": 2, "edition": edition, "language": language}, None)
            assert full["team_names"][0] == name
    full = complete({"teams": 2, "team_names": ["Kitchen", "Sofa"]}, None)
    assert full["team_names"] == ["Kitchen", "Sofa"]
    assert full["players"] == [] and full["teams"] == [[], []]
    for name in ("Kitchen", "Sofa"):
        assert refusal(complete, {"teams": 2, "team_names": [name]}, None) == "team_names"


def test_there_is_no_draft():
    full = complete({"teams": 2}, deck())
    assert full["draft"] is False and cards_to_deal(full) == 40 and full["peek"]
    assert refusal(complete, {"teams": 2, "draft": True}, deck()) == "draft"
    assert "needs players" in sentence(complete, {"teams": 2, "draft": True}, deck())
    assert complete({"teams": 2, "draft": False}, deck())["draft"] is False


def test_how_many_teams_there_may_be():
    for teams in (0, 1, 9):
        assert refusal(complete, {"teams": teams}, None) == "teams"
        assert "from 2 to 8" in sentence(complete, {"teams": teams}, None)
    assert len(complete({"teams": 8}, None)["teams"]) == 8
    assert refusal(complete, {"teams": 2, "ring": True}, None) == "ring"
    assert refusal(complete, {"teams": 2, "players": ["A", "B", "C", "D"]}, None) == "teams"
    for teams in (None, "lot", "ring", [[0, 1], [2, 3]], True):
        assert refusal(complete, {"teams": teams}, None) == "players_range"


def test_undo_and_corrections():
    table = Table("fr", players=0, teams=2)
    table.take_turn("got got")
    table.correct(1, 1, 5)
    assert [team["total"] for team in table.state["teams"]] == [2, 5]
    table.undo()
    table.undo()
    expect(table.state, phase="review", team=0)
    assert table.apply(kinds.TOGGLE, 0) == "click"
    table.press("start")
    assert [team["total"] for team in table.state["teams"]] == [1, 0]
