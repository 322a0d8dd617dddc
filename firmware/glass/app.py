"""The gadget: App adds buttons, clock, sound, screen, menu and serial port to the game in play."""

import binascii
from time import ticks_add, ticks_diff, ticks_ms

import machine
from micropython import const

from glass import gestures, memory, registry
from glass.current_game import CurrentGame
from glass.drivers.buttons import Buttons
from glass.drivers.buzzer import Buzzer
from glass.drivers.oled import Display
from glass.drivers.sleep import Sleep
from glass.formats.errors import Refused
from glass.games import events
from glass.games.game import MENU
from glass.language import Language
from glass.link.requests import Requests
from glass.link.serial_port import Link
from glass.menus import Menus
from glass.screen import Screen
from glass.store import files
from glass.store.settings import Settings
from glass.turn_clock import TurnClock
from glass.ui import font, tunes
from glass.ui.view import View
from glass.version import VERSION

_MESSAGE_MS = const(2500)
_EVENT_MS = const(60)  # what keeping an event may take: a block's erase and some pages
_REQUEST_MS = const(600)  # what a laptop's request may take
_SWEEP_MS = const(30)  # a garbage collection takes less
_LONGEST_MS = const(60000)  # without anything due
_FAULTS_WITH_GAME = const(2)
_WATCHDOG_MS = const(8000)  # rp2 knows no longer one than 8388
_CONTRASTS = (0x10, 0x60, 0xCF)  # by the setting `brightness`


