"""What holds in every game of Time's Up!, whatever is pressed: shared by the random games."""

from table import Refused, Session, Table, events, kinds, review

from glass.games.timesup.rules import TimesUp


class Player(Table):
    """A table of a complete set-up, at which any press is tried."""

    def __init__(self, full):
        self.sit_down(full)

    def try_(self, what):
        """A button, "time", "undo" or a correction (row, round, change); True if it was taken."""
        try:
            if what == "time":
                self.time()
            elif what == "undo":
                self.undo()
            elif isinstance(what, str):
                self.press(what)
            else:
                self.correct(*what)
        except Refused:
            return False
        return True


def seen(session):
    """Everything that can be seen of a game, as a value to compare."""
    return session.state(), review(session.game), list(session.game.cards.deck)


def replayed(full, journal):
    """A new session after the events of a journal."""
    again = Session(full, TimesUp)
    for event in journal:
        again.apply(*event)
    return again


def check(game):
    """Every card is in one place, and the review names only what was guessed."""
    if game.phase == "draft":
        return
    cards = sorted(game.cards_in_game())
    assert len(cards) == game.setup["cards"]
    assert where_the_cards_are(game) == cards
    rounds = len(game.rules["rounds"])
    for name, points, total in game.scores():
        assert len(points) == rounds and sum(points) == total, name
    state = game.state()
    for row in list(state["players"]) + list(state["teams"]):  # noqa: RUF005  a board has no [*x]
        assert len(row["rounds"]) == rounds
        assert not any(row["rounds"][game.round :])
    assert state["this_turn"]["got"] <= len(review(game))
    for card, _, counted in review(game):
        assert (card is not None) == (counted and game.setup["deal"] is not None)
    most = game.round_rules()["pass"]
    if most != "free":
        assert [mark for _, mark, _ in review(game)].count("pass") <= (0 if most == "no" else most)


def where_the_cards_are(game):
    """The cards of draw pile, set-aside ones, guessed ones, sorted."""
    cards = game.cards
    uncounted = [e[0] for e in cards.drawn if not e[2]] if game.phase == "review" else cards.aside
    counted = [card for pile in cards.guessed for card in pile]
    if game.phase in ("turn", "paused", "review"):
        counted += [entry[0] for entry in cards.drawn if entry[2]]
    return sorted(list(cards.deck) + list(uncounted) + counted)


def check_points(full, session):
    """The score pad is what the confirmed reviews say, and nothing takes a total below 0 but
    penalties; over a finished round every card was guessed once."""
    told = [[0] * len(full["rules"]["rounds"]) for _ in session.game.scores()]
    guessed = [0] * len(full["rules"]["rounds"])
    penalties = 0
    game = TimesUp(full)
    for kind, value, _ in session.log:
        at = game.round - 1
        if game.phase == "review" and kind == events.START:
            marks = [mark for _, mark, counted in review(game) if not counted]
            rules = full["rules"]["rounds"][at]
            lost = marks.count("pass") * rules["pass_points"]
            lost += marks.count("foul") * rules["foul_points"]
            got = len(review(game)) - len(marks)
            guessed[at] += got
            penalties += lost
            for row in rows_of(game):
                told[row][at] += got - lost
        elif kind == kinds.CORRECT:
            row, round_, change = kinds.correction(value)
            told[row][round_ - 1] += change
        game.apply(kind, value)
    assert [points for _, points, _ in session.game.scores()] == told
    assert penalties or min([total for _, _, total in session.game.scores()]) >= 0
    ended = game.phase in ("round_over", "carry", "game_over")
    for at in range(game.round if ended else game.round - 1):
        assert guessed[at] == len(game.cards_in_game())


def rows_of(game):
    """The rows of the score pad for which the turn counts."""
    return (game.speaker, game.partner) if game.ring else (game.team,)


def without_clock(session):
    """`seen`, but for what undo does not give back."""
    state, cards, deck = seen(session)
    state["remaining_ms"] = None
    state["card"] = None
    if state["phase"] == "turn":
        state["phase"] = "paused"
    return state, cards, deck


def check_undo(table, what):
    """Press `what`; if it counts, undo gives back what was before, but for time and pause, and
    then it is pressed again."""
    before, clock = without_clock(table.session), table.game.left_ms
    counted = table.session.events
    if not table.try_(what) or table.session.events != counted + 1 or table.game.phase == "draft":
        return
    after = table.game.phase
    try:
        table.undo()
    except Refused as refused:
        assert refused.code in ("name_shown", "time_up", "draft_done", "nothing_to_undo")
        return
    assert after != "turn" or table.game.left_ms <= clock
    assert without_clock(table.session) == before
    if table.game.phase == "paused":
        table.press("start")
    table.try_(what)
