"""The contract of games (games/game.py): what a game has that implements no more than it must."""

from glass.formats.errors import Refused
from glass.games import events
from glass.games.game import MENU, STATE_NULLS, Game, no_game
from glass.games.session import Session


class Least(Game):
    """Counts its presses of start."""

    presses = 0
    FROZEN = Game.FROZEN + ("presses",)

    def on_button(self, button, left_ms):
        """Start counts."""
        return events.BUTTONS[button], left_ms

    def apply(self, kind, value, text=""):
        """Start counts, TICK is taken as every clock's is."""
        if kind not in (events.START, events.TICK):
            raise Refused("not_now", "Only start means something.")
        self.presses += kind == events.START
        return "click"


class Undone(Least):
    """The same, and each press can be taken back."""

    def why_no_undo(self):
        """None if there is a press."""
        return None if self.presses else "nothing_to_undo"


def session(rules=Least, **more):
    """A new game of the least there can be."""
    setup = {"game": "least", "game_id": "00001-0", "seed": 1, "deck": None}
    setup.update(more)
    return Session(setup, rules)


def refusal(call, *arguments):
    """The code with which the call is refused."""
    try:
        call(*arguments)
    except Refused as refused:
        return refused.code
    return None


def test_the_state_has_every_key_and_null_where_nothing_applies():
    state = session().state()
    lists = ("teams", "players", "winners")
    assert set(state) == set(STATE_NULLS) | set(lists) | {"events"}
    assert [state[key] for key in lists] == [[], [], []]
    given = {"game": "least", "game_id": "00001-0", "phase": "ready"}
    assert {key: state[key] for key in STATE_NULLS if state[key] is not None} == given
    assert state["events"] == 0
    assert set(no_game()) == set(state) and no_game()["phase"] == "menu"


def test_only_a_game_with_a_clock_has_time_left():
    assert session(turn_s=None).state()["remaining_ms"] is None
    game = session(turn_s=45).game
    assert game.left_ms == game.turn_ms == 45000
    assert game.state()["remaining_ms"] == 45000


def test_a_game_has_no_undo_unless_it_says_so():
    least = session()
    least.apply(events.START, 0)
    assert refusal(least.apply, events.UNDO, 0) == "nothing_to_undo"
    assert least.events == 1 and least.game.presses == 1
    undone = session(Undone)
    undone.apply(events.START, 0)
    undone.apply(events.START, 0)
    assert undone.apply(events.UNDO, 0) == "undo"
    assert undone.events == 1 and undone.game.presses == 1
    undone.apply(events.UNDO, 0)
    assert refusal(undone.apply, events.UNDO, 0) == "nothing_to_undo"


def test_what_is_refused_and_a_checkpoint_do_not_count():
    least = session()
    assert refusal(least.apply, events.GOT, 0) == "not_now"
    least.apply(events.TICK, 0)
    assert least.events == 0 and len(least.log) == 0


def test_phases_that_mean_the_same_in_every_game():
    game = session(turn_s=1).game
    for phase, said in (("ready", ""), ("turn", "running"), ("paused", "paused"),
                        ("game_over", "finished")):  # fmt: skip
        game.phase = phase
        for name in ("running", "paused", "finished"):
            assert getattr(game, name) == (name in said.split()), (phase, name)
    assert game.phase in game.BREAKS and game.GUARDED
    assert set(game.JUDGEMENTS) == {events.GOT, events.PASS, events.FOUL}


def test_a_game_without_cards_shows_and_spends_none():
    game = session().game
    assert game.card is None and game.name_column is None and game.note_column is None
    assert not game.names_seen() and len(game.cards_in_game()) == 0
    assert game.note_after(events.START, 0) is None


def test_a_game_must_say_what_buttons_and_events_do():
    game = session(Game).game
    for call in (lambda: game.on_button("start", 0), lambda: game.apply(events.START, 0)):
        try:
            call()
        except NotImplementedError:
            continue
        raise AssertionError("a game that does nothing passes")
    assert MENU not in events.BUTTONS
