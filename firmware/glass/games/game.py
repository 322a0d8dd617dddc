"""The interface between a game's rules and the rest of the firmware.

A game is two folders and a line in registry.py (ARCHITECTURE.md, A new game). Its rules are a class
derived from Game, below. It is pure: no clock, no file, no hardware; the same events applied to the
same set-up give the same state on every Python.

An event goes this way: `on_button` says which event (kind, value) a button means now, and changes
at most the cursor; `apply` takes the event. Only `apply` changes the game, so that the journal of
events is the whole record: a power cut, undo and the laptop's history replay it. The clock belongs
to the firmware: while `running` is true it counts `left_ms` down, gives each event the time left as
its value, and applies TIME when it has run out.
"""

from glass.games import events

MENU = "menu"  # what `on_button` returns where the button leads out of the game


class Game:
    """Defaults for a game without cards, without scores and without undo.

    setup: the complete set-up (dict), as the game's own set-up module has checked it.
    phase: a word for the state and the screens ("ready", "turn", ...).
    left_ms: ms on the clock as it stands; turn_ms: where it starts.
    """

    # The kinds that the state's `events` counts, and that undo takes back one by one.
    COUNTED = (events.START, events.GOT, events.PASS, events.FOUL, events.TIME)
    # Kinds that undo passes over on its way to the last counted one: they go with it.
    PASSED_OVER = (events.PAUSE, events.RESUME)
    # Of PASSED_OVER, kinds of which two with the same value cancel out (a row toggled twice).
    CANCELS = ()
    # Of COUNTED, kinds whose undo leaves the PASSED_OVER events after them in place.
    KEEPS = ()
    name_column = None  # the column of the deck with the text that `card` stands for
    note_column = None  # and the one with its note

    def __init__(self, setup):
        self.setup = setup
        self.phase = "ready"
        self.left_ms = self.turn_ms = setup.get("turn_s", 0) * 1000

    @property
    def running(self):
        """True while the clock runs."""
        return self.phase == "turn"

    @property
    def finished(self):
        """True once the game has come to its end."""
        return self.phase == "game_over"

    @property
    def card(self):
        """Index of the card whose text the screen may show now, or None."""
        return None

    def on_button(self, button, left_ms):
        """What `button` ("start", "got", "pass", "foul") means now, with left_ms on the clock.

        Returns the event's (kind, value); None if only the screen changed; MENU. Raises Refused.
        """
        raise NotImplementedError

    def apply(self, kind, value, text=""):
        """Take one event; returns the name of a tune (ui/tunes.py) or None.

        Raises Refused, nothing changed then.
        """
        raise NotImplementedError

    def note_after(self, kind, value):
        """Code of the line (PROTOCOL.md, Errors) that the screen shows after this event, or
        None."""
        return None

    def why_no_undo(self):
        """None if the last counted event can be taken back, else the code of the refusal (text)."""
        return "nothing_to_undo"

    def state(self):
        """The state (dict) as `status` gives it (PROTOCOL.md, State) but for `events`; `card` is an
        index here."""
        state = dict.fromkeys(STATE_NULLS)
        state.update({"game": self.setup["game"], "game_id": self.setup.get("game_id"),
                      "phase": self.phase, "remaining_ms": self.left_ms, "teams": [],
                      "players": [], "winners": []})  # fmt: skip
        return state

    def names_seen(self):
        """True once the text of a card in play may have been seen: the cards count as played."""
        return False

    def cards_in_game(self):
        """Indices of the deck's cards that are in play; a sequence not to be changed."""
        return ()

    def scores(self):
        """Rows (name, [points a round], total) of a score pad; none in a game without one."""
        return []


STATE_NULLS = ("game", "game_id", "edition", "phase", "round", "turn", "team", "speaker",
               "speaker_name", "remaining_ms", "deck", "aside", "card", "this_turn")  # fmt: skip


def no_game():
    """The state while no game is in play."""
    state = dict.fromkeys(STATE_NULLS)
    state.update({"phase": "menu", "teams": [], "players": [], "winners": [], "events": 0})
    return state
