"""A Pico on the bench: presses at simulated times, requests, and what its records say."""

from __future__ import annotations

import random
from pathlib import Path
from types import TracebackType
from typing import Any

from pico.device import PicoDevice, Record

GAP_MS = 60  # without a byte to the panel for so long, a picture is complete
ERASE_MS, PAGE_MS = 45, 0.5
PRESS_MS = 80
LONGEST_MS = 8000  # a sound or a picture that is later is none
LONGEST_START_MS, SHOWN_MS = 10_000, 700


class Bench:
    """One emulated Pico. Times are ms of the whole run."""

    def __init__(
        self, kit: Path, uf2: Path, image: Path, seed: int = 1, on: bool = True, **more: Any
    ) -> None:
        """image: of the file system. seed: of the random moments. on: give power and wait."""
        self.device = PicoDevice(kit, uf2, image, **more)
        self.chance = random.Random(seed)
        if on:
            self.start()

    def start(self) -> None:
        """Give power and wait until the firmware has begun, and shown its first picture."""
        self.device.power_on()
        began = self.now
        while not self.events(began) and self.now < began + LONGEST_START_MS:
            self.run(100)
        self.run(SHOWN_MS)

    def __enter__(self) -> Bench:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        self.device.close()

    # -- what is done to it ----------------------------------------------------------------------

    @property
    def now(self) -> float:
        """Simulated ms."""
        return self.device.sim.now

    @property
    def records(self) -> list[Record]:
        """What happened, in order."""
        return self.device.records

    def run(self, ms: float) -> None:
        """Let time pass."""
        self.device.run_until(round((self.now + ms) * 1000))

    def run_to(self, ms: float) -> None:
        """Let time pass up to `ms`."""
        self.device.run_until(round(ms * 1000))

    def press(self, button: str, at: float, held: float = PRESS_MS) -> tuple[float, float]:
        """Schedule a press; returns its two edges, to the microsecond."""
        down, up = round(at * 1000), round((at + held) * 1000)
        self.device.edge(down, button, True)
        self.device.edge(up, button, False)
        return down / 1000, up / 1000

    def presses(self, button: str, first: float, last: float) -> list[float]:
        """Schedule presses at random moments, 350 to 1,350 ms apart; returns their edges."""
        at, edges = first, []
        while (at := at + self.chance.uniform(350, 1350)) < last:
            edges.append(self.press(button, at)[0])
        return edges

    def soon(self, least: float = 300) -> float:
        """A random moment within a second from `least` ms on."""
        return self.now + least + self.chance.uniform(0, 1000)

    def ask(self, do: str, **args: object) -> tuple[dict[str, Any], float]:
        """(reply, ms that it took) of a request. Raises DeviceError, LinkError."""
        began = self.now
        return self.device.request(do, **args), self.now - began

    def state(self) -> dict[str, Any]:
        """The state, asked for through the port."""
        state: dict[str, Any] = self.ask("status")[0]["state"]
        return state

    # -- what the records say --------------------------------------------------------------------

    def of(self, what: str, first: float = 0, last: float = 1e12) -> list[Record]:
        """The records of a kind, from a moment to another."""
        return [r for r in self.records if r["what"] == what and first <= r["ms"] <= last]

    def sounds(self, first: float, last: float = 1e12) -> list[float]:
        """When a sound began."""
        return [r["ms"] for r in self.of("buzzer", first, last) if r["duty"]]

    def sound_ms(self, at: float) -> float | None:
        """ms from a moment to the first sound."""
        found = self.sounds(at, at + LONGEST_MS)
        return found[0] - at if found else None

    def picture_ms(self, at: float, until: float = 1e12) -> float | None:
        """ms from a moment to the last byte of the picture that follows it, before `until`."""
        last = None
        for record in self.of("oled", at, min(until, at + LONGEST_MS)):
            if last is not None and record["ms"] - last > GAP_MS:
                break
            last = record["ms"]
        return None if last is None else last - at

    def shown_ms(self, at: float, until: float = 1e12) -> float | None:
        """The same without the erase that was under way."""
        ms = self.picture_ms(at, until)
        return None if ms is None else ms - self.erase_ms(at, at + ms)

    def erase_ms(self, first: float, last: float) -> float:
        """How long one erase was under way between two moments, the longest if there were more."""
        begun = [r["ms"] for r in self.of("flash", first - ERASE_MS, last) if r["op"] == "erase"]
        return max((min(last, ms + ERASE_MS) - max(first, ms) for ms in begun), default=0.0)

    def events(self, first: float = 0, last: float = 1e12) -> list[float]:
        """When lines of events came."""
        return [r["ms"] for r in self.of("serial_out", first, last) if r["text"][:1] == "!"]
