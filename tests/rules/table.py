"""A table to play at: what the tests of the rules share, on CPython and MicroPython alike."""

import sys

HERE = __file__.replace("\\", "/").rpartition("/")[0] or "."
sys.path.insert(0, HERE + "/../../firmware")

from glass.formats.errors import Refused  # noqa: E402
from glass.games import events  # noqa: E402
from glass.games.session import Session  # noqa: E402
from glass.games.setup import complete  # noqa: E402

NAMES = ["Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jan", "Kim", "Lou"]


def deck(cards=60):
    return {"name": "d", "kind": "names", "cards": cards, "blue": True}


def setup(edition="fr", players=4, cards=4, paper=False, dealt=None, **more):
    """A complete, dealt set-up."""
    wanted = {"game": "timesup", "edition": edition, "players": NAMES[:players], "cards": cards,
              "seed": 7, "order": "file", "draft": False}  # fmt: skip
    wanted.update(more)
    full = complete(wanted, None if paper else deck(200))
    extra = 2 * players if full["draft"] else 0
    full["deal"] = None if paper else dealt or list(range(cards + extra))
    full["game_id"] = "00001-0"
    return full


def review(game):
    """The turn's cards: [(card or None, mark, counted)]."""
    return [game.review_entry(at) for at in range(game.review_count())]


class Table:
    """Plays by buttons; `left` is the clock that each press reads."""

    def __init__(self, edition="fr", players=4, cards=4, **more):
        self.session = Session(setup(edition, players, cards, **more))
        self.journal = []
        self.left = 30000

    @property
    def game(self):
        return self.session.game

    @property
    def state(self):
        return self.session.state()

    def apply(self, kind, value=0):
        tune = self.session.apply(kind, value)
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

    def begin(self):
        """From `ready` into the turn."""
        self.press("start")
        if self.game.phase == "peek":
            self.press("start")
        assert self.game.phase == "turn"

    def play_out_round(self):
        """Guess everything there is."""
        while self.game.phase == "ready":
            self.begin()
            while self.game.phase == "turn":
                self.press("got")
            self.press("start")
        assert self.game.phase == "round_over"


def refusal(call, *args):
    """The code with which the call is refused."""
    try:
        call(*args)
    except Refused as refused:
        assert refused.args_text
        return refused.code
    return None


def expect(state, **wanted):
    for key, value in wanted.items():
        assert state[key] == value, (key, state[key], value)
