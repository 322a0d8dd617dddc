"""SSD1306 (datasheet rev 1.1) or SH1106 (version 2.3) over I2C: a frame in RAM and what the glass
shows; only the difference is sent, page by page, so that a button never waits for a picture."""

from time import ticks_add, ticks_diff

import framebuf
from machine import I2C, Pin
from micropython import const

WIDTH, HEIGHT, PAGES = 128, 64, 8
ADDRESSES = (0x3C, 0x3D)
_RETRY_MS = const(500)
_TIMEOUT_US = const(6000)  # a transfer takes 3 ms; a bus that hangs must not hold up a button
_SH1106_ID = const(0x08)  # low half of its status byte; the SSD1306 has 3 or 6 there
_SH1106_SHIFT = const(2)  # its RAM is 132 columns wide, the glass is behind 2..129

# Section 10: off, clock, mux 64, offset 0, line 0, charge pump, page addressing (10.1.3: works on
# the SH1106 too), segment and COM remap, COM pins, precharge, VCOMH, RAM content, not inverted.
_INIT = bytes((0xAE, 0xD5, 0x80, 0xA8, 0x3F, 0xD3, 0, 0x40, 0x8D, 0x14, 0x20, 2, 0xA1, 0xC8,
               0xDA, 0x12, 0x81, 0xCF, 0xD9, 0xF1, 0xDB, 0x40, 0xA4, 0xA6))  # fmt: skip


class Display:
    """Draw into `.fb`, call `show()`, then `step` until it returns None."""

    def __init__(self, bus_id, sda, scl, hz, chip=None):
        """bus_id, sda, scl: of the I2C; chip: "ssd1306", "sh1106", None to go by its status."""
        self._bus = bus_id, sda, scl, hz
        self._open()
        self._chip = chip
        self._shift = 0
        self._frame = bytearray(WIDTH * PAGES)
        self._sent = bytearray(WIDTH * PAGES)
        # What is compared has its views ready: a picture must leave no garbage behind in a turn.
        self._pages = [(_page(self._frame, page), _page(self._sent, page)) for page in range(PAGES)]
        self._line = bytearray(WIDTH + 1)
        self._line[0] = 0x40  # data follows (8.1.5.2)
        self._place = bytearray(4)  # commands: page, column
        self.fb = framebuf.FrameBuffer(self._frame, WIDTH, HEIGHT, framebuf.MONO_VLSB)
        self.contrast = 0xCF
        self._address = None
        self._page = PAGES
        self._paused = False
        self._retry_at = None
        self._fresh = True  # the panel's RAM is undefined: send every page
        self._lit = False
        self._want_lit = True
        self._rotated = False
        self._status_true = False  # some panels never report "on": believed once they did

    def pause(self):
        """Send nothing of `.fb`, which is being drawn, until `show()`."""
        self._paused = True

    def show(self):
        """Begin to send what differs from the glass."""
        self._page = 0
        self._paused = False

    def step(self, now, urgent):
        """Send page by page what `show` began; urgent(): True when something else must be done
        first. Returns 0 if more is to come, ms to the next try, None when done."""
        if self._address is None:
            if self._retry_at is not None and ticks_diff(self._retry_at, now) > 0:
                return ticks_diff(self._retry_at, now)
            self._retry_at = None
            if not self._start():
                self._retry_at = ticks_add(now, _RETRY_MS)
                return _RETRY_MS
        if self._paused:
            return None
        try:
            while self._page < PAGES:
                sent = self._send(self._page)
                self._page += 1
                if sent and urgent():
                    return 0
            self._fresh = False
            if self._lit != self._want_lit:
                self._command(0xAF if self._want_lit else 0xAE)
                self._lit = self._want_lit
        except OSError:
            self._address = None
            self._retry_at = ticks_add(now, _RETRY_MS)
            return _RETRY_MS
        return None

    def set_contrast(self, value):
        """Set the contrast, 0 to 255 (datasheet 10.1.7); at once if the panel answers."""
        self.contrast = value
        try:
            if self._address is not None:
                self._command(0x81, value)
        except OSError:
            self._address = None

    def light(self, on):
        """Panel on or off at the next step (display-off, so that no pixel ages)."""
        if on and not self._want_lit:  # while it was dark nobody looked whether it was still there
            self._address = self._retry_at = None
        self._want_lit = on

    @property
    def dark(self):
        """True while the panel is off."""
        return not self._lit and not self._want_lit

    def rotate(self, rotated):
        """Turn the picture by half a turn; the whole frame is sent again."""
        if rotated != self._rotated:
            self._rotated = rotated
            self._address = None
            self._retry_at = None

    def probe(self):
        """Notice a panel that was unplugged while nothing changed, or that came back blank.

        Returns True if it answers and shows what it was sent.
        """
        try:
            if self._address is not None:
                # Status register, bit 6: the display is off (8.1.5), as after power-on.
                lit = not self._i2c.readfrom(self._address, 1)[0] & 0x40
                self._status_true = self._status_true or (lit and self._lit)
                if self._status_true and lit != self._lit:
                    self._address = None
                    self._retry_at = None
            return self._address is not None
        except OSError:
            self._address = None
            self._retry_at = None
            return False

    def _open(self):
        bus_id, sda, scl, hz = self._bus
        self._i2c = I2C(bus_id, sda=Pin(sda), scl=Pin(scl), freq=hz, timeout=_TIMEOUT_US)

    def _free_bus(self):
        """A panel cut off in the middle of a byte holds SDA low: clock it out of there, then a stop
        (I2C specification UM10204, 3.1.16). Returns True if the bus is free."""
        _, sda, scl, _ = self._bus
        clock = Pin(scl, Pin.OPEN_DRAIN, Pin.PULL_UP, value=1)
        for _ in range(9):
            clock.value(0)
            clock.value(1)
        clock.value(0)
        data = Pin(sda, Pin.OPEN_DRAIN, Pin.PULL_UP, value=0)
        clock.value(1)
        data.value(1)
        free = data.value()
        self._open()
        return free

    def _command(self, *values):
        self._i2c.writeto(self._address, bytes((0,) + values))

    def _start(self):
        data = Pin(self._bus[1])
        if not data.value() and not self._free_bus():
            return False
        for address in ADDRESSES:
            try:
                self._address = address
                status = self._i2c.readfrom(address, 1)[0]
                wide = self._chip == "sh1106" if self._chip else status & 15 == _SH1106_ID
                self._shift = _SH1106_SHIFT if wide else 0
                self._command(*_INIT)
                self._command(0x81, self.contrast)
                if self._rotated:
                    self._command(0xA0, 0xC0)
                self._fresh, self._page, self._lit = True, 0, False
                return True
            except OSError:
                self._address = None
                if not data.value():  # the other address would only wait as long
                    break
        return False

    def _send(self, page):
        """Send what differs in a page, from the first column that does to the last; returns True if
        anything was sent."""
        new, old = self._pages[page]
        start, end = 0, WIDTH
        if not self._fresh:
            if new == old:
                return False
            while new[start] == old[start]:
                start += 1
            while new[end - 1] == old[end - 1]:
                end -= 1
        size = end - start
        column, place = start + self._shift, self._place
        place[1], place[2], place[3] = 0xB0 | page, column & 15, 0x10 | column >> 4
        self._i2c.writeto(self._address, place)
        self._line[1 : size + 1] = new[start:end]
        self._i2c.writeto(self._address, memoryview(self._line)[: size + 1])
        old[start:end] = new[start:end]
        return True


def _page(frame, page):
    return memoryview(frame)[page * WIDTH : (page + 1) * WIDTH]
