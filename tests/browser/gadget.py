"""The gadget on a page, as a test's hands, eyes and ears have it.

Every press waits until the device has seen the contact close and open, so that a `status` asked
for afterwards knows it.
"""

from support.buttons import NAMES, Buttons

KEYS = {"start": "Space", "got": "g", "pass": "p", "foul": "f"}

# Listens at the loudspeaker: the last 0.7 s of what is really rendered.
EAR = """
const connect = AudioNode.prototype.connect;
AudioNode.prototype.connect = function (to, ...rest) {
  if (!(to instanceof AudioDestinationNode)) return connect.call(this, to, ...rest);
  window.ear = new AnalyserNode(this.context, { fftSize: 32768 });
  connect.call(this, window.ear);
  return connect.call(window.ear, to, ...rest);
};
window.loudest = () => {
  const samples = new Float32Array(window.ear.fftSize);
  window.ear.getFloatTimeDomainData(samples);
  return samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
};
"""


class Hands:
    """A backend of Buttons on a page, by "mouse", "keys" or "touch". Real time: `now_us` stands
    still, and an edge returns when the device has seen its contact close or open."""

    now_us = 0

    def __init__(self, page, by):
        self.page, self.by = page, by
        self._cdp = page.context.new_cdp_session(page)
        self._touched = []

    def edge(self, _at_us, button, down):
        """Press or let go, and wait for the device."""
        getattr(self, "_" + self.by)(button, down)
        (self.closed if down else self.open)(button)

    def run_until(self, _us):
        """The device keeps its own time."""

    def _mouse(self, button, down):
        if not down:
            return self.page.mouse.up()
        self.page.mouse.move(**self._middle(button))
        self.page.mouse.down()

    def _keys(self, button, down):
        keyboard = self.page.keyboard
        (keyboard.down if down else keyboard.up)(KEYS[button])

    def _touch(self, button, down):
        if down:
            self._touches("touchStart", *self._touched, button)
            self._touched.append(button)
        else:
            self._touched.remove(button)
            self._touches("touchEnd", button)

    def _middle(self, button):
        box = self.page.locator(f"[data-button={button}]").bounding_box()
        return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}

    def _touches(self, kind, *buttons):
        points = [{"id": NAMES.index(one), **self._middle(one)} for one in buttons]
        self._cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def cancel_touch(self):
        """What a phone does when it takes the touch away: a call comes in."""
        self._touches("touchCancel")
        self._touched.clear()

    def closed(self, button):
        """Wait until the device's contact is closed."""
        self.page.wait_for_selector(f"[data-button={button}][data-closed]")

    def open(self, *buttons):
        """Wait until the device's contacts are open."""
        for button in buttons:
            self.page.wait_for_selector(f"[data-button={button}]:not([data-closed])")


class Gadget(Buttons):
    """A page with the gadget: `hands` press it, by "mouse", "keys" or "touch"."""

    def __init__(self, page, url, by):
        self.page = page
        self.hands = Hands(page, by)
        super().__init__(self.hands)
        self.closed, self.open = self.hands.closed, self.hands.open
        page.set_default_timeout(15000)
        page.goto(url)
        self.linked()

    # -- eyes

    def linked(self):
        """Wait until the page is connected."""
        self.page.wait_for_selector("#power:not([disabled])")

    def note(self, part):
        """Wait for a line below the switches that has `part` in it."""
        self.page.wait_for_function(
            "part => document.getElementById('note').textContent.includes(part)", arg=part
        )

    def lit(self, some=True):
        """Wait until the panel shows something, or nothing."""
        self.page.wait_for_function(
            """some => {
              const panel = document.getElementById("panel");
              const { data } = panel.getContext("2d")
                .getImageData(0, 0, panel.width, panel.height);
              return data.some(value => value) === some;
            }""",
            arg=some,
        )

    def picture(self):
        """The panel as a data URL."""
        return self.page.evaluate("document.getElementById('panel').toDataURL()")

    def shows(self, picture):
        """Wait until the panel shows a picture that picture() gave."""
        self.page.wait_for_function(
            "picture => document.getElementById('panel').toDataURL() === picture", arg=picture
        )

    # -- ears

    def hears(self):
        """Wait until a sound comes out of the loudspeaker."""
        self.page.wait_for_function("window.ear?.context.state === 'running' && loudest() > 0.02")

    def sounds(self, button):
        """Press until it is heard: the first press wakes the loudspeaker, and may be over then."""
        self.press(button)
        self.page.wait_for_function("window.ear?.context.state === 'running'")
        self.press(button)
        self.hears()

    def rests(self):
        """Wait until the loudspeaker has been silent for as long as the ear remembers."""
        self.page.wait_for_function("loudest() < 0.0001")
