"""Time's Up! as it stands: what the screens, the state and the laptop ask of a game."""

from array import array

from glass.games.game import Game
from glass.games.rng import Rng
from glass.games.timesup import kinds
from glass.games.timesup.cards import Cards
from glass.games.timesup.points import Points
from glass.games.timesup.rotation import Rotation
from glass.games.timesup.rule_set import rule
from glass.games.timesup.state import state

SEED_TWIST = 0x5DEECE66  # another stream than the deal's, which has the same seed


class Standing(Game):
    """Everything that can be read; rules.py has what changes it.

    .rules are the mechanics of the rule set (rule_set.py), .rotation whose turn it is, .points the
    scores, .cards where the cards are, .draft the Draft (None without one). `cursor` is the row
    that a review, a hand or the names to read aloud point at, `draft_open` is True while the
    drafting player's cards are shown.
    """

    BREAKS = ("round_over", "game_over")
    FROZEN = Game.FROZEN + ("rotation", "points", "cards", "draft", "round", "turn", "_last",
                            "_reviews", "_as_opened")  # fmt: skip
    POINTED = ("cursor", "hidden", "draft_open")

    def __init__(self, setup):
        self.setup = setup
        self.rules = setup["rules"]
        self.rotation = Rotation(setup)
        self.points = Points(self.rotation, len(self.rules["rounds"]))
        rng = None if setup["order"] == "file" else Rng(setup["seed"] ^ SEED_TWIST)
        self.paper = setup.get("deal") is None
        if not self.paper:
            self.name_column = setup["colour"]
            self.note_column = setup["colour"] + "_note"
        self.round = self.turn = 1
        self.cursor = 0
        self.draft_open = False
        self.hidden = False  # the name in "peek", from a power cut until `start`
        self._last = None  # the kind of the last event that undo would take back
        self._reviews = 0  # confirmed
        self._as_opened = True  # the last review was confirmed without a change
        self._line = None  # ((language, round), its rule line), as last asked for
        dealt = range(setup["cards"]) if self.paper else setup["deal"]
        self.cards = Cards(self.rotation.rows, rng, None if setup["draft"] else dealt)
        self.draft = None
        if setup["draft"]:
            from glass.games.timesup.draft import Draft  # 3 KB that most games do without

            self.draft = Draft(dealt, len(setup["players"]))

    def point(self):
        """Put the cursor where a phase begins with it: the last card of a review comes first."""
        self.cursor = self.review_count() - 1 if self.phase == "review" else 0

    @property
    def card(self):
        """Index of the card whose name the speaker may see, or None (always so with paper)."""
        shown = self.phase in ("peek", "turn") and not (self.paper or self.hidden)
        return self.cards.deck.top() if shown else None

    @property
    def next_card(self):
        """Index of the card whose name the speaker sees next, or None."""
        if self.paper or self.phase not in ("ready", "peek", "turn", "paused"):
            return None
        return self.cards.deck.foresee(self.phase == "turn")

    def cards_in_game(self):
        """Indices of the cards played with, discards left out; a sequence not to be changed."""
        return self.cards.in_game

    def names_seen(self):
        """True once a name in play may have been seen: the draft is over, or a turn has begun."""
        if self.phase == "ready":
            return self.draft is not None or self._reviews > 0
        return self.phase != "draft"

    def deck_count(self):
        """Face-down cards and the one in play; in the draft the cards kept so far."""
        if self.phase == "draft":
            return len(self.cards.in_game)
        back = self.phase == "review" and self.cards.drawn.back(self.foul_ends()) is not None
        return len(self.cards.deck) + back

    def aside_count(self):
        """Cards set aside."""
        if self.phase == "review":
            return len(self.cards.drawn.set_aside(self.foul_ends()))
        return len(self.cards.aside)

    def this_turn(self):
        """{"got", "pass", "foul"} of this turn, toggles followed."""
        return self.cards.drawn.tally()

    def review_count(self):
        """How many cards the turn had."""
        return len(self.cards.drawn)

    def review_entry(self, at):
        """(card or None, mark, counted) of card `at` in the order drawn; only guessed ones are
        named."""
        card, kind, counted = self.cards.drawn.entry(at)
        return card if counted and not self.paper else None, kinds.MARKS[kind], counted

    def names_to_read(self):
        """array of cards to read aloud after this round, team by team; empty if the rules do not
        have it."""
        names = array("H")
        if self.phase == "round_over" and not self.paper:
            if self.round in self.rules["read_aloud"]:
                for pile in self.cards.guessed:
                    names.extend(pile)
        return names

    def scores(self):
        """[(name, [points a round], total)] of the teams, or in a ring of the players."""
        return list(self.points.rows())

    def winners(self):
        """Names of the winner, or of all that tie; empty before the end."""
        if not self.finished:
            return []
        rows = self.scores()
        best = max([row[2] for row in rows])
        return [row[0] for row in rows if row[2] == best]

    def state(self):
        """The state (dict) but for `events`; `card` is an index."""
        return state(self)

    # -- whose turn it is ----------------------------------------------------------------------

    @property
    def ring(self):
        """True if each player plays with both neighbors, without teams."""
        return self.rotation.ring

    @property
    def loose(self):
        """True if teams play that have no players."""
        return self.rotation.loose

    @property
    def team(self):
        """Index of the team whose turn it is, None in a ring."""
        return self.rotation.team

    @property
    def speaker(self):
        """Seat of the speaker, None in loose teams."""
        return self.rotation.speaker

    @property
    def partner(self):
        """Seat of the one who guesses in a ring, else None."""
        return self.rotation.partner

    def partners(self):
        """Seats of those who guess with the speaker; empty in loose teams."""
        return self.rotation.partners()

    def caller(self):
        """Name of the team or player who calls Go and fouls."""
        return self.rotation.caller()

    def speaker_name(self):
        """Name of the speaker, in loose teams of the team, in the draft of the drafting player."""
        if self.phase == "draft":
            return self.setup["players"][self.draft.seat]
        return self.rotation.speaker_name()

    # -- the rules of the round ----------------------------------------------------------------

    @property
    def turn_ms(self):
        """ms of a full turn of this round."""
        return (self.setup["turn_s"] or self.round_rules()["turn_s"]) * 1000

    def round_rules(self):
        """The mechanics of this round (dict, rule_set.py)."""
        return self.rules["rounds"][self.round - 1]

    def foul_ends(self):
        """True if a foul ends the turn in this round."""
        return self.round_rules()["foul"] == "ends"

    def rule_line(self, language):
        """The rule of this round in one line (text)."""
        asked = (language, self.round)
        if self._line is None or self._line[0] != asked:
            self._line = (asked, self._rule("line", language))
        return self._line[1]

    def rule_text(self, language):
        """The whole rule of this round (text)."""
        return self._rule("text", language)

    def _rule(self, key, language):
        return rule(self.setup, self.round, key, language)

    # -- the draft, for its screens ------------------------------------------------------------

    @property
    def drafter(self):
        """Seat of the drafting player."""
        return self.draft.seat

    def draft_hand(self):
        """[(card, kept)] of the drafting player."""
        return self.draft.hand()

    def taken(self):
        """array of the cards that were dealt or came in place of one: no replacements any more."""
        cards = array("H", self.setup["deal"])
        cards.extend(self.draft.held())
        return cards
