"""`time` on the virtual clock; ticks wrap at 2**30 as on a board."""

import hw

_PERIOD = 1 << 30
_HALF = _PERIOD >> 1


def ticks_us():
    hw.charge()
    return (hw.now - hw.boot + hw.ticks_start * 1000) & (_PERIOD - 1)


def ticks_ms():
    hw.charge()
    return ((hw.now - hw.boot) // 1000 + hw.ticks_start) & (_PERIOD - 1)


ticks_cpu = ticks_us


def ticks_diff(one, other):
    return ((one - other + _HALF) & (_PERIOD - 1)) - _HALF


def ticks_add(ticks, delta):
    return (ticks + delta) & (_PERIOD - 1)


def sleep_us(us):
    hw.charge(max(us, hw.CALL_US))


def sleep_ms(ms):
    sleep_us(ms * 1000)


def sleep(s):
    sleep_us(int(s * 1000000))


def time():
    """Seconds since power-up: a board without a battery knows no date."""
    hw.charge()
    return (hw.now - hw.boot) // 1000000


def time_ns():
    hw.charge()
    return (hw.now - hw.boot) * 1000
