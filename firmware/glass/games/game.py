"""What every game is to the rest of the firmware: the interface that its rules fulfill.

A game is two folders and its place in registry.py, which lists what the folders hold. Its rules are
a class derived from Game, below. They are pure: no clock, no file, no hardware; the same events
applied to the same set-up give the same state on every Python.

An event goes this way: `on_button` says what a button means now, as an event, and changes at most
what the screen points at; `apply` takes the event. Only `apply` changes the game, so that the
journal of events is the whole record: a power cut, undo and the laptop's history replay it.

The clock belongs to the firmware. While `running` is true it counts `left_ms` down and applies TICK
now and then, PAUSE after a power cut, and TIME when it has run out; every event applied meanwhile
has the clock's ms left as its value, whatever its kind, and `apply` keeps it in `left_ms`. A game
without a clock never runs, and gets none of these.

A game must name in FROZEN and ARRAYS all that `apply` changes (games/freezing.py): what is on the
table can then be kept as a few hundred bytes, and an undo or a start need not replay all events. In
POINTED it names what is left to the screen. A test compares the game with one replayed.

It must implement on_button, apply and, if it has scores or winners, state; one that can be undone,
why_no_undo and COUNTED; one with cards the part below that names them.
"""

from glass.games import events

MENU = "menu"  # what `on_button` returns where the button leads out of the game


class Game:
    """Defaults for a game without cards, without scores and without undo.

    setup: the complete set-up (dict), as the game's own set-up module has checked it.
    phase: a word for the state and the screens. Three mean the same in every game: "paused" (the
    clock is paused), "game_over" (the end; the laptop counts the game as finished) and "menu",
    which no game may use.
    left_ms: ms on the clock as it stands; turn_ms: where it starts, 0 in a game without a clock.
    """

    # The kinds that the state's `events` counts, and that undo takes back one by one.
    COUNTED = (events.START, events.GOT, events.PASS, events.FOUL, events.TIME)
    # Kinds that undo passes over on its way to the last counted one: they go with it.
    PASSED_OVER = (events.PAUSE, events.RESUME)
    # Of PASSED_OVER, kinds of which two with the same value cancel out (a row toggled twice).
    CANCELS = ()
    # Of COUNTED, kinds whose undo leaves the PASSED_OVER events after them in place.
    KEEPS = ()
    # Kinds after which, while the clock runs, all buttons but start wait for the lockout.
    JUDGEMENTS = (events.GOT, events.PASS, events.FOUL)
    # True: once its clock has stopped, but for a pause, no button does anything for 750 ms.
    GUARDED = True
    # Phases in which people stop to read: that the flash takes nothing is said again there.
    BREAKS = ("game_over",)

    # What `apply` changes, see games/freezing.py.
    FROZEN = ("phase", "left_ms")
    # Attributes that on_button changes, and that no event needs: what the screen points at.
    POINTED = ()

    def __init__(self, setup):
        self.setup = setup
        self.phase = "ready"
        self.left_ms = self.turn_ms = (setup.get("turn_s") or 0) * 1000

    @property
    def running(self):
        """True while the clock runs: `start` then acts at its press, and should pause it."""
        return self.phase == "turn"

    @property
    def paused(self):
        """True while the clock stands in the middle of a turn."""
        return self.phase == "paused"

    @property
    def finished(self):
        """True once the game has come to its end."""
        return self.phase == "game_over"

    # -- what happens --------------------------------------------------------------------------

    def on_button(self, button, left_ms):
        """What `button` ("start", "got", "pass", "foul") means now, with left_ms on the clock.

        Returns the event's (kind, value), see events.py; None if only the screen changed; MENU.
        Raises Refused. What needs a text is spelled in the menu, which applies its event itself.
        """
        raise NotImplementedError

    def apply(self, kind, value, text=""):
        """Take one event; returns the name of a tune (ui/tunes.py) or None.

        Raises Refused, nothing changed then.
        """
        raise NotImplementedError

    def tune_ahead(self, kind):
        """The tune that `apply` will return for an event that on_button has given, where that is
        known before: then the sound need not wait for `apply`. Else None."""
        return None

    def note_after(self, kind, value):
        """Code of the line (PROTOCOL.md, Errors) that the screen shows after this event, or
        None."""
        return None

    def point(self):
        """Point where the phase begins with it: the game was frozen, and POINTED was not."""

    def why_no_undo(self):
        """None if the last counted event can be taken back, else the code of the refusal (text)."""
        return "nothing_to_undo"

    def came_back(self):
        """The game is brought back after a power cut, or taken up again: hide what only one player
        may see until that player presses a button."""

    # -- how it stands -------------------------------------------------------------------------

    def state(self):
        """The state (dict) as `status` gives it (PROTOCOL.md, State) but for `events`; `card` is an
        index here. A game fills in what it has, and may add keys of its own; a long list may be
        Rows (formats/json_pieces.py), of values that will not change."""
        state = dict.fromkeys(STATE_NULLS)
        state.update({"game": self.setup["game"], "game_id": self.setup.get("game_id"),
                      "phase": self.phase, "teams": [], "players": [], "winners": []})  # fmt: skip
        if self.turn_ms:
            state["remaining_ms"] = self.left_ms
        return state

    # -- cards ---------------------------------------------------------------------------------

    name_column = None  # the column of the deck with the text that `card` stands for
    note_column = None  # and the one with its note

    @property
    def card(self):
        """Index of the card whose text the state may tell now, or None."""
        return None

    @property
    def next_card(self):
        """Index of the card that `card` will be next, as far as can be said, or None. Its name is
        drawn ahead and shown to nobody."""
        return None

    def names_seen(self):
        """True once the text of a card in play may have been seen: the cards count as played."""
        return False

    def cards_in_game(self):
        """Indices of the deck's cards that are in play; a sequence not to be changed. It may grow
        as the game goes on."""
        return ()


STATE_NULLS = ("game", "game_id", "edition", "phase", "round", "turn", "team", "speaker",
               "speaker_name", "remaining_ms", "deck", "aside", "card", "this_turn")  # fmt: skip


def no_game():
    """The state while no game is in play."""
    state = dict.fromkeys(STATE_NULLS)
    state.update({"phase": "menu", "teams": [], "players": [], "winners": [], "events": 0})
    return state
