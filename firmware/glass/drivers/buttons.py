"""Four buttons to ground: edges stamped and debounced in the interrupt handler."""

from time import ticks_add, ticks_diff, ticks_ms

import micropython
from machine import Pin
from micropython import const

_DEBOUNCE_MS = const(25)  # contacts bounce up to 20 ms; the first edge counts
_IDLE_MS = const(1 << 20)  # stamps older than this are moved up: ticks_diff is wrong after 6 days
RING = 64  # edges that may wait while a pass is busy


class Buttons:
    """`take()` gives (button, down, at_ms) in order of time; stamps are `ticks_ms`."""

    def __init__(self, pins):
        """pins: {name: GPIO number}."""
        self.names = tuple(sorted(pins))
        self._pins = [Pin(pins[name], Pin.IN, Pin.PULL_UP) for name in self.names]
        # A button that is down at power-on was pressed before: only its next press counts.
        self._down = bytearray([1 - pin.value() for pin in self._pins])
        self._at = [ticks_add(ticks_ms(), -_DEBOUNCE_MS)] * len(self.names)
        self._what = bytearray(RING)
        self._when = [0] * RING
        self._head = self._tail = 0
        for index in range(len(self.names)):
            handler = _handler(self, index)
            try:
                self._pins[index].irq(handler, Pin.IRQ_FALLING | Pin.IRQ_RISING, hard=True)
            except TypeError:  # the ESP32 has soft ones only
                self._pins[index].irq(handler, Pin.IRQ_FALLING | Pin.IRQ_RISING)

    def edge(self, index):
        """Interrupt: take an edge unless it is bounce. Allocates nothing."""
        now = ticks_ms()
        if ticks_diff(now, self._at[index]) >= _DEBOUNCE_MS:
            # Inside bounce the level read is chance: outside the window an edge is a change.
            self._push(index, self._down[index] ^ 1, now)

    def _push(self, index, down, now):
        head = (self._head + 1) % RING
        if head != self._tail:
            self._what[self._head] = index * 2 + down
            self._when[self._head] = now
            self._head = head
            self._down[index] = down
            self._at[index] = now

    def settle(self, now):
        """Compare levels once bounce is over; returns ms until that is due, or None.

        A press shorter than the window, or an edge lost, is mended here.
        """
        wait = None
        for index in range(len(self.names)):
            down = 1 - self._pins[index].value()
            changed = down != self._down[index]
            # Read last: an edge that came in between has a new stamp, and the level is old then.
            left = _DEBOUNCE_MS - ticks_diff(now, self._at[index])
            if changed:
                if left <= 0:
                    self._push(index, down, now)
                elif wait is None or left < wait:
                    wait = left
            elif 0 < left and (wait is None or left < wait):
                wait = left
            elif left < -_IDLE_MS:
                self._at[index] = ticks_add(now, -_DEBOUNCE_MS)
        return wait

    def pending(self):
        """True if an edge waits."""
        return self._head != self._tail

    def take(self):
        """The oldest (name, down, at_ms), or None."""
        if self._head == self._tail:
            return None
        what, at = self._what[self._tail], self._when[self._tail]
        self._tail = (self._tail + 1) % RING
        return self.names[what >> 1], bool(what & 1), at


def held(pin):
    """True if the button on GPIO `pin` is down now (power-on checks, before anything runs)."""
    return not Pin(pin, Pin.IN, Pin.PULL_UP).value()


def _handler(buttons, index):
    def on_edge(_pin):
        buttons.edge(index)

    return on_edge


try:
    micropython.alloc_emergency_exception_buf(100)
except AttributeError:  # only boards have hard interrupts to report from
    pass
