"""A game that was frozen and thawed is the game that was played, and undo begins with it."""

from invariants import Player, seen
from sameness import difference
from table import Refused, Table, events, refusal, setup
from test_random_games import random_press, random_setup

from glass.formats.json_pieces import Rows
from glass.games import session
from glass.games.freezing import frozen, thaw
from glass.games.rng import Rng
from glass.games.session import Session
from glass.games.timesup.rules import TimesUp
from glass.games.undoing import PIECE, again, freeze, prepare

SEEDS = range(60)


def thawed(game):
    again = TimesUp(game.setup)
    thaw(again, frozen(game))
    again.point()
    return again


def played_on(game, presses):
    """Everything that the screens and the state can show of a game, over so many presses."""
    shown = []
    for button in presses:
        try:
            wanted = game.on_button(button, max(1, game.left_ms - 900))
            if isinstance(wanted, tuple):
                game.apply(*wanted)
        except Refused as refused:
            shown.append(refused.code)
        cursor = None if game.phase == "draft" and not game.draft_open else game.cursor
        state = {key: list(value) if isinstance(value, Rows) else value
                 for key, value in game.state().items()}  # fmt: skip
        shown.append((state, game.card, game.next_card, cursor, game.draft_open,
                      list(game.names_to_read()), list(game.cards_in_game()), game.names_seen(),
                      [game.review_entry(at) for at in range(game.review_count())],
                      game.why_no_undo(), game.scores()))  # fmt: skip
    return shown


def test_a_thawed_game_is_the_game_replayed():
    for seed in SEEDS:
        dice = Rng(seed)
        full = random_setup(dice)
        table = Player(full)
        for step in range(100):
            table.try_(random_press(dice, table.game))
            if step % 7:
                continue
            replayed = Session(full, TimesUp)
            for event in table.session.log:
                replayed.apply(*event)
            again = thawed(table.game)
            for other in (replayed.game, table.game):
                found = difference(again, other, TimesUp.POINTED)
                assert not found, (seed, step, found)
            if again.phase != "draft":
                assert again.cursor == replayed.game.cursor, (seed, step)
            presses = [("start", "got", "got", "pass", "foul")[dice.below(5)] for _ in range(12)]
            assert played_on(again, presses) == played_on(replayed.game, presses), (seed, step)


def test_undo_from_a_frozen_state_is_undo_from_the_first_event():
    """One session has time to freeze now and then, the other never does."""
    begun_with = set()
    for seed in SEEDS:
        dice = Rng(3000 + seed)
        full = random_setup(dice)
        table, other = Player(full), Session(full, TimesUp)
        for step in range(150):
            before = len(table.journal)
            what = "undo" if not dice.below(3) else random_press(dice, table.game)
            at = table.session.last_counted() if what == "undo" and table.session.events else None
            states = [index for index, _ in table.session.states]
            if not dice.below(4) and not table.game.why_no_undo():
                prepare(table.session)  # it may be used now, or stay until the game has moved on
            table.try_(what)
            for event in table.journal[before:]:
                if event[0] == events.UNDO:
                    begun_with.add(max([0] + [index for index in states if index <= at]))
                other.apply(*event)
            assert seen(table.session) == seen(other), (seed, step)
            assert list(table.session.log) == list(other.log)
            assert table.session.events == other.events
            if not dice.below(6) and table.session.is_due(1):
                freeze(table.session)
            elif not dice.below(6) and len(table.session.log) > 3:
                make_again(table.session, dice.below(len(table.session.log) - 2))
    assert len(begun_with) > 20


def test_the_log_forgets_and_so_do_the_states():
    """What is taken out of the log was in the state that was frozen after it."""
    table = Table("fr")
    table.begin()
    table.press("got got")
    table.time()
    table.press("got")  # the last one counts now
    freeze(table.session)
    table.press("pass got foul got")  # the first no longer; the last one no longer, either
    assert table.session.states == []
    table.press("start")
    table.undo()
    assert table.state["this_turn"]["got"] == 1