class App:
    """`step(now)` does what is due and returns ms until it next must run; `run` waits."""

    def __init__(self, board, faults=0):
        """board: a module of boards/; faults: how often in a row the firmware fell, each time soon
        after its start."""
        self._board = board
        self.heap = memory.Heap(self._drop)
        self.settings = Settings(registry.settings())
        self.current = CurrentGame(self.settings, self.heap.attempt)
        self.language = Language(self.settings)
        self._buttons = Buttons(board.PINS)
        self._buzzer = Buzzer(board.BUZZER)
        self._display = Display(board.I2C_ID, board.SDA, board.SCL, board.I2C_HZ, board.PANEL)
        self._sleep = Sleep(board.TIMER)
        self._gestures = gestures.Gestures()
        self._clock = TurnClock()
        self._view = View(self.current.field)
        self.screen = Screen(self._display, self._view, self._buttons.pending)
        self.menus = Menus(self)
        self._link = Link(board.serial(), Requests(self).handle, self.heap.attempt)
        self._pending = None  # (what, stamp): a press that is not done yet
        self._tried = None  # the entry of the game that was to begin last: its words say why not
        self._message = self._message_until = None
        self._touched = ticks_ms()
        self._epoch = None  # (seconds since 1970, ticks_ms then)
        self._listening = True
        self._sweep_due = True
        self._stopping = False
        self.apply_settings()
        self._start(faults)

    def _start(self, faults):
        """What was in play before the power went comes back; else the menu opens."""
        with memory.unloaded():
            from glass.opening import check_last
            from glass.store import checkup
        checkup.run(check_last)
        if faults < _FAULTS_WITH_GAME:
            self.current.restore()
        else:  # the game itself may be what makes the firmware fall: the menu offers it
            self.current.note_left_behind()
        self._entered()
        if self.current.session is None:
            self.menus.open()
        if faults:
            self.say("fallen")

    # -- the game in play ----------------------------------------------------------------------

    def new_game(self, wanted):
        """Begin a game with a set-up as people write it; returns its name. Raises Refused with a
        sentence, the game in play stays then."""
        self._tried = registry.find(wanted.get("game")) if isinstance(wanted, dict) else None
        ident = self.current.begin(wanted, self.time_s())
        self._entered()
        self.tell("new")
        return ident

    def take_up(self):
        """Go on with the last game, which was left before its end."""
        self.current.take_up()
        self._entered()
        if self.current.session:
            self.tell("new")
        else:  # its deck is gone, or another one
            self.menus.open()

    def stop_game(self):
        """Leave the game in play, for the menu. Raises Refused if there is none."""
        if self.current.session is None:
            raise Refused("no_game", "No game is on the table.")
        self.menus.menu = None
        self.current.leave()
        self._entered()
        self.menus.open()

    def _entered(self):
        """Another game is in play, or none: nothing of the one before counts."""
        self._clock.stop()
        self._gestures.reset()
        font.drop_glyphs()
        entry = self.current.entry
        self._view.pages = None
        if entry is not None:
            self.language.use(self.current.game.setup.get("language"))
            self._view.pages = entry.load_screens()
            self.menus.close()
            if self.current.game.running:  # the power went in a turn
                self.current.record(events.PAUSE, self.current.game.left_ms)
        self.heap.tidy()

    def deck_in_play(self):
        """The name of the deck in play, or None."""
        return self.current.deck_name()

    def record_edit(self, kind, value, text=""):
        """Apply an event that no button stands for, a corrected score. Raises Refused."""
        self._record(kind, value, text)
        self.tell("edit")

    def _record(self, kind, value, text=""):
        tune = self.current.record(kind, value, text)
        self._pending = None  # it happened, whatever fails from here on
        self._sweep_due = True
        self.screen.redraw()
        if tune:
            self.play(tune)

    # -- settings, sound, lines ----------------------------------------------------------------

    @property
    def words(self):
        """The Words of the language in use."""
        return self.language.words(self.current.entry or self._tried)

    def speak(self, code):
        """Take a language ("en", "fr") into use and keep it."""
        self.settings.change({"language": code})
        self.language.use(code)
        if self.current.session:
            self.current.speak(code)
        self.screen.redraw()

    def apply_settings(self):
        """Take language, volume, brightness and rotation into use."""
        settings = self.settings
        if settings.chosen("language") and not self.current.session:
            self.language.use(settings.get("language"))
        self._buzzer.volume = settings.get("volume")
        self._display.set_contrast(_CONTRASTS[settings.get("brightness") - 1])
        self._display.rotate(settings.get("rotate"))
        self.screen.redraw()

    def play(self, tune):
        """Start a tune by name."""
        self._buzzer.play(tunes.TUNES[tune], ticks_ms())

    def tell(self, what):
        """An event line for the laptop: never a name."""
        game = self.current.game
        if game:
            self._link.tell({"event": what, "phase": game.phase, "left_ms": self._left_ms(),
                             "events": self.current.session.events})  # fmt: skip

    def refuse(self, code):
        """A low buzz and a line that says why."""
        self.play("refuse")
        self.say(code)

    def say(self, code, ms=_MESSAGE_MS):
        """A line on the screen for a moment (words: those with a "!")."""
        self._message = code
        self._message_until = ticks_add(ticks_ms(), ms)
        self.screen.redraw()

    # -- buttons -------------------------------------------------------------------------------

    def _edge(self, name, down, at):
        """A button's edge at stamp `at`; every edge stamped before it has been handled."""
        self._touched = at
        if self._clock.is_over(at):
            self._time_up()
        self._hold(at)
        in_menu = self.menus.menu is not None
        running = not in_menu and self.current.game.running
        what = self._gestures.edge(name, down, at, running, in_menu)
        if what:
            self._do(what, at)

    def _hold(self, now):
        """Do what a hold means that has reached its mark; returns ms until the next mark."""
        while True:
            what, wait = self._gestures.holds(now)
            if not what:
                return wait
            self._do(what, now)

    def _do(self, what, at):
        """A press or a hold at stamp `at`."""
        self._pending = what, at
        in_menu = self.menus.menu is not None
        if what == gestures.MENU:
            self.play("click")
            if in_menu:
                self.menus.back()
            else:
                self.menus.open()
        elif what == gestures.UNDO:
            if not in_menu and self.current.session:
                self._event(events.UNDO, self._left_ms(at), at, "undo")
        elif in_menu:
            self.menus.press(what)
            self.screen.redraw()
        else:
            self._press(what, at)
        self._pending = None

    def _press(self, name, at):
        """A button in the game."""
        try:
            wanted = self.current.game.on_button(name, self._left_ms(at))
        except Refused as refused:
            self.refuse(refused.code)
            return
        if wanted is None:
            self.play("click")
            self._message = None
            self.screen.redraw()
        elif wanted == MENU:
            self.stop_game()
        else:
            self._event(wanted[0], wanted[1], at, name)

    def _event(self, kind, value, at, name):
        """An event at stamp `at`: record, clock, guard, line; or the refusal."""
        running = self.current.game.running
        try:
            self._record(kind, value)
        except Refused as refused:
            self.refuse(refused.code)
            return
        game = self.current.game
        if running and kind in (events.GOT, events.PASS, events.FOUL):
            self._gestures.judged(at, self.settings.get("lockout_ms"))
        if game.running:
            if not running:  # a hold begun before the clock means nothing while it runs, nor after
                self._gestures.forget_holds()
            self._clock.start(at, game.left_ms)
        else:
            self._clock.stop()
            if running and game.phase != "paused":
                self._gestures.turn_ended(at)
        self._message = None
        note = "undone" if kind == events.UNDO else game.note_after(kind, value)
        if note:
            self.say(note)
        self.tell(name)

    def forget_holds(self):
        """Another page is shown: what is held down now means nothing any more."""
        self._gestures.forget_holds()

    # -- one pass ------------------------------------------------------------------------------

    def step(self, now):
        """One short pass over everything; returns ms until the next, 0 for at once."""
        if self._pending:  # there was no memory for it
            self._do(*self._pending)
        edge = self._buttons.take()
        while edge:
            self._edge(*edge)
            edge = self._buttons.take()
        wait = self._buttons.settle(now)
        if self._buttons.pending():
            return 0
        self._gestures.guarded(now)  # one that is over must not come back as ticks_ms wraps
        wait = _sooner(wait, self._hold(now))
        if self._clock.running:
            wait = _sooner(wait, self._run_clock(now))
        wait = _sooner(wait, self._buzzer.step(ticks_ms()))
        quiet = self._clock.quiet_ms(ticks_ms(), _EVENT_MS)
        if not quiet:
            self.current.save()
            if self._buttons.pending():  # pressed while the flash was busy: sound comes first
                return 0
        wait = _sooner(wait, self._step_message(now))
        wait = _sooner(wait, self._dim(now))
        wait = _sooner(wait, self._show(now, quiet))
        if wait != 0 and not self._clock.running and not self.current.unsaved:
            if self.current.mark_due():  # when everything has been shown: it takes a while
                return 0
        return _LONGEST_MS if wait is None else max(0, wait)

    def _run_clock(self, now):
        if self._clock.is_over(now):
            if not self._buttons.pending():  # an edge stamped before the deadline comes first
                self._time_up()
            return 0
        left = self._clock.checkpoint(now, _EVENT_MS)
        if left is not None:
            self.current.checkpoint(left)
        self.screen.tick(self._clock.left_ms(now))
        return self._clock.next_ms(now)

    def _time_up(self):
        at = self._clock.ran_out()
        self._event(events.TIME, 0, at, "time")

    def _left_ms(self, at=None):
        """ms on the clock at stamp `at`, or now (0 at the least)."""
        if self._clock.running:
            return self._clock.left_ms(ticks_ms() if at is None else at)
        return self.current.game.left_ms if self.current.session else 0

    def _step_message(self, now):
        if self._message is not None:
            left = ticks_diff(self._message_until, now)
            if left > 0:
                return left
            self._message = None
            self.screen.redraw()
        if files.notices and not self._clock.running:
            self.play("refuse")
            self.say(files.notices.pop(0), 3 * _MESSAGE_MS)
            return 0
        return None

    def _dim(self, now):
        """Panels burn in: off after `auto_off_s` without a press or a running clock (0: never)."""
        limit_ms = 1000 * self.settings.get("auto_off_s")
        if self._clock.running or not limit_ms:
            self._display.light(True)
            return None
        left = limit_ms - ticks_diff(now, self._touched)
        self._display.light(left > 0)
        if left <= 0:  # stay far from the wrap of ticks_ms
            self._touched = ticks_add(now, -limit_ms)
        return left if left > 0 else None

    def _show(self, now, quiet):
        """Serial line and picture, of what is on flash only; quiet: ms until flash may be written."""
        deaf = self._clock.quiet_ms(ticks_ms(), _REQUEST_MS)
        self._listening = not deaf
        if self.current.unsaved:
            return _sooner(quiet, self.screen.send(now))
        wait = _sooner(deaf or None, self._link.step(self._listening))
        view = self._view
        view.game, view.menu, view.message = self.current.game, self.menus.menu, self._message
        view.words, view.language, view.left_ms = self.words, self.language.code, self._left_ms()
        return _sooner(wait, self.screen.step(now))

    def run(self):
        """Until a laptop asks for the REPL: step, then wait for the next thing due, an edge or a
        byte."""
        watchdog = machine.WDT(timeout=_WATCHDOG_MS)
        try:
            while not (self._stopping and self._link.idle()):
                watchdog.feed()
                now = ticks_ms()
                wait = self.heap.run_pass(self.step, now) - ticks_diff(ticks_ms(), now)
                if wait > 0 and not self._stopping:
                    if self._sweep_due and wait > _SWEEP_MS:
                        # Now nobody waits; left to itself, garbage would cut the heap in pieces.
                        self._sweep_due = False
                        self.heap.tidy()
                    self._sleep.until(min(wait, _WATCHDOG_MS // 2), self._happened)
        finally:
            self._buzzer.silence()

    def _happened(self):
        return self._buttons.pending() or self._listening and self._link.readable()

    # -- what a laptop and a fault's report ask ------------------------------------------------

    def state(self):
        """The state as `status` gives it, with the clock as it runs and the menu over it."""
        state = self.current.state()
        if self._clock.running:
            state["remaining_ms"] = self._left_ms()
        menu = self.menus.menu
        if menu is not None:
            state["phase"] = "menu"
            state["card"] = None
        state["menu"] = menu.state() if menu is not None else None
        return state

    def last_state(self):
        """The same of the game in play, or else of the last one."""
        return self.state() if self.current.session else self.current.last_state()

    def about(self):
        """{"version", "board", "id"} of this device."""
        return {"version": VERSION, "board": self._board.NAME,
                "id": binascii.hexlify(machine.unique_id()).decode()}  # fmt: skip

    def set_time(self, epoch_s):
        """The laptop's clock: seconds since 1970 now. The board has none of its own."""
        self._epoch = (epoch_s, ticks_ms())

    def time_s(self):
        """Seconds since 1970, or None if no laptop has said since power-on."""
        if self._epoch is None:
            return None
        return self._epoch[0] + ticks_diff(ticks_ms(), self._epoch[1]) // 1000

    def stop_for_repl(self):
        """End `run` once all is sent."""
        self._stopping = True

    def last_words(self):
        """(where the game stands, time_s()) for a report of a fault; lets go of all it can."""
        where = ""
        if self.current.session:
            where = "in %s, %d events, " % (self.current.game.phase, self.current.session.events)
        time_s = self.time_s()
        self.current = self.screen = self.menus = self._view = self._display = self._link = None
        return where, time_s

    def _drop(self):
        """Let go of all that can be had again, and of what a failed step left half done."""
        font.drop_glyphs()
        self.language.drop()
        self._link.drop()
        self.current.mend()


def _sooner(one, other):
    """The smaller of two times to wait in ms; None is for ever."""
    if one is None:
        return other
    return one if other is None or one <= other else other
