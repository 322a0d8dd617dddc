"""A game played with buttons and a clock: what they do becomes events of the game in play."""

from time import ticks_add, ticks_ms

from micropython import const

from glass import gestures
from glass.formats.errors import Refused
from glass.games import events
from glass.games.game import MENU
from glass.memory import Full
from glass.turn_clock import TurnClock

EVENT_MS = const(60)  # what keeping an event on flash may take: a block's erase and some pages


class Play:
    """`clock` is the TurnClock, `gestures` what is held down. `retry` goes on with a press that
    there was no memory for, or an undo that takes several passes."""

    def __init__(self, app, edge_waits):
        """app: App, of which this uses current, menu, open_menu(), load_shown(), messages, screen,
        settings, heap, sound(tune), tell(what), abandon_game(). edge_waits(): True if a
        button's edge waits."""
        self._app = app
        self._edge_waits = edge_waits
        self._current = app.current
        self.clock = TurnClock()
        self.gestures = gestures.Gestures()
        self._pending = None  # (what, stamp) of a press that is not done yet
        self._wanted = None  # the arguments of _event, once the press has become an event

    def entered(self):
        """Another game is in play, or none: clock, guard and lockout of the one before are over."""
        self.clock.stop()
        self.gestures.reset()
        game = self._current.game
        if game is not None:
            if game.running:  # the power went in a turn
                self.record(events.PAUSE, game.left_ms)
            game.came_back()

    def urgent(self):
        """True if a button's edge waits, or the clock has run out: a longer work is broken off."""
        return self._edge_waits() or self.clock.is_over(ticks_ms())

    def has_time(self, ms):
        """True if no press will have to be answered at once within `ms`: no clock runs, or no
        judgement counts yet after the one before."""
        return not self.clock.running or self.gestures.locked(ticks_add(ticks_ms(), ms))

    def forget_holds(self):
        """Ignore what is held down now: another page is shown."""
        self.gestures.forget_holds()

    def left_ms(self, at=None):
        """ms on the clock at stamp `at`, or now (0 at the least)."""
        if self.clock.running:
            return self.clock.left_ms(ticks_ms() if at is None else at)
        return self._current.game.left_ms if self._current.session else 0

    # -- buttons -------------------------------------------------------------------------------

    def retry(self):
        """Go on with a press that the pass before could not finish, if there is one. True if it
        takes another pass: what came after it must wait."""
        if self._wanted:
            self._event(*self._wanted)
        elif self._pending:
            self._do(*self._pending)
        return self._wanted is not None

    def edge(self, name, down, at):
        """Handle a button's edge: name ("start", ...), down (bool), at (stamp of ticks_ms). Edges
        come in the order of their stamps."""
        if self.clock.is_over(at):
            self._time_up()
        self.hold(at)
        in_menu = self._app.menu is not None
        running = not in_menu and self._current.game.running
        what = self.gestures.edge(name, down, at, running, in_menu)
        if what:
            self._do(what, at)

    def hold(self, now):
        """Do what a hold means that has reached its mark; returns ms until the next mark, None if
        nothing is held."""
        self.gestures.expire(now)
        while True:
            what, wait = self.gestures.holds(now)
            if not what:
                return wait
            self._do(what, now)

    def _do(self, what, at):
        """A press or a hold at stamp `at`."""
        self._pending = what, at
        menu = self._app.menu
        if what == gestures.MENU:
            self._app.sound("click")
            if menu is None:
                self._open_menu()
            else:
                menu.back()
        elif what == gestures.UNDO:
            if menu is None and self._current.session:
                self._event(at, "undo", events.UNDO, self.left_ms(at))
        elif menu is not None:
            menu.press(what)
        else:
            self._press(what, at)
        self._pending = None
        self._app.load_shown()  # the next press needs it

    def _open_menu(self):
        try:
            self._app.heap.attempt(self._app.open_menu)
        except Full as full:
            self._app.messages.refuse(full.code)

    def _press(self, name, at):
        """A button in the game."""
        try:
            wanted = self._current.game.on_button(name, self.left_ms(at))
        except Refused as refused:
            self._app.messages.refuse(refused.code)
            return
        if wanted is None:
            self._app.sound("click")
            self._app.messages.clear()
            self._app.screen.redraw()
        elif wanted == MENU:
            self._app.abandon_game()
        else:
            self._event(at, name, *wanted)

    # -- events --------------------------------------------------------------------------------

    def record(self, kind, value, text=""):
        """Apply an event (games/events.py) to the game in play, with its sound. Raises Refused,
        nothing changed then."""
        ahead = self._current.game.tune_ahead(kind)
        if ahead:
            self._app.sound(ahead)
        tune = self._current.record(kind, value, text)
        self._pending = self._wanted = None  # the event is taken: do not do the press again
        self._app.heap.sweep_due = True
        self._app.screen.redraw()
        if tune and tune != ahead:
            self._app.sound(tune)

    def _event(self, at, name, kind, value):
        """An event at stamp `at`, with its clock, guard and line; or the refusal. name: of its line
        to a laptop. An undo that is far from a state to begin with waits for further passes."""
        self._wanted = at, name, kind, value
        if kind == events.UNDO and self._current.undo_waits():
            return
        was_running = self._current.game.running
        try:
            self.record(kind, value)
        except Refused as refused:
            self._wanted = None
            self._app.messages.refuse(refused.code)
            return
        if was_running and kind in self._current.game.JUDGEMENTS:
            self.gestures.judged(at, self._app.settings.get("lockout_ms"))
        self._follow_clock(was_running, at)
        note = self._current.game.note_after(kind, value)
        note = "undone" if kind == events.UNDO else note
        self._app.messages.clear()
        if note:
            self._app.messages.say(note)
        self._app.tell(name)

    def _follow_clock(self, was_running, at):
        """Start or stop the clock, as the game has it after an event at stamp `at`."""
        game = self._current.game
        if game.running:
            if not was_running:  # a hold begun before the clock means nothing while it runs
                self.gestures.forget_holds()
            self.clock.start(at, game.left_ms)
            return
        self.clock.stop()
        if was_running and game.GUARDED and not game.paused:
            self.gestures.turn_ended(at)

    def _time_up(self):
        at = self.clock.ran_out()
        self._event(at, "time", events.TIME, 0)

    def run_clock(self, now, edge_waits):
        """Time-up, checkpoints and seconds of a running clock; returns ms until it is next needed,
        None while it stands. edge_waits: an edge stamped before the deadline comes first."""
        if not self.clock.running:
            return None
        if self.clock.is_over(now):
            if not edge_waits:
                self._time_up()
            return 0
        left = self.clock.checkpoint(now, EVENT_MS)
        if left is not None:
            self._current.note(events.TICK, left)
        self._app.screen.tick(self.clock.left_ms(now))
        return self.clock.next_ms(now)