def long_game(turns):
    """A table with so many turns of ten guesses played, and none of them frozen."""
    table = Table("fr", 4, 200, paper=True)
    for _ in range(turns):
        table.begin()
        table.press("got " * 10)
        table.time()
        table.press("start")
    return table


def make_again(session, end):
    """How many pieces it took."""
    return len(list(again(session, end)))


def test_a_far_undo_can_be_made_near_in_pieces():
    table = long_game(12)
    table.begin()
    table.press("got")
    applied = []

    class Counting(TimesUp):
        def apply(self, kind, value, text=""):
            applied.append(kind)
            return TimesUp.apply(self, kind, value, text)

    played = table.session
    played.make = Counting
    far = played.far_undo()
    assert far == len(played.log) - 1 > 100
    pieces = 0
    for _ in again(played, far - 2 * session.EVERY):
        assert len(applied) <= PIECE
        applied.clear()
        pieces += 1
    assert pieces > 10 and played.far_undo() is None
    table.undo()
    assert len(applied) <= session.NEAR
    assert table.state["events"] == len(played.log) - 1 and table.game.paused


def test_a_log_that_loses_events_breaks_it_off():
    table = long_game(3)
    table.begin()
    table.press("got got")
    states = list(table.session.states)
    pieces = again(table.session, 20)
    next(pieces)
    table.undo()
    assert len(list(pieces)) < 2 and table.session.states == states


def test_many_undos_are_near_after_a_few_pieces():
    """Back through a whole game."""
    table = Table("fr", 4, 200, paper=True)
    for number in range(300):
        table.correct(number % 2, 1, 1)
    pieces = []
    for _ in range(300):
        far = table.session.far_undo()
        if far is not None:
            pieces.append(make_again(table.session, far - 2 * session.EVERY))
        table.undo()
    assert 3 < len(pieces) < 15 and table.state["events"] == 0
    assert refusal(table.undo) == "nothing_to_undo"


def test_two_states_are_kept_and_one_is_due_every_few_events():
    table = long_game(0)
    for number in range(1, 5 * session.EVERY):
        table.correct(0, 1, 1)
        assert table.session.is_due() == (number % session.EVERY == 0)
        if table.session.is_due():
            freeze(table.session)
        wanted = [at for at in range(session.EVERY, number + 1, session.EVERY)][-2:]
        assert [at for at, _ in table.session.states] == wanted


def test_a_state_of_something_else_is_refused():
    game, ring = TimesUp(setup("fr")), TimesUp(setup("fr", 5, teams="ring", draft=True))
    state = frozen(game)
    for damaged in (state + b"x", b"", b"[]\n", b"{}\n", state[:-4] + b"    \n"):
        try:
            thaw(TimesUp(setup("fr")), damaged)
        except (ValueError, LookupError, TypeError, AttributeError):
            continue
        assert damaged == state[:-4] + b"    \n"  # bytes of the cards
    try:
        thaw(ring, state)
    except (ValueError, LookupError, TypeError, AttributeError):
        return
    raise AssertionError("a game of teams became a ring")


def test_the_state_of_a_large_game_is_small():
    full = setup("en", 12, 176, draft=True, order="shuffled")
    table = Player(full)
    assert len(frozen(table.game)) < 4 * 200 + 400
    for _ in range(12):
        table.press("start foul foul start")
    table.press("start start" + 90 * " got")
    assert table.game.phase == "turn"
    assert len(frozen(table.game)) < 2 * 176 + 2 * 176 + 2 * 90 + 500


class Least:
    FROZEN = ("number", "text", "row")

    def __init__(self):
        self.number, self.text, self.row = 1, "é", [1, 2]


def test_plain_values_come_back():
    one, other = Least(), Least()
    one.number, one.text, one.row = None, 'Zoé "x"\n', [True, "ü"]
    thaw(other, frozen(one))
    assert (other.number, other.text, other.row) == (None, 'Zoé "x"\n', [True, "ü"])
