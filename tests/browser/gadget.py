"""The gadget on a page, as a test's hands, eyes and ears have it.

Every press waits until the device has seen the contact close and open, so that a `status` asked
for afterwards knows it.
"""

KEYS = {"start": "Space", "got": "g", "pass": "p", "foul": "f"}
BUTTONS = tuple(KEYS)

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


class Gadget:
    """A page with the gadget, pressed by "mouse", "keys" or "touch"."""

    def __init__(self, page, url, by):
        self.page = page
        self.by = by
        self._cdp = page.context.new_cdp_session(page)
        self._touched = []
        page.set_default_timeout(15000)
        page.goto(url)
        self.linked()

    # -- hands

    def _middle(self, button):
        box = self.page.locator(f"[data-button={button}]").bounding_box()
        return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}

    def _touch(self, kind, *buttons):
        points = [{"id": BUTTONS.index(one), **self._middle(one)} for one in buttons]
        self._cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def down(self, button):
        """Press and keep it down; returns when the device has the contact closed."""
        if self.by == "mouse":
            self.page.mouse.move(**self._middle(button))
            self.page.mouse.down()
        elif self.by == "keys":
            self.page.keyboard.down(KEYS[button])
        else:
            self._touch("touchStart", *self._touched, button)
            self._touched.append(button)
        self.closed(button)

    def up(self, button):
        """Let go; returns when the device has the contact open."""
        if self.by == "mouse":
            self.page.mouse.up()
        elif self.by == "keys":
            self.page.keyboard.up(KEYS[button])
        else:
            self._touched.remove(button)
            self._touch("touchEnd", button)
        self.open(button)

    def cancel_touch(self):
        """What a phone does when it takes the touch away: a call comes in."""
        self._touch("touchCancel")
        self._touched.clear()

    def press(self, *buttons):
        """One after the other."""
        for button in buttons:
            self.down(button)
            self.up(button)

    # -- eyes

    def closed(self, button):
        """Wait until the device's contact is closed."""
        self.page.wait_for_selector(f"[data-button={button}][data-closed]")

    def open(self, *buttons):
        """Wait until the device's contacts are open."""
        for button in buttons:
            self.page.wait_for_selector(f"[data-button={button}]:not([data-closed])")

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
