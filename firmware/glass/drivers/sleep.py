"""Waiting: until some ms have passed or something happens, with the CPU idle."""

import machine


class Sleep:
    """One hardware or software timer."""

    def __init__(self, timer_id):
        """timer_id: of machine.Timer; -1 for a software timer where the port has them."""
        self._timer = machine.Timer(timer_id)
        self._due = False

    def until(self, ms, happened):
        """Wait ms (above 0), or until happened() is true after an interrupt."""
        self._due = False
        self._timer.init(mode=machine.Timer.ONE_SHOT, period=ms, callback=self._on_timer)
        while not (self._due or happened()):
            machine.idle()
        self._timer.deinit()

    def _on_timer(self, _timer):
        self._due = True


def sooner(one, other):
    """The smaller of two waits in ms; None means for ever."""
    if one is None:
        return other
    return one if other is None or one <= other else other
