"""Games of random presses from a list of seeds: on MicroPython as on Python."""

from invariants import Player, check, check_points, check_undo, replayed, seen
from table import rule_set, setup

from glass.games.rng import Rng

SEEDS = range(60)
BUTTONS = ("start", "start", "got", "got", "got", "pass", "foul", "time", "undo")


def pick(dice, choices):
    return choices[dice.below(len(choices))]


def random_rules(dice):
    """A book's rules, or some that nobody has thought of."""
    if dice.below(3) == 0:
        return pick(dice, ("en", "fr"))
    rounds = []
    for _ in range(1 + dice.below(6)):
        rounds.append({
            "pass": pick(dice, ("no", "free", 1, 2)),
            "pass_points": dice.below(2),
            "foul": pick(dice, ("ends", "aside")),
            "foul_points": dice.below(2),
            "time_up": pick(dice, ("shuffle", "top", "top_if_alone")),
            "turn_s": 10 + dice.below(111),
        })  # fmt: skip
    return rule_set(*rounds, peek=not dice.below(2), carry=not dice.below(2), read_aloud=[1])


def random_setup(dice):
    """In teams, loose teams or a ring; with a deck, a draft or paper cards."""
    players = pick(dice, (0, 3, 4, 5, 6, 9))
    more = {"order": pick(dice, ("file", "shuffled")), "seed": dice.bits(),
            "paper": not dice.below(4)}  # fmt: skip
    if players == 0:
        more["teams"] = 2 + dice.below(3)
    elif players % 2 and dice.below(2):
        more["teams"] = "ring"
    if players and not more["paper"]:
        more["draft"] = not dice.below(3)
    return setup(random_rules(dice), players, 1 + dice.below(6), **more)


def random_press(dice, game):
    """Mostly a button; now and then a correction."""
    if dice.below(30):
        return pick(dice, BUTTONS)
    return dice.below(len(game.scores())), 1 + dice.below(game.round), dice.below(9) - 4


def test_cards_and_points_add_up_and_a_replay_is_the_same_game():
    finished = most_rounds = 0
    for seed in SEEDS:
        dice = Rng(seed)
        full = random_setup(dice)
        table = Player(full)
        for _ in range(150):
            before = seen(table.session)
            if not table.try_(random_press(dice, table.game)):
                assert seen(table.session) == before, seed
            check(table.game)
        assert seen(replayed(full, table.journal)) == seen(table.session), seed
        assert seen(replayed(full, table.session.log)) == seen(table.session), seed
        check_points(full, table.session)
        finished += table.game.finished
        most_rounds = max(most_rounds, table.game.round)
    assert finished > 5 and most_rounds > 4


def test_undo_gives_back_what_was_before():
    for seed in SEEDS:
        dice = Rng(1000 + seed)
        table = Player(random_setup(dice))
        for _ in range(100):
            check_undo(table, random_press(dice, table.game))
            check(table.game)
