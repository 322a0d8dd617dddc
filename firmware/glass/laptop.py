"""What a laptop may ask of the device: the `app` of link/requests.py."""

import binascii
from time import ticks_add, ticks_diff, ticks_ms

from micropython import const

from glass.memory import unloaded
from glass.version import VERSION

_HOUR_S = const(3600)


class Laptop:
    """Answers for App (app.py)."""

    def __init__(self, app, name, chip_id):
        """name: of the board; chip_id: bytes that no other chip has."""
        self._app = app
        self.settings = app.settings
        # App's own: a board's stack is short, and games begin deep in it.
        self.new_game, self.abandon_game = app.new_game, app.abandon_game
        self.apply_settings = app.apply_settings
        self._about = {"version": VERSION, "board": name, "id": binascii.hexlify(chip_id).decode()}
        self._epoch = None  # (seconds since 1970, ticks_ms then)
        self.wants_repl = False

    def about(self):
        """{"version", "board", "id"} of this device."""
        return self._about

    def state(self):
        """The state (dict, PROTOCOL.md, State), with the clock as it runs and the menu."""
        app = self._app
        state = app.current.state()
        if app.play.clock.running:
            state["remaining_ms"] = app.play.left_ms()
        menu = app.menu
        if menu is not None:
            state["phase"] = "menu"
            state["card"] = None
        state["menu"] = menu.state() if menu is not None else None
        return state

    def game_in_play(self):
        """True if there is one."""
        return self._app.current.session is not None

    def last_state(self, ident):
        """A generator that returns the state of a game on flash by its name, None for no game; of
        the one in play should one begin meanwhile."""
        with unloaded():
            from glass import last_game
        state = yield from last_game.state(ident, self.game_in_play)
        if self.game_in_play():
            return self.state()
        state["card"] = state["menu"] = None
        return state

    def deck_in_play(self):
        """The name of the deck in play, or None."""
        return self._app.current.deck_name()

    def set_time(self, epoch_s):
        """Take over the laptop's clock, epoch_s seconds since 1970: the board has none of its
        own."""
        self._epoch = (epoch_s, ticks_ms())

    def time_s(self):
        """Seconds since 1970, or None if no laptop has said since power-on."""
        if self._epoch is None:
            return None
        return self._epoch[0] + self._passed_s()

    def keep_time(self):
        """Move the stamp of the laptop's clock on once it is an hour old: far from the wrap of
        ticks_ms."""
        passed_s = 0 if self._epoch is None else self._passed_s()
        if passed_s > _HOUR_S:
            epoch_s, at = self._epoch
            self._epoch = epoch_s + passed_s, ticks_add(at, 1000 * passed_s)

    def _passed_s(self):
        return ticks_diff(ticks_ms(), self._epoch[1]) // 1000

    def stop_for_repl(self):
        """End the game once all is sent: the REPL gets the port."""
        self.wants_repl = True
