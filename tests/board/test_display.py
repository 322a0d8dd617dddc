"""The panel's driver: what it sends, and when."""

import sys
import types

from support import board_modules  # noqa: F401, I001

sys.modules.setdefault("machine", types.SimpleNamespace(I2C=None, Pin=None))

from glass.drivers import oled  # noqa: E402


class Panel:
    """The bus with an SSD1306 on it, in place of machine.I2C."""

    def __init__(self, *_args, **_keys):
        self.sent = []
        Panel.newest = self

    def readfrom(self, _address, _count):
        return b"\x03"

    def writeto(self, _address, data):
        self.sent.append(bytes(data))


class Line:
    """A pin that nobody holds down."""

    def __init__(self, *_args, **_keys):
        pass

    def value(self, *_level):
        return 1


class Frame:
    """A frame buffer that only fills."""

    def __init__(self, data, *_args):
        self._data = data

    def fill(self, color):
        self._data[:] = (b"\xff" if color else b"\0") * len(self._data)


def display(monkeypatch):
    """A Display on that bus, which has not started yet."""
    monkeypatch.setattr(oled, "I2C", Panel)
    monkeypatch.setattr(oled, "Pin", Line)
    bitmaps = types.SimpleNamespace(FrameBuffer=Frame, MONO_VLSB=0)
    monkeypatch.setattr(oled, "framebuf", bitmaps)
    return oled.Display(0, 4, 5, 400_000)


def pages(data):
    """The pages of the panel that were written."""
    return [one[1] & 7 for one in data if one[0] == 0 and len(one) == 4]


def test_nothing_of_a_picture_that_is_being_drawn_is_sent_even_to_a_panel_that_starts(monkeypatch):
    panel = display(monkeypatch)
    panel.show()
    panel.pause()
    panel.fb.fill(1)
    assert panel.step(0, lambda: False) is None  # the panel has been found
    assert pages(Panel.newest.sent) == []
    panel.show()
    assert panel.step(0, lambda: False) is None
    assert pages(Panel.newest.sent) == list(range(8))
