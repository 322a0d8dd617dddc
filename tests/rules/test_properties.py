"""What holds whatever is pressed (CPython only: hypothesis)."""

from hypothesis import given, settings
from hypothesis import strategies as st
from table import NAMES, Refused, Session, Table, events, review, setup

from glass.games.rng import Rng
from glass.games.setup import complete

PRESSES = st.lists(
    st.one_of(
        st.sampled_from(["start", "got", "got", "pass", "foul"]), st.sampled_from(["time", "undo"])
    ),
    max_size=120,
)
TABLES = st.builds(
    lambda edition, players, cards, draft, paper, order, seed, ring: setup(
        edition,
        players,
        cards,
        paper,
        draft=draft and not paper,
        order=order,
        seed=seed,
        **({"teams": "ring"} if ring and players % 2 else {}),
    ),
    edition=st.sampled_from(["en", "fr"]),
    players=st.integers(3, 9),
    cards=st.integers(1, 8),
    draft=st.booleans(),
    paper=st.booleans(),
    order=st.sampled_from(["file", "shuffled"]),
    seed=st.integers(0, 0xFFFFFFFF),
    ring=st.booleans(),
)


class Player(Table):
    """A table that any press is tried at."""

    def __init__(self, full):
        self.session = Session(full)
        self.journal = []
        self.left = 30000

    def try_(self, what):
        try:
            if what == "time":
                self.time()
            elif what == "undo":
                self.undo()
            else:
                self.press(what)
        except Refused:
            return False
        return True


def where_the_cards_are(game):
    uncounted = [e[0] for e in game._drawn if not e[2]] if game.phase == "review" else game.aside
    counted = [card for pile in game._piles for card in pile]
    if game.phase in ("turn", "paused", "review"):
        counted += [entry[0] for entry in game._drawn if entry[2]]
    return sorted(list(game.deck) + uncounted + counted)


def check(game):
    if game.phase == "draft":
        return
    cards = sorted(game.cards_in_game())
    assert len(cards) == game.setup["cards"]
    assert where_the_cards_are(game) == cards
    state = game.state()
    for done in range(3):
        ended = game.phase in ("round_over", "carry", "game_over")
        if done + 1 < game.round or done + 1 == game.round and ended:
            rows = state["players"] if game.ring else state["teams"]
            points = sum(row["rounds"][done] for row in rows)
            assert points == len(cards) * (2 if game.ring else 1)
        elif done + 1 > game.round:
            assert all(row["rounds"][done] == 0 for row in state["players"])
    assert state["this_turn"]["got"] <= len(review(game))
    for card, _, counted in review(game):
        assert (card is not None) == (counted and game.setup["deal"] is not None)


def seen(session):
    return session.state(), review(session.game), list(session.game.deck)


@settings(max_examples=300, deadline=None)
@given(TABLES, PRESSES)
def test_cards_are_conserved_and_replay_equals_live(full, presses):
    table = Player(full)
    for what in presses:
        before = seen(table.session)
        if not table.try_(what):
            assert seen(table.session) == before
        check(table.game)
    again = Session(full)
    for kind, value in table.journal:
        again.apply(kind, value)
    assert seen(again) == seen(table.session)
    assert list(again.log) == list(table.session.log)
    effective = Session(full)
    for word in again.log:
        effective.apply(word >> 28, word & 0xFFFFFFF)
    assert seen(effective) == seen(table.session)


def without_clock(session):
    state, review, deck = seen(session)
    state["remaining_ms"] = None
    state["card"] = None
    if state["phase"] == "turn":
        state["phase"] = "paused"
    return state, review, deck


@settings(max_examples=300, deadline=None)
@given(TABLES, PRESSES)
def test_undo_gives_the_state_before_but_for_time_and_pause(full, presses):
    table = Player(full)
    for what in presses:
        before, clock = without_clock(table.session), table.game.left_ms
        counted = table.session.events
        if table.try_(what) and table.session.events == counted + 1 and table.game.phase != "draft":
            after = table.game.phase
            try:
                table.undo()
            except Refused as refused:
                assert refused.code in ("name_shown", "time_up", "draft_done", "nothing_to_undo")
                continue
            assert after != "turn" or table.game.left_ms <= clock
            assert without_clock(table.session) == before
            if what != "undo":
                if table.game.phase == "paused":
                    table.press("start")
                table.try_(what)


@given(st.integers(0, 0xFFFFFFFF), st.integers(1, 5000))
def test_below_is_in_range(seed, n):
    assert 0 <= Rng(seed).below(n) < n


def test_shuffles_are_uniform():
    rng = Rng(1)
    tally = {}
    for _ in range(24000):
        cards = [0, 1, 2, 3]
        rng.shuffle(cards)
        tally[tuple(cards)] = tally.get(tuple(cards), 0) + 1
    assert len(tally) == 24
    # Chi-square, 23 degrees of freedom: 49.7 is passed once in a thousand; the seed is fixed.
    assert sum((count - 1000) ** 2 / 1000 for count in tally.values()) < 49.7


@settings(max_examples=200)
@given(
    st.dictionaries(
        st.sampled_from(["players", "teams", "cards", "turn_s", "draft", "seed", "order"]),
        st.one_of(st.none(), st.integers(), st.text(), st.lists(st.integers()), st.booleans()),
    )
)
def test_any_set_up_is_taken_or_refused_with_a_sentence(wanted):
    try:
        complete(dict({"players": NAMES[:4]}, **wanted), None)
    except Refused as refused:
        assert refused.args_text.endswith(".")


def test_events_fit_the_journal():
    assert max(events.COUNTED) < 16
