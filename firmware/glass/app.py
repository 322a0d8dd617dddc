"""The gadget: App adds buttons, clock, sound, screen, menu and serial port to the game in play."""

from time import ticks_diff, ticks_ms

import machine
from micropython import const

from glass import memory, registry
from glass.checking import Checking
from glass.current_game import CurrentGame
from glass.drivers.buttons import Buttons
from glass.drivers.buzzer import Buzzer
from glass.drivers.oled import Display
from glass.drivers.sleep import Sleep, sooner
from glass.formats.errors import Refused
from glass.language import Language
from glass.laptop import Laptop
from glass.link.requests import Requests
from glass.link.serial_port import Link
from glass.messages import Messages
from glass.play import EVENT_MS, Play
from glass.screen import Screen
from glass.store.settings import Settings
from glass.ui import font, tunes
from glass.ui.plate import Plates
from glass.ui.view import View

_ENOUGH_MS = const(10)  # a pass that has taken so long leaves the rest to the next one
_SWEEP_MS = const(30)  # a garbage collection takes less
_LONGEST_MS = const(60000)  # without anything due
_FAULTS_WITH_GAME = const(2)
_WATCHDOG_MS = const(8000)  # rp2 knows no longer one than 8388


class App:
    """`step(now)` does what is due and returns ms until it next must run; `run` waits.

    It has `current` (the game in play), `play` (buttons and clock), `screen`, `menu` (None while
    the game is shown), `messages`, `settings`, `language`, `heap`, `checking` and `laptop`.
    """

    def __init__(self, board, faults=0):
        """board: a module of boards/. faults: how often in a row the firmware has crashed, each
        time soon after its start (crash_log.py)."""
        self.heap = memory.Heap(self._drop)
        self.settings = Settings(registry.settings())
        self.current = CurrentGame(self.settings, self.heap.attempt)
        self.checking = Checking(self.heap.attempt)
        self.language = Language(self.settings)
        self._buttons = Buttons(board.PINS)
        self._buzzer = Buzzer(board.BUZZER, board.TIMERS[1])
        self._display = Display(board.I2C_ID, board.SDA, board.SCL, board.I2C_HZ, board.PANEL)
        self._sleep = Sleep(board.TIMERS[0])
        self.play = Play(self, self._buttons.pending)
        self._view = View(self.current.field, Plates())
        self.screen = Screen(self._display, self._view, self.play.urgent, ticks_ms())
        self.messages = Messages(self)
        self.menu = None
        self.laptop = Laptop(self, board.NAME, machine.unique_id())
        self._requests = Requests(self.laptop)
        self._link = Link(board.serial())
        self._wanted = None  # the set-up of a game that is to begin
        self._tried = None  # entry of the game last asked for: its words say why it was refused
        self.apply_settings()
        self._start(faults)

    def _start(self, faults):
        """Bring back the game that was in play before the power went, else open the menu."""
        # That game may be what crashes the firmware: then the menu only offers it.
        self.current.come_back(may_enter=faults < _FAULTS_WITH_GAME)
        self._entered()
        if faults:
            self.messages.say("fallen")

    # -- the game in play ----------------------------------------------------------------------

    def new_game(self, wanted):
        """Begin a game with a set-up (dict) as a person writes it; returns its name. Raises Refused
        with a sentence, the game in play stays then."""
        self._tried = registry.find(wanted.get("game")) if isinstance(wanted, dict) else None
        self.checking.finish()
        self._view.pages = None  # two games at once need their RAM
        ident = self.current.begin(wanted, self.laptop.time_s())
        self._entered()  # from here on nothing may fail: it would be begun twice
        self.tell("new")
        return ident

    def begin_soon(self, wanted):
        """Begin a game with a set-up (dict) from the menu, once the menu has left RAM."""
        self._wanted = wanted

    def _begin_wanted(self):
        wanted, self._wanted = self._wanted, None
        drawn = self.current.game  # over a game in play its teams are drawn by lot once more
        ident = drawn.setup["game_id"] if drawn else None
        self.menu = self._view.menu = None
        try:
            self.heap.attempt(self.new_game, wanted)
            if ident:
                self.current.remove(ident)
            self.heap.attempt(self.current.entry.after_begin, self, wanted)
        except (memory.Full, Refused, OSError, ValueError) as error:
            self.messages.refuse(getattr(error, "code", "flash"))
            if self.current.game is drawn:  # none has begun
                self.open_menu()

    def take_up(self):
        """Go on with the last game, which was abandoned; without its deck, or if it is damaged,
        the menu stays."""
        self.current.come_back(abandoned=True)
        self._entered()
        self.tell("new")

    def abandon_game(self):
        """Abandon the game in play. Raises Refused("no_game") if there is none."""
        if self.current.session is None:
            raise Refused("no_game", "No game is in play.")
        self.checking.finish()
        self.menu = self._view.pages = None  # what packs older games needs their RAM
        self.current.abandon()
        self._entered()

    def _entered(self):
        """Another game is in play, or none: nothing of the one before counts any more."""
        font.drop_glyphs()
        self._requests.drop()
        self._view.pages = None
        self._view.plates.forget()
        self.language.choose(self.current.language())
        self.close_menu()
        self.play.entered()
        self.heap.sweep_due = True

    # -- the menu, or the game's screens: RAM holds those that are shown ------------------------

    def load_shown(self):
        """Load the screens of the game in play, without one the menu, if nothing is there to be
        shown: what closes the one may not fail for want of memory for the other."""
        if self.menu is None and self._view.pages is None:
            if self.current.session:
                self._view.pages = self.current.entry.load_screens()
            else:
                self.open_menu()

    def open_menu(self):
        """Show the menu over the game in play, or without one."""
        self.play.forget_holds()
        self._view.pages = None
        self._requests.drop()
        with memory.unloaded():
            from glass.main_menu import MainMenu
        self.menu = MainMenu(self)
        self.screen.redraw()

    def close_menu(self):
        """Show the game in play again."""
        self.play.forget_holds()
        self.menu = None
        self.screen.redraw()

    # -- settings, sound, lines ----------------------------------------------------------------

    @property
    def words(self):
        """The Words of the language in use."""
        return self.language.words(self.current.entry or self._tried)

    def speak(self, code):
        """Speak `code` (one of LANGUAGES) from now on, after a power cut too. Raises OSError,
        Refused if the flash does not take it."""
        self.settings.change({"language": code})
        if self.current.session:
            self.current.speak(code)
        self.language.choose(code)
        self.screen.redraw()

    def apply_settings(self):
        """Apply the settings that act at once: language, volume, brightness, rotation."""
        settings = self.settings
        self.language.choose(self.current.language())
        self._buzzer.volume = settings.get("volume")
        self.screen.look(settings.get("brightness"), settings.get("rotate"))

    def sound(self, tune):
        """Start a tune, by its name in ui/tunes.py."""
        self._buzzer.play(tunes.TUNES[tune])

    def tell(self, what):
        """Send an event line to the laptop (PROTOCOL.md, Events). what: the button, "time", "undo",
        "new" or "edit"."""
        self.heap.spare(self._tell, what)  # nothing is done twice for the sake of a line

    def _tell(self, what):
        session = self.current.session
        if session:
            self._link.tell({"event": what, "phase": session.game.phase, "events": session.events,
                             "left_ms": self.play.left_ms()})  # fmt: skip

    # -- one pass ------------------------------------------------------------------------------

    def step(self, now):
        """One short pass over everything at ticks_ms `now`; returns ms until the next (up to
        60,000), 0 for at once. The order: ARCHITECTURE.md, One pass."""
        self.load_shown()
        if self.play.retry():
            return 0
        edge = self._buttons.take()
        while edge:
            self.screen.touch(edge[2])
            self.play.edge(*edge)
            edge = self._buttons.take()
        if self._wanted is not None:
            self._begin_wanted()
        wait = self._buttons.settle(now)
        if self._buttons.pending():
            return 0
        wait = sooner(wait, self.play.hold(now))
        wait = sooner(wait, self.play.run_clock(now, self._buttons.pending()))
        clock = self.play.clock
        quiet = clock.quiet_ms(ticks_ms(), EVENT_MS) or self._buzzer.brief_ms(ticks_ms())
        if not quiet:
            self.current.save()
            if self._buttons.pending():  # pressed while the flash was busy: sound comes first
                return 0
        wait = sooner(wait, self.messages.step(now, clock.running))
        dark_after_s = 0 if clock.running else self.settings.get("auto_off_s")
        wait = sooner(wait, self.screen.dim(now, 1000 * dark_after_s))
        wait = sooner(wait, self._show(now, quiet))
        if wait == 0 or self.current.unsaved:  # all events are on flash before they are sent
            return wait or 0
        if ticks_diff(ticks_ms(), now) > _ENOUGH_MS:
            return 0
        wait = sooner(wait, self._link.step(self.play.urgent))
        if self._link.asked:
            if quiet:  # a piece may write to flash, for 134 ms at most on a Pico
                return sooner(wait, quiet)
            self._link.answer(self._requests.handle, self.heap.attempt)
            self.heap.sweep_due = True
        elif wait != 0 and not self._use_time(clock.running):
            return _LONGEST_MS if wait is None else max(0, wait)
        return 0

    def _show(self, now, quiet):
        """The picture, drawn at once but shown when all events are on flash; quiet: ms until they
        can be."""
        if self.screen.stale:
            self.load_shown()
            self._view.fill(self.current.game, self.menu, self.messages.code, self.words,
                            self.language.code, self.play.left_ms())  # fmt: skip
        if self.current.unsaved:
            self.screen.draw()
            return sooner(quiet, self.screen.send(now))
        return self.screen.step(now)

    def _use_time(self, clock_runs):
        """Nothing else is due: do what takes a while; False if there is nothing."""
        self.laptop.keep_time()
        checked = not clock_runs and self.checking.step()
        undo_is_near = self.play.gestures.undo_is_near(ticks_ms())
        return (checked or self.screen.draw_ahead()
                or self.current.catch_up(self.menu is None, undo_is_near))  # fmt: skip

    def run(self):
        """Step, then wait for the next thing due, an edge or a byte. Returns when a laptop asks for
        the REPL; raises what a pass raises, MemoryError after the third failure in a row."""
        watchdog = machine.WDT(timeout=_WATCHDOG_MS)
        try:
            while not (self.laptop.wants_repl and self._link.idle()):
                watchdog.feed()
                now = ticks_ms()
                wait = self.heap.run_pass(self.step, now) - ticks_diff(ticks_ms(), now)
                if wait > 0 and not self.laptop.wants_repl:
                    if wait > _SWEEP_MS and self.play.has_time(_SWEEP_MS):
                        self.heap.tidy_if_due(self.play.clock.running)
                    self._sleep.until(min(wait, _WATCHDOG_MS // 2), self._happened)
        finally:
            self._buzzer.silence()

    def _happened(self):
        return self._buttons.pending() or not self._link.asked and self._link.readable()

    def last_words(self):
        """(where the game stands, seconds since 1970 or None) for a crash report. App cannot be
        used afterwards: it has given back its RAM for the report."""
        where = ""
        if self.current.session:
            where = "in %s, %d events, " % (self.current.game.phase, self.current.session.events)
        time_s = self.laptop.time_s()
        self.current = self.screen = self.menu = self._view = self._display = self._link = None
        return where, time_s

    def _drop(self):
        """Drop all that can be had again, and what a failed step left half done."""
        font.drop_glyphs()
        self.language.drop()
        self._requests.drop()
        self._link.drop()
        self.current.mend()
