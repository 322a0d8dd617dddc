"""The passive buzzer on one PWM pin: tunes, advanced by `step`, never waiting."""

from time import ticks_add, ticks_diff

from machine import PWM, Pin
from micropython import const

_DUTY_MAX = const(32768)  # 50 %: the loudest a passive buzzer gets


class Buzzer:
    """One tune at a time; a new one takes over at once."""

    def __init__(self, pin):
        self._pwm = PWM(Pin(pin))
        self._notes = ()
        self._index = 0
        self._until = 0
        self.volume = 3
        self.silence()

    def silence(self):
        """Quiet now. By duty: freq(0) raises, and PWM survives resets."""
        self._pwm.duty_u16(0)
        self._notes = ()

    def play(self, notes, now):
        """Start `notes` at ticks_ms `now`: Hz (0 for a rest) and ms of each, in one flat tuple (a
        third of the RAM of pairs)."""
        self._notes = notes
        self._index = -2
        self._until = now
        self.step(now)

    def step(self, now):
        """Next note if it is due; returns ms until the next one, or None when silent."""
        if not self._notes:
            return None
        left = ticks_diff(self._until, now)
        if left > 0:
            return left
        self._index += 2
        if self._index >= len(self._notes):
            self.silence()
            return None
        hz, ms = self._notes[self._index], self._notes[self._index + 1]
        if hz and self.volume:
            self._pwm.freq(hz)
            self._pwm.duty_u16(_DUTY_MAX >> (2 * (3 - self.volume)))
        else:
            self._pwm.duty_u16(0)
        self._until = ticks_add(now, ms)
        return ms
