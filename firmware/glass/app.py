"""The gadget: one short `step` over buttons, clock, sound, flash, screen and link."""

import gc
from time import ticks_add, ticks_diff, ticks_ms

import machine
from micropython import const

from glass import borrow
from glass.drivers.buttons import Buttons
from glass.drivers.buzzer import Buzzer
from glass.drivers.oled import Display
from glass.formats.errors import Refused
from glass.games import events
from glass.games.timesup.editions import LOT
from glass.link.requests import Requests
from glass.link.serial_port import Link
from glass.store import files, journal
from glass.store.settings import Settings
from glass.table import Table
from glass.ui import font, screens, tunes
from glass.version import VERSION

_HOLD_UNDO_MS = const(1000)
_HOLD_MENU_MS = const(2000)
_GUARD_MS = const(750)  # after a turn nothing counts: thumbs are still mashing
_MESSAGE_MS = const(2500)
# A power cut costs at most 5 s of a turn; the last checkpoint may be left out near the deadline.
_CHECKPOINT_MS = const(4600)
# Interrupts wait while flash is busy: no operation starts so near a deadline, on either side.
_QUIET_MS = const(155)
_EVENT_MS = const(60)  # what keeping an event may take: a block's erase and some pages
_REQUEST_MS = const(600)  # what a laptop's request may take
_REFRESH_MS = const(1000)
_SWEEP_MS = const(30)  # a garbage collection takes less
_PROBE_MS = const(2000)
_FAULTS_WITH_GAME = const(2)
_WATCHDOG_MS = const(8000)  # rp2 knows no longer one than 8388
_STARVED_MS = const(250)  # until a picture is tried again for which there was no memory


