"""The clock of a turn: its deadline, its checkpoints, and the quiet windows around the deadline.

Pure: time comes in as stamps of `ticks_ms`, no clock is read.
"""

from time import ticks_add, ticks_diff

from micropython import const

# A power cut costs at most 5 s of a turn; the last checkpoint may be left out near the deadline.
_CHECKPOINT_MS = const(4600)
# Interrupts wait while flash is busy: no operation starts so near a deadline, on either side.
QUIET_MS = const(155)
_SECOND_MS = const(1000)


class TurnClock:
    """Runs from `start` to `stop`; stamps are compared while they are younger than half the period
    of ticks_ms (6.2 days), and a turn is at most an hour."""

    def __init__(self):
        self._deadline = self._checkpoint = self._quiet_until = None

    @property
    def running(self):
        """True between `start` and `stop`."""
        return self._deadline is not None

    def start(self, at, left_ms):
        """Run from stamp `at` with left_ms to go."""
        self._deadline = ticks_add(at, left_ms)
        self._checkpoint = ticks_add(at, _CHECKPOINT_MS)

    def stop(self):
        """Stop."""
        self._deadline = self._checkpoint = None

    def left_ms(self, at):
        """ms left at stamp `at` (0 at the least). Only while it runs."""
        return max(0, ticks_diff(self._deadline, at))

    def is_over(self, at):
        """True if it runs and the deadline is at stamp `at` or before it."""
        return self._deadline is not None and ticks_diff(at, self._deadline) >= 0

    def ran_out(self):
        """The stamp of the deadline, which has passed. The flash is not written for QUIET_MS after
        it."""
        self._quiet_until = ticks_add(self._deadline, QUIET_MS)
        return self._deadline

    def checkpoint(self, now, lasts_ms):
        """ms left, if it is time to note them on flash, which takes up to lasts_ms; else None.
        While it runs, every 4.6 s unless a deadline is near."""
        if ticks_diff(self._checkpoint, now) > 0:
            return None
        self._checkpoint = ticks_add(now, _CHECKPOINT_MS)
        return None if self.quiet_ms(now, lasts_ms + QUIET_MS) else self.left_ms(now)

    def next_ms(self, now):
        """ms until the deadline, the next checkpoint, or the next second to show."""
        left = self.left_ms(now)
        return min(left, ticks_diff(self._checkpoint, now), (left - 1) % _SECOND_MS + 1)

    def quiet_ms(self, now, lasts_ms):
        """ms until the flash may be busy for lasts_ms without a deadline in that time, or QUIET_MS
        before or after it; 0 for now."""
        if self._deadline is not None:
            left = ticks_diff(self._deadline, now)
            return left + QUIET_MS if left <= QUIET_MS + lasts_ms else 0
        if self._quiet_until is not None:
            left = ticks_diff(self._quiet_until, now)
            if left > 0:
                return left
            self._quiet_until = None
        return 0
