"""`machine` as the firmware uses it."""

import binascii

import hw
import micropython
from micropython import const
from vb_config import BOARD, PANEL_ADDRESS, PANEL_ID, RESET_CAUSE

# Of BOARD, see profiles.py.
_PORT = const(1)
_ID = const(2)
_PINS = const(3)
_INPUT_ONLY = const(4)
_WDT_MS = const(5)


class Pin:
    IN, OUT, OPEN_DRAIN = 0, 1, 2
    PULL_UP, PULL_DOWN = 1, 2
    IRQ_RISING, IRQ_FALLING = 1, 2

    def __init__(self, number, mode=-1, pull=-1, value=None):
        if number < 0 or not BOARD[_PINS] >> number & 1:
            raise ValueError("invalid pin")
        if number >= BOARD[_INPUT_ONLY]:
            if mode in (Pin.OUT, Pin.OPEN_DRAIN):
                raise ValueError("pin can only be input")
            if pull >= 0:  # the chip says nothing, and the pin floats
                raise ValueError("GPIO %d has no pull-ups" % number)
        self.number = number
        if value is not None:
            hw.levels[number] = value
        hw.charge()

    def irq(self, handler=None, trigger=3, hard=False):
        hw.charge()
        if hard and BOARD[_PORT] != "rp2":  # only soft interrupts there
            raise TypeError("extra keyword arguments given")
        if handler is None:
            hw.irqs.pop(self.number, None)
        else:
            hw.irqs[self.number] = (handler, trigger, self)
        return self

    def value(self, level=None):
        hw.charge()
        if level is None:
            if hw.hung and self.number == hw.sda:
                return 0
            return hw.levels.get(self.number, 1)
        if hw.hung and self.number == hw.scl and level and not hw.levels.get(self.number, 1):
            hw.hung -= 1  # the panel shifts one bit of its byte out
        hw.levels[self.number] = 1 if level else 0

    __call__ = value


class PWM:
    _pins = {}  # slice: the pin that has it

    def __init__(self, pin, freq=None, duty_u16=None):
        if pin.number >= BOARD[_INPUT_ONLY]:
            raise ValueError("pin can only be input")
        # RP2040 datasheet 4.5.2: GPIO n is on slice (n / 2) mod 8, of one frequency. The chip says
        # nothing: both pins sound alike.
        where = pin.number // 2 % 8 if BOARD[_PORT] == "rp2" else pin.number
        if self._pins.setdefault(where, pin.number) != pin.number:
            raise ValueError("GPIO %d is on a PWM slice in use" % pin.number)
        self._pin, self._hz, self._duty = pin, 0, 0
        if freq is not None:
            self._hz = freq
        if duty_u16 is not None:
            self.duty_u16(duty_u16)

    def freq(self, hz=None):
        hw.charge()
        if hz is None:
            return self._hz
        if hz < 8:
            raise ValueError("freq too small")
        self._hz = hz
        self._tell()

    def duty_u16(self, duty=None):
        hw.charge()
        if duty is None:
            return self._duty
        if duty != self._duty:
            self._duty = min(duty, 65535)
            self._tell()

    def _tell(self):
        hw.record(122, self._hz, self._duty)  # z

    def deinit(self):
        self.duty_u16(0)


class I2C:
    def __init__(self, id=0, *, scl=None, sda=None, freq=400000, timeout=50000):
        if BOARD[_PORT] == "rp2":  # even and odd pins, I2C0 and I2C1 on alternating pairs
            if sda.number % 4 != 2 * id:
                raise ValueError("bad SDA pin")
            if scl.number % 4 != 2 * id + 1:
                raise ValueError("bad SCL pin")
        elif max(sda.number, scl.number) >= BOARD[_INPUT_ONLY]:
            raise ValueError("pin can only be input")
        self._freq, self._timeout = freq, timeout
        hw.sda, hw.scl = sda.number, scl.number
        hw.charge()

    def _bus(self, address, size):
        # A start, 9 bits for the address and each byte, a stop.
        if hw.hung:  # no start without SDA high
            hw.charge(self._timeout)
            raise OSError(110)
        there = hw.plugged and address == PANEL_ADDRESS
        us = (9 * (1 + (size if there else 0)) + 2) * 1000000 // self._freq
        hw.charge(us)
        if not there:
            raise OSError(5)
        return us

    def writeto(self, address, data, stop=True):
        us = self._bus(address, len(data))
        hw.record(98, address, us, data)  # b
        if data[0] == 0 and data[-1] & 0xFE == 0xAE:  # display on or off, sent last
            hw.panel_lit = data[-1] == 0xAF
        return len(data) + 1

    def writevto(self, address, parts, stop=True):
        data = b"".join(bytes(part) for part in parts)
        return self.writeto(address, data, stop)

    def readfrom(self, address, count, stop=True):
        """The status register (SSD1306 8.1.5): bit 6 says that the display is off."""
        self._bus(address, count)
        return bytes((PANEL_ID | (0 if hw.panel_lit else 0x40),)) * count

    def scan(self):
        hw.charge(112 * 30)
        return [PANEL_ADDRESS] if hw.plugged else []


class Timer:
    ONE_SHOT, PERIODIC = 0, 1

    def __init__(self, id=-1, **kw):
        if BOARD[_PORT] == "rp2" and id != -1:
            raise ValueError("Timer doesn't exist")
        if BOARD[_PORT] != "rp2" and id < 0:  # a FreeRTOS timer: of 10 ms ticks, and none shorter
            raise ValueError("period too small for soft timer")
        if id > 3:
            raise ValueError("invalid Timer number, max 4")
        self.due = 0
        if kw:
            self.init(**kw)

    def init(self, *, mode=1, period=-1, freq=-1, callback=None, hard=False, tick_hz=1000):
        hw.charge()
        us = period * 1000000 // tick_hz if period >= 0 else 1000000 // freq
        self._every = us if mode == 1 else 0
        self._callback = callback
        self.due = hw.now + us
        if self not in hw.timers:
            hw.timers.append(self)
        hw.plan()

    def deinit(self):
        hw.charge()
        if self in hw.timers:
            hw.timers.remove(self)
        hw.plan()

    def fire(self):
        if self._every:
            self.due += self._every
        else:
            hw.timers.remove(self)
        hw.plan()
        self._callback(self)


class WDT:
    def __init__(self, id=0, timeout=5000):
        if timeout > BOARD[_WDT_MS]:
            raise ValueError("timeout exceeds %d" % BOARD[_WDT_MS])
        if timeout <= 0 and BOARD[_PORT] != "rp2":
            raise ValueError("WDT timeout too short")
        self._us = timeout * 1000
        self.due = hw.now + self._us
        hw.timers.append(self)
        hw.plan()

    def feed(self):
        hw.charge()
        self.due = hw.now + self._us
        hw.plan()

    def fire(self):
        while True:
            hw.stop(87)  # W


def idle():
    hw.idle()


def reset():
    while True:
        hw.stop(82)  # R


soft_reset = reset


def unique_id():
    return binascii.unhexlify(BOARD[_ID])


def freq(hz=None):
    return 125000000


def reset_cause():
    return RESET_CAUSE  # rp2 cannot tell reset() from the watchdog


PWRON_RESET, WDT_RESET = 1, 3
