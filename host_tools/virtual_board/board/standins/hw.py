"""The virtual hardware inside the MicroPython process: clock, pins, bus, flash and one pipe.

Time is `now`, in microseconds of the whole run; it moves only when the firmware calls hardware or
waits. Whatever falls due on the way is delivered at its exact time. Everything that looks at the
hardware lives in the host's process, which gets binary records over the pipe.
"""

import binascii
import gc
import struct

import micropython

STUCK_US = 20_000_000  # a firmware that does not come to rest for so long hangs
TX_BUFFER = 256  # bytes the USB port takes ahead of a host that does not read
CALL_US = 2  # what any clock, pin or poll call costs

now = 0
boot = 0  # `now` at power-up
ticks_start = 0  # ms that ticks_ms shows at power-up
limit = 0
stop_on_line = False
latched = False  # a hardware event came since the last idle(), as WFE's event register
frozen = False  # the host is reading the state: no time passes
masked = False  # flash busy: interrupts wait
in_irq = False
plugged = True
hung = 0  # clocks on SCL until the panel lets SDA go
sda = scl = None  # pin numbers of the bus
ring = 0  # bytes the receive ring holds; 0: the port has flow control, and nothing is lost
unread = None  # what the port holds for a host that does not read (bytearray), or None
panel_lit = False  # the display-on bit of the panel's status register
interrupt_byte = 3  # micropython.kbd_intr
interrupted = False
next_due = None

# (at, kind, a, b), sorted: e pin level, s bytes, o panel (0 off the bus, 1 on it, 2 holds SDA low),
# h 1 if the host does not read, k power cut
events = []
timers = []  # machine.Timer objects that run: .due, .fire()
levels = {}
irqs = {}  # pin number: (handler, trigger, Pin)
waiting = []  # pins whose interrupt waits for the flash
rx = bytearray()

state_hook = None
reserve_hook = None  # bytes that the firmware holds back for a full heap
_in = _out = None
_buffer = bytearray(512)
_fill = 0
_HEAD = "<BQIIH"
_HEAD_SIZE = struct.calcsize(_HEAD)


def connect(read_end, write_end):
    """The unbuffered binary ends of the pipe."""
    global _in, _out
    _in, _out = read_end, write_end


def _flush():
    global _fill
    if _fill:
        _out.write(memoryview(_buffer)[:_fill])
        _fill = 0


def record(kind, a=0, b=0, data=b""):
    """Tell the host: kind (a code), two numbers and bytes, stamped with `now`."""
    global _fill
    size = len(data)
    if _fill + _HEAD_SIZE + size > len(_buffer):
        _flush()
    struct.pack_into(_HEAD, _buffer, _fill, kind, now, a, b, size)
    _fill += _HEAD_SIZE
    if size > len(_buffer) - _fill:
        _flush()
        _out.write(data)
    else:
        _buffer[_fill : _fill + size] = data
        _fill += size


def plan():
    """Recompute when the next hardware event is due."""
    global next_due
    due = events[0][0] if events else None
    for timer in timers:
        if due is None or timer.due < due:
            due = timer.due
    next_due = due


_whats = {}


def stop(reason):
    """Hand over to the host with a reason (a code) and obey it until it says run."""
    global limit, stop_on_line, frozen
    record(reason)
    _flush()
    while True:
        line = _in.readline()
        if not line:
            raise SystemExit
        word = line.split()
        what = _whats.setdefault(word[0], word[0])  # one object a kind, however many wait
        if what == b"r":
            limit, stop_on_line = int(word[1]), word[2] == b"1"
            plan()
            return
        if what == b"m":
            gc.collect()
            record(77, gc.mem_free(), reserve_hook() if reserve_hook else 0)  # M
            _flush()
            continue
        if what == b"j":
            frozen = True
            for part in state_hook() if state_hook else (b"null",):
                record(74, 0, 0, part)  # J
            frozen = False
            record(74)
            _flush()
            continue
        a = binascii.unhexlify(word[2]) if what == b"s" else int(word[2])
        at = int(word[1])
        index = len(events)
        while index and events[index - 1][0] > at:
            index -= 1
        events.insert(index, (at, what, a, int(word[3])))


def charge(us=CALL_US):
    """A call into the hardware takes `us`."""
    if not frozen:
        advance(now + us)


def advance(to):
    """Move the clock to `to`, delivering what falls due at its time."""
    global now, interrupted
    if in_irq:
        if to > now:
            now = to
        return
    while next_due is not None and next_due <= to:
        if next_due > now:
            now = next_due
        _dispatch()
    if to > now:
        now = to
    if now > limit + STUCK_US:
        stop(72)  # H
    if interrupted and not masked:
        interrupted = False
        raise KeyboardInterrupt


def _dispatch():
    global latched, plugged, panel_lit, hung, unread, interrupted
    for timer in timers:
        if timer.due == next_due:
            if masked:
                timer.due = now + 100
                plan()
            else:
                latched = True
                timer.fire()
            return
    at, kind, a, b = events.pop(0)
    plan()
    latched = True
    if kind == b"e":
        if levels.get(a, 1) != b:
            levels[a] = b
            record(112, a, b)  # p
            if a in irqs and irqs[a][1] & (1 if b else 2):
                if masked:
                    if a not in waiting:
                        waiting.append(a)
                else:
                    _interrupt(a)
    elif kind == b"s":
        rx.extend(a[: ring - len(rx)] if ring else a)
        if interrupt_byte >= 0 and interrupt_byte in a:
            interrupted = True
        record(115, 0, 0, a)  # s
    elif kind == b"o" and a == 2:
        hung = 9 if plugged else 0
    elif kind == b"o":
        plugged = bool(a)
        panel_lit, hung = False, 0
        record(111, a)  # o
    elif kind == b"h" and not ring:  # a UART sends whether anybody listens or not
        if a:
            unread = bytearray()
        elif unread is not None:
            record(119, 0, 0, unread)  # w
            unread = None
    elif kind == b"k":
        while True:
            stop(75)  # K


def _interrupt(number):
    global in_irq
    handler, _, pin = irqs[number]
    in_irq = True
    micropython.heap_lock()
    try:
        handler(pin)
    finally:
        micropython.heap_unlock()
        in_irq = False


def flash_busy(us):
    """Interrupts wait for `us`."""
    global masked
    if frozen:
        return
    masked = True
    advance(now + us)
    masked = False
    while waiting:
        _interrupt(waiting.pop(0))


def idle():
    """Sleep until the next hardware event, or until the host wants to look."""
    global now, latched
    while not latched:
        if next_due is None or next_due > limit:
            if limit > now:
                now = limit
            stop(73)  # I
        else:
            advance(next_due)
    latched = False
    charge(1)
