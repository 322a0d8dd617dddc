"""The passive buzzer on one PWM pin: tunes whose notes a timer ends, whatever else is under way."""

from time import ticks_add, ticks_diff, ticks_ms

from machine import PWM, Pin, Timer
from micropython import const

_DUTY_MAX = const(32768)  # 50 %: the loudest a passive buzzer gets
_BRIEF_MS = const(20)  # a note this short may not be heard any longer: the flash waits for its end


class Buzzer:
    """One tune at a time; a new one takes over at once."""

    def __init__(self, pin, timer_id=None):
        """pin: GPIO number; timer_id: of the machine.Timer that ends the notes, None for a buzzer
        that is only to be silent."""
        self._pwm = PWM(Pin(pin))
        self._timer = None if timer_id is None else Timer(timer_id)
        self._note_over = self._on_timer  # bound once: a method bound anew is garbage
        self._notes = ()
        self._index = 0
        self._until = 0
        self.volume = 3
        self.silence()

    def silence(self):
        """Quiet now. By duty: freq(0) raises, and PWM survives resets."""
        self._notes = ()
        self._pwm.duty_u16(0)
        if self._timer:
            self._timer.deinit()

    def play(self, notes):
        """Start `notes`: Hz (0 for a rest) and ms of each, in one flat tuple (a third of the RAM of
        pairs)."""
        self._notes = notes
        self._index = 0
        self._sound()

    def brief_ms(self, now):
        """ms until the end of a note that is too short for the flash to be busy meanwhile, during
        which no timer comes; else 0."""
        if not self._notes or self._notes[self._index + 1] > _BRIEF_MS:
            return 0
        return max(0, ticks_diff(self._until, now) + 1)  # both are rounded down

    def _sound(self):
        """The note at _index."""
        hz, ms = self._notes[self._index], self._notes[self._index + 1]
        self._until = ticks_add(ticks_ms(), ms)
        if hz and self.volume:
            self._pwm.freq(hz)
            self._pwm.duty_u16(_DUTY_MAX >> (2 * (3 - self.volume)))
        else:
            self._pwm.duty_u16(0)
        self._timer.init(mode=Timer.ONE_SHOT, period=ms, callback=self._note_over)

    def _on_timer(self, _timer):
        """The note is over. A call that was due when another tune took over comes too early."""
        if not self._notes or ticks_diff(self._until, ticks_ms()) > 1:
            return
        if self._index + 2 < len(self._notes):
            self._index += 2
            self._sound()
        else:
            self._notes = ()
            self._pwm.duty_u16(0)
