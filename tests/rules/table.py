"""A table to play at: what the tests of the rules share, on CPython and MicroPython alike."""

from glass.formats.errors import Refused
from glass.games import events
from glass.games.session import Session
from glass.games.timesup import kinds
from glass.games.timesup.rules import TimesUp
from glass.games.timesup.setup import cards_to_deal, complete

NAMES = ["Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jan", "Kim", "Lou"]
ROUND = {"line": {"en": "Say anything", "fr": "Tout dire"}}


def deck(cards=60, columns=("yellow", "blue"), kind="names"):
    """What the store says of a deck."""
    return {"name": "d", "kind": kind, "cards": cards, "columns": columns}


def setup(edition="fr", players=4, cards=4, paper=False, dealt=None, **more):
    """A complete, dealt set-up; `players` 0 for loose teams."""
    wanted = {"game": "timesup", "edition": edition, "cards": cards, "seed": 7, "order": "file",
              "draft": False}  # fmt: skip
    if players:
        wanted["players"] = NAMES[:players]
    wanted.update(more)
    full = complete(wanted, None if paper else deck(200))
    full["deal"] = None if paper else dealt or list(range(cards_to_deal(full)))
    full["game_id"] = "00001-0"
    return full


def rule_set(*rounds, **more):
    """A rule set as a person writes it: of each round only what differs."""
    wanted = {"name": "ours", "rounds": [dict(ROUND, **one) for one in rounds]}
    wanted.update(more)
    return wanted


def review(game):
    """The turn's cards: [(card or None, mark, counted)]."""
    return [game.review_entry(at) for at in range(game.review_count())]


def correction(row, round_, change):
    """The value of a CORRECT."""
    return row << 16 | round_ << 8 | change + 128


class Table:
    """Plays by buttons; `left` is the clock that each press reads."""

    def __init__(self, edition="fr", players=4, cards=4, **more):
        self.sit_down(setup(edition, players, cards, **more))

    def sit_down(self, full):
        """Begin the game of a complete set-up."""
        self.session = Session(full, TimesUp)
        self.journal = []
        self.left = 30000

    @property
    def game(self):
        return self.session.game

    @property
    def state(self):
        return self.session.state()

    def apply(self, kind, value=0):
        """An event, into session and journal; returns the tune, also where it was told ahead."""
        ahead = self.game.tune_ahead(kind)
        tune = self.session.apply(kind, value)
        assert ahead in (None, tune), (kind, ahead, tune)
        self.journal.append((kind, value))
        return tune

    def press(self, buttons, left=None):
        """Press a button or several ("got got pass"); returns the last tune."""
        tune = None
        for button in buttons.split():
            self.left = self.game.left_ms if left is None else left
            if self.game.running and left is None and button != "start":
                self.left = max(1, self.left - 1000)
            wanted = self.game.on_button(button, self.left)
            if wanted == "menu":
                return wanted
            tune = self.apply(wanted[0], wanted[1]) if wanted else None
        return tune

    def time(self):
        return self.apply(events.TIME, 0)

    def undo(self):
        return self.apply(events.UNDO, self.game.left_ms)

    def correct(self, row, round_, change):
        return self.apply(kinds.CORRECT, correction(row, round_, change))

    def begin(self):
        """From `ready` into the turn."""
        self.press("start")
        if self.game.phase == "peek":
            self.press("start")
        assert self.game.phase == "turn"

    def take_turn(self, buttons=""):
        """A whole turn: the buttons, the time, the review."""
        self.begin()
        self.press(buttons)
        if self.game.phase == "turn":
            self.time()
        self.press("start")

    def play_out_round(self):
        """Guess everything there is."""
        while self.game.phase == "ready":
            self.begin()
            while self.game.phase == "turn":
                self.press("got")
            self.press("start")
        assert self.game.phase == "round_over"

    def to_round(self, number):
        """Play out the rounds before; every next one opened with a full turn."""
        while self.game.round < number:
            self.play_out_round()
            self.press("start")
            if self.game.phase == "carry":
                self.press("pass")


def refusal(call, *args):
    """The code with which the call is refused."""
    try:
        call(*args)
    except Refused as refused:
        assert refused.args_text
        return refused.code
    return None


def sentence(call, *args):
    """The sentence with which the call is refused."""
    try:
        call(*args)
    except Refused as refused:
        assert refused.args_text.endswith("."), refused.args_text
        return refused.args_text
    raise AssertionError("accepted")


def expect(state, **wanted):
    """`wanted` is a part of the state."""
    for key, value in wanted.items():
        assert state[key] == value, (key, state[key], value)
