"""Time's Up!, by any rule set, in teams, loose teams or a ring, with a deck or with paper cards."""

from glass.formats.errors import Refused
from glass.games import events
from glass.games.game import MENU, Game
from glass.games.timesup import kinds
from glass.games.timesup.drawn import Drawn
from glass.games.timesup.possible import check
from glass.games.timesup.standing import Standing


class TimesUp(Standing):
    """The phases, and the events that lead from one to the next."""

    COUNTED = Game.COUNTED + (kinds.CORRECT,)
    PASSED_OVER = Game.PASSED_OVER + (kinds.TOGGLE,)
    CANCELS = (kinds.TOGGLE,)
    KEEPS = (kinds.CORRECT,)

    def __init__(self, setup):
        """setup: complete, with its `deal` (indices of cards; None with paper cards)."""
        Standing.__init__(self, setup)
        if self.draft is not None:
            self.phase = "draft"
            self.left_ms = self.turn_ms
        else:
            self._begin_round()

    # -- buttons -------------------------------------------------------------------------------

    def on_button(self, button, left_ms):
        """What `button` means now: (kind, value) to apply, None if it only moved about, MENU for
        start at the end of the game. Raises Refused."""
        kind, phase = events.BUTTONS[button], self.phase
        if phase == "draft":
            return self._on_draft(kind, left_ms)
        if kind == events.START:
            if phase == "game_over":
                return MENU
            if self.hidden:
                self.hidden = False
                return None
            kind = {"turn": events.PAUSE, "paused": events.RESUME}.get(phase, kind)
        elif phase == "review" and kind == events.GOT:
            return kinds.TOGGLE, self.cursor
        elif phase in ("review", "round_over", "game_over") and kind != events.GOT:
            self.move(1 if kind == events.PASS else -1)
            return None
        check(self, kind, left_ms)
        return kind, left_ms

    def _on_draft(self, kind, left_ms):
        if not self.draft_open:
            if kind != events.START:
                raise Refused("open_hand", "Press start to see your cards first.")
            self.open_hand()
            return None
        if kind == events.PASS:
            self.move(1)
            return None
        if kind == events.START:
            check(self, kind, left_ms)
            return kind, left_ms
        return kinds.KEEP if kind == events.GOT else kinds.DISCARD, self.cursor

    def correction(self, row, change):
        """(kind, value) of an event that corrects a row of the score pad (index) in this round by
        so many points."""
        return kinds.CORRECT, kinds.correction_value(row, self.round, change)

    def replacement(self, card):
        """(kind, value) of an event that puts `card` in place of the one the drafting player looks
        at."""
        return kinds.REPLACE, card << 12 | self.cursor

    def open_hand(self):
        """Show the drafting player's cards."""
        self.draft_open = True
        self.cursor = 0

    def came_back(self):
        """Hide the name in "peek": `start` shows it."""
        self.hidden = self.phase == "peek"

    def move(self, step):
        """Move the cursor of the phase by +1 or -1, wrapping."""
        if self.phase == "draft":
            count = len(self.draft)
        elif self.phase == "review":
            count = self.review_count()
        else:
            count = len(self.names_to_read())
        self.cursor = (self.cursor + step) % count if count else 0

    # -- events --------------------------------------------------------------------------------

    def apply(self, kind, value, text=""):
        """Take one event; returns a tune's name or None. Raises Refused, nothing changed then."""
        check(self, kind, value)
        if self.phase == "turn" and kind != events.TIME:
            self.left_ms = min(value, self.left_ms)
        if kind in self.COUNTED:
            self._last = kind
        if kind in kinds.JUDGEMENTS:
            return self._judge(kind) if self.phase == "turn" else self._carry(kind)
        return _ACTS[kind](self, value)

    def tune_ahead(self, kind):
        """The tune of a judgement or a pause in a turn that goes on."""
        if self.phase != "turn":
            return None
        if kind == events.PAUSE:
            return "pause"
        if len(self.cards.deck) > 1 and not (kind == events.FOUL and self.foul_ends()):
            return kinds.MARKS.get(kind)
        return None

    def note_after(self, kind, value):
        """What the screen says after a card was toggled in the review."""
        if kind != kinds.TOGGLE:
            return None
        return "counted" if self.review_entry(value)[2] else "uncounted"

    def why_no_undo(self):
        """None if the last press can be taken back, else the code of the refusal."""
        if self._last == kinds.CORRECT:
            return None
        if self.phase == "draft" or self.phase == "ready" and not self._reviews:
            done = self.draft is not None and self._last is not None
            return "draft_done" if done else "nothing_to_undo"
        if self.phase == "peek" or self.phase in ("turn", "paused") and not self.review_count():
            return "name_shown"
        if self.phase == "review" and self._last == events.TIME:
            return "time_up"
        return None

    # -- judgements ----------------------------------------------------------------------------

    def _judge(self, kind):
        ends = kind == events.FOUL and self.foul_ends()
        self.cards.draw(kind, kind != events.GOT and not ends)
        if ends or not self.cards.deck:
            self._open_review()
            return "foul" if ends else "over"
        self.cards.deck.top()  # settled by an event, not by who looks
        return kinds.MARKS[kind]

    def _carry(self, kind):
        self._next_round(kind == events.GOT)
        return "click"

    # -- the other events, each with its value; they return a tune ------------------------------

    def _time(self, _):
        self.left_ms = 0
        self.cards.draw(events.TIME, False)
        self._open_review()
        return "time"

    def _pause(self, _):
        self.phase = "paused"
        return "pause"

    def _resume(self, _):
        self.phase = "turn"
        return "resume"

    def _tick(self, _):
        return None

    def _toggle(self, at):
        self.cards.drawn.toggle(at)
        return "click"

    def _keep(self, at):
        self.draft.keep(at)
        self.cursor = (at + 1) % len(self.draft)
        return "click"

    def _discard(self, at):
        self.draft.discard(at)
        self.cursor = (at + 1) % len(self.draft)
        return "click"

    def _replace(self, value):
        self.draft.replace(value & 4095, value >> 12)
        return "click"

    def _correct(self, value):
        self.points.correct(*kinds.correction(value))
        return "click"

    def _start(self, _):
        if self.phase == "draft":
            return self._confirm_hand()
        if self.phase == "ready" and self.setup["peek"]:
            self.phase = "peek"
            self.cards.deck.top()
            return "click"
        if self.phase in ("ready", "peek"):
            self.phase = "turn"
            self.cards.deck.top()
            return "go"
        if self.phase == "review":
            return self._confirm_review()
        return self._leave_score_pad()

    # -- from turn to turn and round to round ---------------------------------------------------

    def _open_review(self):
        self.phase = "review"
        self.point()

    def _confirm_hand(self):
        self.cards.add(self.draft.confirm())
        self.draft_open = False
        self.cursor = 0
        if self.draft.done:
            self._begin_round()
        return "click"

    def _confirm_review(self):
        cards, rules = self.cards, self.round_rules()
        lost = cards.drawn.count(events.PASS, 0) * rules["pass_points"]
        lost += cards.drawn.count(events.FOUL, 0) * rules["foul_points"]
        guessed = cards.settle(self.rotation.row, self.foul_ends(), rules["time_up"])
        self.points.count(self.round, guessed, lost)
        self._as_opened = cards.drawn.as_marked()
        self._reviews += 1
        if cards.deck:
            self._next_turn()
            return "click"
        self.phase = "round_over"
        self.cursor = 0
        return "round"

    def _leave_score_pad(self):
        if self.round == len(self.rules["rounds"]):
            self.phase = "game_over"
            self.cursor = 0
            return "win"
        if self._may_carry():
            self.phase = "carry"
        else:
            self._next_round(False)
        return "click"

    def _may_carry(self):
        return (self.rules["carry"] and self._as_opened and self.left_ms > 0
                and self.cards.drawn.entry(-1)[1] == events.GOT)  # fmt: skip

    def _next_round(self, carried):
        """carried: the same turn goes on, with the time left."""
        left = self.left_ms
        self.round += 1
        if not carried:
            self._advance()
        self._begin_round()
        if carried:
            self.left_ms = left

    def _next_turn(self):
        self._advance()
        self._make_ready()

    def _advance(self):
        self.turn += 1
        self.rotation.advance()

    def _begin_round(self):
        self.cards.gather()
        self._make_ready()

    def _make_ready(self):
        self.phase = "ready"
        self.left_ms = self.turn_ms
        self.cards.drawn = Drawn()
        self.cursor = 0


# What takes an event, called with its value; _judge and _carry take the judgements.
_ACTS = {
    events.START: TimesUp._start,
    events.TIME: TimesUp._time,
    events.TICK: TimesUp._tick,
    events.PAUSE: TimesUp._pause,
    events.RESUME: TimesUp._resume,
    kinds.TOGGLE: TimesUp._toggle,
    kinds.KEEP: TimesUp._keep,
    kinds.DISCARD: TimesUp._discard,
    kinds.REPLACE: TimesUp._replace,
    kinds.CORRECT: TimesUp._correct,
}
