"""Set-ups: defaults, teams, refusals."""

from table import NAMES, deck, refusal, sentence, setup

from glass.games.timer import setup as timer
from glass.games.timesup.setup import cards_to_deal, complete


def teams(edition, count):
    players = ["P%d" % seat for seat in range(count)]
    return complete({"edition": edition, "players": players}, None)["teams"]


def sizes(edition, count):
    made = teams(edition, count)
    return made if made == "ring" else [len(team) for team in made]


def test_default_teams_of_the_french_book():
    table = {3: "ring", 4: [2, 2], 5: "ring", 6: [2, 2, 2], 7: "ring", 8: [2, 2, 2, 2],
             9: [3, 3, 3], 10: [3, 3, 2, 2], 11: [3, 3, 3, 2], 12: [3, 3, 3, 3],
             13: [4, 3, 3, 3], 18: [3] * 6}  # fmt: skip
    for count in table:
        assert sizes("fr", count) == table[count], count


def test_default_teams_of_the_english_book():
    table = {3: "ring", 4: [2, 2], 5: [3, 2], 6: [2, 2, 2], 7: [3, 2, 2], 8: [2] * 4,
             9: [3, 2, 2, 2], 10: [2] * 5, 11: [4, 4, 3], 12: [3] * 4, 18: [3] * 6}  # fmt: skip
    for count in table:
        assert sizes("en", count) == table[count], count


def test_partners_sit_across():
    assert teams("fr", 6) == [[0, 3], [1, 4], [2, 5]]


def test_defaults():
    full = complete({"game": "timesup", "edition": "en", "players": NAMES[:4]}, deck())
    assert [one["turn_s"] for one in full["rules"]["rounds"]] == [30, 30, 30]
    for key, value in {"turn_s": None, "cards": 40, "draft": True, "peek": True, "colour": "yellow",
                       "language": "en", "seed": None, "deck": "d",
                       "team_names": ["Ann & Cid", "Bob & Dee"]}.items():  # fmt: skip
        assert full[key] == value, key
    full = complete({"edition": "fr", "players": NAMES[:4]}, None)
    assert not full["draft"] and not full["peek"] and full["language"] == "fr"
    full = timer.complete({"game": "timer"}, None)
    assert full["turn_s"] == 30 and full["deck"] is None and timer.cards_to_deal(full) == 0


def refused(code, with_deck=None, **wanted):
    base = {"players": NAMES[:4]}
    base.update(wanted)
    assert refusal(complete, base, with_deck) == code, (code, wanted)


def test_refusals():
    refused("setup", nonsense=1)
    refused("game", game="chess")
    refused("edition", edition="de")
    refused("players_range", players=["Ann", "Bob"])
    refused("players_range", players=["P"] * 19)
    refused("players_range", players="Ann")
    refused("players", players=["Ann", "Bob", 3])
    refused("players", players=["Ann", "Bob", " "])
    for wrong in ([[0, 1, 2, 3]], [[0, 1], [2]], [[0, 1], [2, 2]], [[0, 1], [2, 4]], [[0, 1], 2],
                  "ring", "pairs", 3):  # fmt: skip
        refused("teams", teams=wrong)
    refused("teams", teams=[[0, 1], [2, 3]], players=NAMES[:5])
    refused("team_names", team_names=["one"])
    refused("turn_s", turn_s=9)
    refused("turn_s", turn_s=121)
    refused("turn_s", turn_s=True)
    refused("cards", cards=201)
    refused("cards", cards=0)
    refused("seed", seed="7")
    refused("order", order="random")
    refused("draft", draft=True)
    refused("deck", deck="d")
    refused("draft", deck(), draft=1)
    refused("colour", deck(columns=("yellow", "yellow_note")), colour="blue")
    refused("deck", deck(kind="twentyq"))


