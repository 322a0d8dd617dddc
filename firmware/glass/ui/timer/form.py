"""The plain timer in the menu: how long it runs."""

TIMES_S = (10, 15, 20, 30, 45, 60, 90, 120, 180, 300, 600, 900, 1800, 3600)


class Form:
    """`open` shows a page of times, the last one chosen."""

    def __init__(self, device):
        self._device = device

    def open(self):
        """Show the page."""
        self._device.menu.show(self._page)

    def _page(self):
        device = self._device
        last_s = device.settings.get("timer_s")
        times = sorted(set(TIMES_S + (last_s,)))
        rows = [(_time_text(time_s), lambda time_s=time_s: self._start(time_s))
                for time_s in times]  # fmt: skip
        title = device.label_of("timer")
        return title, rows, device.show_main_page, times.index(last_s)

    def _start(self, time_s):
        device = self._device
        device.settings.change({"timer_s": time_s})
        device.begin({"game": "timer", "turn_s": time_s, "language": device.language})


def _time_text(time_s):
    return "%d:%02d" % (time_s // 60, time_s % 60) if time_s >= 60 else "%d s" % time_s