class App(Table):
    """`step(now)` does what is due and returns ms until it next must run; `run` waits."""

    version = VERSION

    def __init__(self, board, faults=0):
        """faults: how often in a row the firmware fell, each time soon after its start."""
        self.board = board
        self.buttons = Buttons(board.PINS)
        self.buzzer = Buzzer(board.BUZZER)
        self.display = Display(board.I2C_ID, board.SDA, board.SCL, board.I2C_HZ, board.PANEL)
        Table.__init__(self, Settings())
        self.link = Link(board.serial(), Requests(self).handle)
        self._after = None
        self.message = None
        self._deadline = self._checkpoint = self._guard = self._lockout = None
        self._quiet_until = None
        self._message_until = self._drawn_s = self._probe_at = None
        self._touched = ticks_ms()
        self._armed = {}
        self._timer = machine.Timer(board.TIMER)
        self._timer_due = False
        self._dirty = True
        self._tick = False  # only the clock's digits changed
        self._yielded = False
        self._listening = True
        self.stopping = False
        self.apply_settings()
        borrow("store.checkup").run()
        if faults < _FAULTS_WITH_GAME:
            self._restore()
        else:  # the game itself may be what makes the firmware fall: the menu offers it
            self.left_behind = journal.current() is not None
        if self.session is None:
            self.open_menu()
        if faults:
            self.say("fallen")

    # -- what the screens ask ------------------------------------------------------------------

    @property
    def left_ms(self):
        """ms on the clock at this moment (0 at the least)."""
        return self._left_at(ticks_ms())

    def _left_at(self, at):
        """ms on the clock at stamp `at`."""
        if self._deadline is None:
            return self.game.left_ms if self.game else 0
        return max(0, ticks_diff(self._deadline, at))

    def close_game(self):
        """Leave the game on the table; its journal stays."""
        Table.close_game(self)
        self._deadline = self._checkpoint = self._guard = self._lockout = None

    # -- menu, sound, lines --------------------------------------------------------------------

    def begin(self, wanted):
        """Begin a game that was chosen in the menu, as soon as the menu has left RAM."""
        self._after = lambda: self._begin(wanted)

    def _begin(self, wanted):
        old = self.session
        drawn = self.game.setup["game_id"] if old else None  # only a lot is drawn over a game
        try:
            try:
                self.new_game(wanted)
            except MemoryError:
                self._let_go()
                if self.session is not old:
                    raise
                self.new_game(wanted)
            if drawn:
                self._keep(lambda: borrow("store.synced").remove(drawn))
            if wanted.get("teams") == LOT and self.open_menu() and self.game:
                self.menu.teams()
        except MemoryError:
            self._let_go()
            self.open_menu()
            self.refuse("memory")
        except (Refused, OSError, ValueError) as error:
            self.open_menu()
            self.refuse(getattr(error, "code", "flash"))

    def abandon(self):
        """Leave the game on the table and open the menu, once what is open of it has left RAM."""
        if self.menu is not None:
            self._after = self._abandon
        else:
            self._abandon()

    def _abandon(self):
        self.leave()
        self.open_menu()

    def twice(self, work):
        """work(); once more if it finds no memory, with all let go that can be had again."""
        try:
            return work()
        except MemoryError:
            self._let_go()
            return work()

    def open_menu(self):
        """The menu over whatever is on the table; returns it. A game goes on if it finds no memory:
        None then."""
        screens.forget()
        self.lend()  # pages of the menu may be large, and no event comes in while it is open
        self._armed.clear()
        self._dirty = True
        try:
            self.menu = self.twice(lambda: borrow("ui.menu").Menu(self))
        except MemoryError:
            if not self.game:
                raise
            self.menu = None
            self.refuse("memory")
        return self.menu

    def close_menu(self):
        """Back to the game."""
        self.menu = None
        self._armed.clear()
        self._dirty = True

    def redraw(self):
        """Something on the screen changed."""
        self._dirty = True

    def apply_settings(self):
        """Take language, volume, brightness and rotation into use."""
        if self.settings.chosen("language") and not self.game:
            self._language = self.settings.get("language")
        self.buzzer.volume = self.settings.get("volume")
        self.display.set_contrast((0x10, 0x60, 0xCF)[self.settings.get("brightness") - 1])
        self.display.rotate(self.settings.get("rotate"))
        self._dirty = True

    def quiet_ms(self, lasts_ms):
        """ms until flash may be written for up to `lasts_ms`, with no deadline near; 0: now."""
        now = ticks_ms()
        if self._deadline is not None:
            left = ticks_diff(self._deadline, now)
            return left + _QUIET_MS if left <= _QUIET_MS + lasts_ms else 0
        if self._quiet_until is not None:
            left = ticks_diff(self._quiet_until, now)
            if left > 0:
                return left
            self._quiet_until = None
        return 0

    def play(self, tune):
        """Start a tune by name."""
        self.buzzer.play(tunes.TUNES[tune], ticks_ms())

    def tell(self, what):
        """An event line for the laptop: never a name."""
        game = self.game
        if not game:
            return
        try:
            self.link.tell({"event": what, "phase": game.phase, "left_ms": self.left_ms,
                            "events": self.session.events})  # fmt: skip
        except MemoryError:  # whoever listens can ask
            pass

    # -- buttons -------------------------------------------------------------------------------

    def _event(self, kind, value, at, name):
        """An event at stamp `at`: record, clock, guard, line; or the refusal."""
        running = self.game.running
        try:
            self._record(kind, value)
        except Refused as refused:
            self.refuse(refused.code)
            return
        if running and kind in (events.GOT, events.PASS, events.FOUL):
            self._lockout = ticks_add(at, self.settings.get("lockout_ms"))
        if self.game.running:
            if not running:  # a hold begun before the clock means nothing while it runs, nor after
                self._armed.clear()
            self._deadline = ticks_add(at, self.game.left_ms)
            self._checkpoint = ticks_add(at, _CHECKPOINT_MS)
        else:
            self._deadline = self._checkpoint = None
            if running and self.game.phase != "paused":
                self._guard = ticks_add(at, _GUARD_MS)
                self._lockout = None
        self.message = None
        if kind == events.UNDO:
            self.say("undone")
        elif kind == events.TOGGLE:
            self.say("counted" if self.game.review_entry(value)[2] else "uncounted")
        self.tell(name)

    def refuse(self, code):
        """A low buzz and a line that says why."""
        self.play("refuse")
        self.say(code)

    def say(self, code, ms=_MESSAGE_MS):
        """A line on the screen for a moment (words: those with a "!")."""
        self.message = code
        self._message_until = ticks_add(ticks_ms(), ms)
        self._dirty = True

    def _guarded(self, at):
        if self._guard is not None and ticks_diff(at, self._guard) < 0:
            return True
        self._guard = None
        return False

    def _edge(self, name, down, at):
        if not down:
            # Only a press that armed the button acts on its release.
            if self._armed.pop(name, None) is not None and not self._guarded(at):
                self._act(name, at)
            return
        if self._guarded(at):
            return
        if self.menu is None and self.game.running:
            if ticks_diff(at, self._deadline) >= 0:
                return  # at or after the deadline a press counts for nobody
            if name == "start":
                self._act(name, at)
                self._armed["undo"] = at
            elif self._lockout is None or ticks_diff(at, self._lockout) >= 0:
                self._act(name, at)
        elif name in ("start", "foul"):
            self._armed[name] = at
            if name == "start" and self.menu is None:
                self._armed["undo"] = at
        else:
            self._act(name, at)

    def _act(self, name, at):
        if self.menu is not None:
            self.menu.press(name)
            self._dirty = True
            after, self._after = self._after, None
            if after:
                self.menu = None
                screens.forget()
                after()
            return
        try:
            wanted = self.game.on_button(name, self._left_at(at))
        except Refused as refused:
            self.refuse(refused.code)
            return
        if wanted is None:
            self.play("click")
            self.message = None
            self._dirty = True
        elif wanted == "menu":
            self.abandon()
        else:
            kind, value = wanted
            self._event(kind, value, at, name)

    def _holds(self, now):
        """Undo at 1 s of start, the menu at 2 s of foul; returns ms until the next mark."""
        wait = None
        at = self._armed.get("undo")
        if at is not None:
            wait = _HOLD_UNDO_MS - ticks_diff(now, at)
            if wait <= 0:
                self._armed.pop("undo")
                self._armed.pop("start", None)
                wait = None
                if self.menu is None and self.session:
                    self._event(events.UNDO, self._left_at(now), now, "undo")
        at = self._armed.get("foul")
        if at is not None:
            left = _HOLD_MENU_MS - ticks_diff(now, at)
            if left <= 0:
                self._armed.pop("foul")
                self.play("click")
                if self.menu is None:
                    self.open_menu()
                else:
                    self.menu.back()
            elif wait is None or left < wait:
                wait = left
        return wait

    def last_words(self):
        """(where the game stands, time) for a report of a fault; lets go of all it can."""
        where = ""
        if self.game:
            where = "in %s, %d events, " % (self.game.phase, self.session.events)
        time_s = self.time_s()
        self.session = self.game = self.display = self.link = self.menu = self._reserve = None
        return where, time_s

    # -- one pass ------------------------------------------------------------------------------

    def step(self, now):
        """One short pass over everything; returns ms until the next, 0 for at once."""
        edge = self.buttons.take()
        while edge:
            name, down, at = edge
            self._touched = at
            if self._deadline is not None and ticks_diff(at, self._deadline) >= 0:
                self._time_up()  # every edge stamped before it has been handled
            self._holds(at)
            if not down and name == "start":
                self._armed.pop("undo", None)
            self._edge(name, down, at)
            edge = self.buttons.take()
        settle = self.buttons.settle(now)
        if self.buttons.pending():
            return 0
        self._guarded(now)  # a guard that is over must not come back as ticks_ms wraps
        wait = _sooner(settle, self._holds(now))
        if self._deadline is not None:
            wait = _sooner(wait, self._clock(now))
        wait = _sooner(wait, self.buzzer.step(ticks_ms()))
        quiet = self.quiet_ms(_EVENT_MS)
        if not quiet:
            self._save()
            if self.buttons.pending():  # pressed while the flash was busy: sound comes first
                return 0
        if self.message is not None:
            left = ticks_diff(self._message_until, now)
            if left <= 0:
                self.message = None
                self._dirty = True
            else:
                wait = _sooner(wait, left)
        if files.notices and self.message is None and self._deadline is None:
            self.play("refuse")
            self.say(files.notices.pop(0), 3 * _MESSAGE_MS)
            wait = 0
        wait = _sooner(wait, self._dark(now))
        deaf = self.quiet_ms(_REQUEST_MS)
        self._listening = not deaf
        try:
            if self._unsaved:  # neither the laptop nor the screen is told before it is on flash
                wait = _sooner(wait, quiet)
                wait = _sooner(wait, self.display.step(now))
            else:
                wait = _sooner(_sooner(wait, deaf or None), self.link.step(self._listening))
                wait = _sooner(wait, self._picture(now))
        except MemoryError:  # a picture or a reply may be late, a point may not
            gc.collect()
            self._dirty = True
            wait = _sooner(wait, _STARVED_MS)
        if self._unmarked and wait != 0 and self._deadline is None and not self._unsaved:
            self._mark_due()  # when everything has been told: it takes a while
            return 0
        return 60000 if wait is None else max(0, wait)

    def _time_up(self):
        self._quiet_until = ticks_add(self._deadline, _QUIET_MS)
        self._event(events.TIME, 0, self._deadline, "time")

    def _clock(self, now):
        left = ticks_diff(self._deadline, now)
        if left <= 0:
            if self.buttons.pending():  # an edge stamped before the deadline comes first
                return 0
            self._time_up()
            return 0
        due = ticks_diff(self._checkpoint, now)
        if due <= 0:
            self._checkpoint = ticks_add(now, _CHECKPOINT_MS)
            if not self.quiet_ms(_EVENT_MS + _QUIET_MS):
                self._unsaved.append((events.TICK, left))
            due = _CHECKPOINT_MS
        second = (left + 999) // 1000
        if second != self._drawn_s:
            self._tick = True
        return min(left, due, (left - 1) % _REFRESH_MS + 1)

    def _dark(self, now):
        """Panels burn in: off after `auto_off_s` without a press or a running clock (0: never)."""
        limit_ms = 1000 * self.settings.get("auto_off_s")
        if self._deadline is not None or not limit_ms:
            self.display.light(True)
            return None
        left = limit_ms - ticks_diff(now, self._touched)
        self.display.light(left > 0)
        if left <= 0:  # stay far from the wrap of ticks_ms
            self._touched = ticks_add(now, -limit_ms)
        return left if left > 0 else None

    def _picture(self, now):
        if self._dirty or self._tick:
            self._draw()
            return 0  # buttons first, then the pages
        wait = self.display.step(now)
        if wait is None and not self.display.dark:
            if self._probe_at is None or ticks_diff(now, self._probe_at) >= 0:
                self._probe_at = ticks_add(now, _PROBE_MS)
                if not self.display.probe():
                    return 0
            wait = ticks_diff(self._probe_at, now)
        return wait

    def _draw(self):
        """Draw what changed. In a turn a press breaks it off, once, and is answered first."""
        self._drawn_s = (self.left_ms + 999) // 1000
        whole, self._dirty, self._tick = self._dirty, False, False
        if not whole and screens.draw_clock(self.display.fb, self):
            self.display.show()
            return
        running = self.menu is None and self.game and self.game.running and not self._yielded
        font.give_way = self.buttons.pending if running else None
        self._yielded = False
        self.display.pause()
        self.display.fb.fill(0)
        try:
            self.draw(self.display.fb)
        except font.GiveWay:
            self._dirty = self._yielded = True
            return
        finally:
            font.give_way = None
        self.display.show()

    def draw(self, fb):
        """The picture of this moment into a cleared frame."""
        screens.draw(fb, self)

    def run(self):
        """For ever: step, then wait for the next thing due, an edge or a byte."""
        watchdog = machine.WDT(timeout=_WATCHDOG_MS)
        try:
            while not (self.stopping and self.link.idle()):
                watchdog.feed()
                now = ticks_ms()
                wait = min(self.step(now) - ticks_diff(ticks_ms(), now), _WATCHDOG_MS // 2)
                if wait > 0 and not self.stopping:
                    if self._sweep and wait > _SWEEP_MS:
                        # Now nobody waits; left to itself, garbage would cut the heap in pieces.
                        self._sweep = False
                        self.tidy()
                    self._timer_due = False
                    self._timer.init(mode=machine.Timer.ONE_SHOT, period=wait,
                                     callback=self._on_timer)  # fmt: skip
                    while not (self._timer_due or self.buttons.pending()
                               or self._listening and self.link.readable()):  # fmt: skip
                        machine.idle()
                    self._timer.deinit()
        finally:
            self.buzzer.silence()

    def _on_timer(self, _timer):
        self._timer_due = True

    def state(self, session=None):
        """The state as `status` gives it, with the clock as it runs and the menu over it."""
        state = Table.state(self, session)
        live = session is None
        if live and self._deadline is not None:
            state["remaining_ms"] = self.left_ms
        if live and self.menu is not None:
            state["phase"] = "menu"
            state["card"] = None
        state["menu"] = self.menu.state() if live and self.menu else None
        return state


def _sooner(one, other):
    if one is None:
        return other
    return one if other is None or one <= other else other