def test_refusals_of_the_timer():
    for code, wanted in (
        ("turn_s", {"turn_s": 3601}),
        ("turn_s", {"turn_s": 0}),
        ("deck", {"deck": "d"}),
        ("setup", {"players": NAMES}),
        ("language", {"language": "de"}),
        ("game", {"game": "timesup"}),
    ):
        assert refusal(timer.complete, wanted, None) == code


def test_a_refusal_names_the_key_what_it_takes_and_what_it_got():
    base = {"players": NAMES[:4]}
    for wanted, text in (
        ({"nonsense": 1}, 'A set-up has no key "nonsense": the keys are game, edition, players,'),
        ({"turn_s": "x" * 99}, 'turn_s must be a whole number from 10 to 120, not "xxxxxxxxx'),
        ({"edition": "de"}, 'edition must be "en" or "fr" or an object with rules of your own, '
                            'not "de".'),
        ({"draft": 3}, "draft must be true or false, not 3."),
        ({"teams": [[0, 1], [2]]}, "teams must be lists of at least 2 seats each, not [2]."),
        ({"players": ["Ann"]}, "players must be 3 to 18 names, not 1."),
        ({"players": ["A", "B", "C\n\x07"]}, "players must be names without control characters"),
    ):  # fmt: skip
        told = sentence(complete, dict(base, **wanted), None)
        assert told.startswith(text) and len(told) < 250, told


def test_a_small_deck_is_played_with_what_it_holds_unless_somebody_says_how_many():
    wanted = {"players": NAMES[:4]}
    for size, draft, cards in ((60, True, 40), (48, True, 40), (47, True, 39), (9, True, 1),
                               (40, False, 40), (12, False, 12), (1, False, 1)):  # fmt: skip
        assert complete(dict(wanted, draft=draft), deck(size))["cards"] == cards
    assert "load a larger deck" in sentence(complete, wanted, deck(8))
    assert "at most 39 cards, not 40" in sentence(complete, dict(wanted, cards=40), deck(47))
    assert complete({"teams": 2}, deck(12))["cards"] == 12


def test_how_many_cards_are_dealt():
    wanted = {"players": NAMES[:4], "cards": 12}
    assert cards_to_deal(complete(wanted, deck())) == 20
    assert cards_to_deal(complete(dict(wanted, draft=False), deck())) == 12


def test_a_short_deck_names_the_most_that_would_do():
    wanted = {"players": NAMES[:4], "cards": 13}
    assert refusal(complete, wanted, deck(20)) == "cards"
    assert "at most 12 cards" in sentence(complete, wanted, deck(20))
    assert complete({"players": NAMES[:4], "cards": 12}, deck(20))["cards"] == 12
    assert complete({"players": NAMES[:4], "cards": 20, "draft": False}, deck(20))["cards"] == 20


def test_a_ring_may_be_asked_for_in_either_edition():
    assert setup("en", 5, teams="ring")["teams"] == "ring"
    assert setup("fr", 9, teams="ring")["team_names"] == []


def test_teams_drawn_by_lot_are_whole_and_differ_with_the_seed():
    seen = set()
    for seed in range(40):
        wanted = {"players": list("ABCDEF"), "teams": "lot", "seed": seed}
        teams = complete(wanted, None)["teams"]
        assert sorted(seat for team in teams for seat in team) == [0, 1, 2, 3, 4, 5]
        assert [len(team) for team in teams] == [2, 2, 2]
        seen.add(str(sorted(teams)))
    assert len(seen) > 8  # of 15 ways to pair six


def test_a_wish_of_no_sense_is_refused():
    for wish in ("x", [], 5, {"cards": "x"}, {"cards": 0}, {"draft": 1}, {"colour": "red"},
                 {"players": []}, {"draft": None}):  # fmt: skip
        code = refusal(complete, {"players": NAMES[:4], "seed": 1, "wish": wish}, None)
        assert code in ("wish", "cards", "draft", "colour"), wish
    full = complete({"players": NAMES[:4], "seed": 1, "wish": {"cards": 5}}, None)
    assert full["cards"] == 40 and "wish" not in full
