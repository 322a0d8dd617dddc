"""Time's Up!, both editions, in teams or in a ring, with a deck or with paper cards.

The card in play lies on top of the draw pile until it is judged. With paper cards the numbers 0,
1, ... stand for cards that nobody asks the names of.
"""

from array import array

from glass.formats.errors import Refused
from glass.games import events
from glass.games.rng import Rng
from glass.games.timesup.drawn import Drawn
from glass.games.timesup.editions import EDITIONS, RING, SHUFFLE, TOP_IF_ALONE
from glass.games.timesup.pile import Pile

ROUNDS = 3
DISCARDS = 2
SEED_TWIST = 0x5DEECE66  # another stream than the deal's, which has the same seed


def _not_now():
    raise Refused("not_now", "That is not possible now.")


class TimesUp:
    """`apply` takes events, `on_button` says what a button means, the rest is for reading."""

    def __init__(self, setup):
        self.setup = setup
        self.rules = EDITIONS[setup["edition"]]
        self.ring = setup["teams"] == RING
        seats = len(setup["players"])
        self._seats = seats
        self._rng = Rng(setup["seed"] ^ SEED_TWIST)
        self._in_order = setup["order"] == "file"
        self._paper = setup.get("deal") is None
        self.round = self.turn = 1
        self._rotation = 0  # turns given, a carried one not counted
        self.spoken = [[0] * ROUNDS for _ in range(seats)]  # cards guessed, by speaker
        self._units = seats if self.ring else len(setup["teams"])
        self._corrections = [[0] * ROUNDS for _ in range(self._units)]
        self._piles = self._no_piles()  # cards guessed in this round
        self.deck = Pile()
        self.aside = []
        self._drawn = Drawn()  # the turn's cards
        self._last = None  # the last event that undo would take back
        self._confirmed = 0  # reviews
        self._judged = 0  # judgements in this turn
        self._as_it_was = True  # the review was confirmed without a change
        self.cursor = 0
        self.draft_open = False
        self._drafter = 0
        self._hands = self._kept = None
        self.left_ms = self._turn_ms = setup["turn_s"] * 1000
        dealt = range(setup["cards"]) if self._paper else setup["deal"]
        self._seat_speaker()
        if setup["draft"]:
            self._hands = [array("H", (dealt[at] for at in range(seat, len(dealt), seats)))
                           for seat in range(seats)]  # fmt: skip
            self._kept = [[True] * len(hand) for hand in self._hands]
            self._cards = array("H")
            self.phase = "draft"
        else:
            self._cards = dealt
            self._gather()

    # -- reading -------------------------------------------------------------------------------

    @property
    def running(self):
        """True while the clock runs."""
        return self.phase == "turn"

    @property
    def card(self):
        """Index of the card whose name the speaker may see, or None (always so with paper)."""
        return self.deck.top() if self.phase in ("peek", "turn") and not self._paper else None

    def cards_in_game(self):
        """Indices of the cards played with, discards left out; a sequence not to be changed."""
        return self._cards

    def review_count(self):
        """How many cards the turn had."""
        return len(self._drawn)

    def review_entry(self, at):
        """(card or None, mark, counted) of card `at` in the order drawn; only guessed ones are
        named."""
        card, kind, counted = self._drawn.entry(at)
        return card if counted and not self._paper else None, events.MARKS[kind], counted

    def names_to_read(self):
        """array of cards to read aloud after this round, team by team; empty if the edition does
        not."""
        names = array("H")
        if not self._paper and self.phase == "round_over":
            if self.round in self.rules["read_aloud"]:
                for pile in self._piles:
                    names.extend(pile)
        return names

    def names_seen(self):
        """True once a name in play may have been seen: the draft is over, or a turn has begun."""
        if self.phase == "ready":
            return self._hands is not None or self._confirmed > 0
        return self.phase != "draft"

    def draft_hand(self):
        """[(card, kept)] of the drafting player."""
        return list(zip(self._hands[self._drafter], self._kept[self._drafter]))

    def taken(self):
        """array of the cards that were dealt or came in place of one: no replacements any more."""
        cards = array("H", self.setup["deal"])
        for hand in self._hands:
            cards.extend(hand)
        return cards

    def this_turn(self):
        """{"got", "pass", "foul"} of this turn, toggles followed."""
        return self._drawn.tally()

    def scores(self):
        """[(name, [points a round], total)] of the teams, or in a ring of the players."""
        rows = []
        for unit in range(self._units):
            if self.ring:  # the pairs with the left and with the right neighbor
                who, name = (unit, unit - 1), self.setup["players"][unit]
            else:
                who, name = self.setup["teams"][unit], self.setup["team_names"][unit]
            points = [self._corrections[unit][i] + sum(self.spoken[seat][i] for seat in who)
                      for i in range(ROUNDS)]  # fmt: skip
            rows.append((name, points, sum(points)))
        return rows

    def winners(self):
        """Names of the winner, or of all that tie; empty before the end."""
        if self.phase != "game_over":
            return []
        rows = self.scores()
        best = max(row[2] for row in rows)
        return [row[0] for row in rows if row[2] == best]

    def partners(self):
        """Seats of those who guess with the speaker."""
        if self.ring:
            return [self.partner]
        return [seat for seat in self.setup["teams"][self.team] if seat != self.speaker]

    def caller(self):
        """Name of the team or player who calls Go and fouls."""
        if self.rules["right_calls"]:
            return self.setup["players"][self.speaker - 1]
        if self.ring:
            return self.setup["players"][(self.speaker + 2) % self._seats]
        return self.setup["team_names"][(self.team + 1) % self._units]

    def deck_count(self):
        """Face-down cards and the one in play; in the draft the cards kept so far."""
        if self.phase == "draft":
            return len(self._cards)
        back = self._back() if self.phase == "review" else None
        return len(self.deck) + (back is not None)

    def aside_count(self):
        """Cards set aside."""
        return len(self._set_aside()) if self.phase == "review" else len(self.aside)

    def state(self):
        """The state for `status`; `card` is an index here."""
        setup, draft = self.setup, self.phase == "draft"
        rows = self.scores()
        speaker = self._drafter if draft else self.speaker
        teams = []
        if not self.ring:
            teams = [{"name": row[0], "players": [setup["players"][i] for i in seats],
                      "rounds": row[1], "total": row[2]}
                     for row, seats in zip(rows, setup["teams"])]  # fmt: skip
        players = []
        for seat, name in enumerate(setup["players"]):
            points = rows[seat][1] if self.ring else list(self.spoken[seat])
            players.append({"name": name, "rounds": points, "total": sum(points)})
        return {"game": "timesup", "game_id": setup.get("game_id"), "edition": setup["edition"],
                "phase": self.phase, "round": self.round, "turn": self.turn,
                "team": None if draft else self.team, "speaker": speaker,
                "speaker_name": setup["players"][speaker],
                "partner": None if draft else self.partner, "remaining_ms": self.left_ms,
                "deck": self.deck_count(), "aside": self.aside_count(), "card": self.card,
                "this_turn": self.this_turn(), "teams": teams, "players": players,
                "winners": self.winners()}  # fmt: skip

    # -- buttons -------------------------------------------------------------------------------

    def open_hand(self):
        """Show the drafting player's cards."""
        self.draft_open = True
        self.cursor = 0

    def move(self, step):
        """Move the cursor of the phase by +1 or -1, wrapping."""
        if self.phase == "draft":
            count = len(self._hands[self._drafter])
        elif self.phase == "review":
            count = len(self._drawn)
        else:
            count = len(self.names_to_read())
        self.cursor = (self.cursor + step) % count if count else 0

    def on_button(self, button, left_ms):
        """What `button` means now: (kind, value) to apply, None if it only moved about.

        "menu" for start at the end of the game. Raises Refused.
        """
        kind, phase = events.BUTTONS[button], self.phase
        if phase == "draft":
            return self._on_draft(kind, left_ms)
        if phase == "game_over" and kind == events.START:
            return "menu"
        if kind == events.START:
            if phase == "carry":
                _refuse_choice()
            kind = {"turn": events.PAUSE, "paused": events.RESUME}.get(phase, kind)
        elif phase == "review" and kind == events.GOT:
            return events.TOGGLE, self.cursor
        elif phase in ("review", "round_over", "game_over") and kind != events.GOT:
            self.move(1 if kind == events.PASS else -1)
            return None
        self._check(kind)
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
            self._check(kind)
            return kind, left_ms
        return events.KEEP if kind == events.GOT else events.DISCARD, self.cursor

    # -- events --------------------------------------------------------------------------------

    def _check(self, kind, value=0):
        """Raise Refused if the event is not possible now."""
        phase = self.phase
        if kind in (events.GOT, events.PASS, events.FOUL):
            if phase == "paused":
                raise Refused("no_judge_paused", "The clock is paused: press start first.")
            if phase == "carry" and kind == events.FOUL:
                _refuse_choice()
            if phase != "turn" and phase != "carry":
                _not_now()
            if phase == "turn" and kind == events.PASS and self.round == 1:
                raise Refused("no_pass", "There is no passing in round 1.")
        elif kind == events.START:
            if phase not in ("draft", "ready", "peek", "review", "round_over"):
                _not_now()
            if phase == "draft" and self._kept[self._drafter].count(False) != DISCARDS:
                raise Refused("two_discards", "Discard exactly two cards first.")
        elif kind in (events.KEEP, events.DISCARD):
            if phase != "draft" or value >= len(self._hands[self._drafter]):
                _not_now()
            kept = self._kept[self._drafter]
            if kind == events.DISCARD and kept[value] and kept.count(False) >= DISCARDS:
                raise Refused("third_discard", "Two cards are discarded: keep one of them first.")
        elif kind == events.REPLACE:
            if phase != "draft" or value & 4095 >= len(self._hands[self._drafter]):
                _not_now()
        elif kind == events.TOGGLE:
            if phase != "review" or value >= len(self._drawn):
                _not_now()
        elif kind == events.CORRECT:
            if phase in ("draft", "peek", "turn", "paused") or value >> 8 >= self._units:
                _not_now()
        elif kind in (events.TIME, events.TICK):
            if phase != "turn":
                _not_now()
        elif phase != "paused" and (kind != events.PAUSE or phase != "turn"):
            _not_now()

    def apply(self, kind, value):
        """Take one event; returns a tune's name or None. Raises Refused, nothing changed then."""
        self._check(kind, value)
        if self.phase == "turn" and kind != events.TIME:
            self.left_ms = min(value, self.left_ms)
        if kind in events.COUNTED:
            self._last = kind
        if kind in (events.GOT, events.PASS, events.FOUL):
            if self.phase == "carry":
                self._next_round(kind == events.GOT)
                return "click"
            return self._judge(kind)
        if kind == events.START:
            return self._start()
        if kind == events.TIME:
            self.left_ms = 0
            self._drawn.add(self.deck.draw(), kind)
            self._review()
            return "time"
        if kind == events.PAUSE:
            self.phase = "paused"
            return "pause"
        if kind == events.RESUME:
            self.phase = "turn"
            return "resume"
        if kind == events.TICK:
            return None
        if kind == events.TOGGLE:
            self._drawn.toggle(value)
            self.cursor = value
        elif kind == events.REPLACE:
            self._hands[self._drafter][value & 4095] = value >> 12
            self._kept[self._drafter][value & 4095] = True
        elif kind == events.CORRECT:
            self._corrections[value >> 8][self.round - 1] += (value & 255) - 100
        else:
            kept = self._kept[self._drafter]
            kept[value] = kind == events.KEEP
            self.cursor = (value + 1) % len(kept)
        return "click"

    def why_no_undo(self):
        """None if the last press can be taken back, else the code of the refusal."""
        if self._last == events.CORRECT:
            return None
        if self.phase == "draft" or self.phase == "ready" and not self._confirmed:
            return "draft_done" if self._hands and self._last else "nothing_to_undo"
        if self.phase == "peek" or self.phase in ("turn", "paused") and not self._judged:
            return "name_shown"
        if self.phase == "review" and self._last == events.TIME:
            return "time_up"
        return None

    def _judge(self, kind):
        card = self.deck.draw()
        self._drawn.add(card, kind)
        self._judged += 1
        ends = kind == events.FOUL and self.round == 1
        if kind != events.GOT and not ends:
            self.aside.append(card)
        if ends or not self.deck:
            self._review()
            return "foul" if ends else "over"
        self.deck.top()  # settled by an event, not by who looks
        return events.MARKS[kind]

    def _review(self):
        self.phase = "review"
        self.cursor = len(self._drawn) - 1

    def _start(self):
        if self.phase == "draft":
            return self._confirm_hand()
        if self.phase == "ready" and self.setup["peek"] and not self._paper:
            self.phase = "peek"
            self.deck.top()
            return "click"
        if self.phase in ("ready", "peek"):
            self.phase = "turn"
            self.deck.top()
            return "go"
        if self.phase == "review":
            return self._confirm_review()
        if self.round == ROUNDS:
            self.phase = "game_over"
            self.cursor = 0
            return "win"
        if self._may_carry():
            self.phase = "carry"
        else:
            self._next_round(False)
        return "click"

    def _confirm_hand(self):
        for card, kept in self.draft_hand():
            if kept:
                self._cards.append(card)
        self.cursor = 0
        self.draft_open = False
        self._drafter += 1
        if self._drafter == self._seats:
            if self._in_order:
                self._cards = array("H", sorted(self._cards))
            self._gather()
        return "click"

    # -- cards ---------------------------------------------------------------------------------

    def _no_piles(self):
        return [array("H") for _ in range(self._units)]

    def _gather(self):
        """All cards of the game into the draw pile: a round begins."""
        if self._in_order:
            self.deck = Pile(reversed(self._cards))
        else:
            self.deck = Pile(self._cards, self._rng)
        self._ready()

    def _returns(self, entry):
        """True if the entry is the turn's last card that goes back by the table, not set aside."""
        return entry[1] == events.TIME or entry[1] == events.FOUL and self.round == 1

    def _back(self):
        last = self._drawn.entry(-1)
        return last[0] if self._returns(last) and not last[2] else None

    def _set_aside(self):
        return [e[0] for e in self._drawn if not e[2] and not self._returns(e)]

    def _confirm_review(self):
        back, aside, last = self._back(), self._set_aside(), self._drawn.entry(-1)
        self._as_it_was = True
        unit = self.speaker if self.ring else self.team
        for card, mark, counted in self._drawn:
            if counted:
                self.spoken[self.speaker][self.round - 1] += 1
                self._piles[unit].append(card)
            if counted != (mark == events.GOT):
                self._as_it_was = False
        where = SHUFFLE
        if last[1] == events.TIME:
            where = self.rules["time_up"][self.round - 1]
            if where == TOP_IF_ALONE and aside:
                where = SHUFFLE
        returned = list(aside)
        if back is not None and where == SHUFFLE:
            returned.append(back)
        if returned:
            returned.reverse()
            self.deck.put_back(returned)
        if back is not None and where != SHUFFLE:
            self.deck.put(back)
        self.aside = []
        self._confirmed += 1
        if self.deck:
            self._rotate()
            self._ready()
            return "click"
        self.phase = "round_over"
        self.cursor = 0
        return "round"

    # -- turns ---------------------------------------------------------------------------------

    def _may_carry(self):
        return (self.rules["carry"] and self._as_it_was and self.left_ms > 0
                and self._drawn.entry(-1)[1] == events.GOT)  # fmt: skip

    def _next_round(self, carried):
        self.round += 1
        self._piles = self._no_piles()
        left = self.left_ms
        if not carried:
            self._rotate()
        self._gather()
        if carried:  # the rest of the same turn
            self.left_ms = left

    def _rotate(self):
        self._rotation += 1
        self.turn += 1
        self._seat_speaker()

    def _seat_speaker(self):
        if self.ring:
            self.team = None
            self.speaker = 2 * self._rotation % self._seats
            self.partner = (self.speaker + 1) % self._seats
        else:
            self.team = self._rotation % self._units
            members = self.setup["teams"][self.team]
            self.speaker = members[self._rotation // self._units % len(members)]
            self.partner = None

    def _ready(self):
        self.phase = "ready"
        self.left_ms = self._turn_ms
        self._drawn = Drawn()
        self._judged = 0
        self.cursor = 0


def _refuse_choice():
    raise Refused("choose", "Press got to use the time left, pass to hand over.")
