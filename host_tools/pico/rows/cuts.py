"""Power cuts in the middle of flash operations: what was told is there afterwards."""

from __future__ import annotations

from typing import Any

from buzzglass.decks.deck import Deck
from buzzglass.decks.files import SHIPPED, parse_deck
from buzzglass.device.client import Client
from buzzglass.device.loading import load_deck
from buzzglass.errors import DeviceError, LinkError
from pico.bench import Bench
from pico.clocks import event_of
from pico.device import Transport
from pico.figures import Figure
from pico.images import GAME
from pico.rows.run import Run

HOW = ("noise", "noise", "old", "new")
PRESSES_MOST = 60


def cuts(run: Run) -> list[Figure]:
    """Cuts while presses are kept, settings are written, a deck comes in, a game begins."""
    wrong: list[str] = []
    with run.bench("begun", 10) as bench:
        story = Story(bench)
        count = run.many(18, 6)
        for number in range(count):
            what = (story.presses, story.settings, story.presses, story.deck, story.presses,
                    story.game)[number % 6]  # fmt: skip
            operation = bench.chance.randint(1, 12)
            part, how = bench.chance.uniform(0, 1), bench.chance.choice(HOW)
            bench.device.cut(operation, part, how)
            found = what()
            name = f"cut {number + 1} in operation {operation} of {what.__name__} ({how})"
            wrong += [f"{name}: {text}" for text in found]
        run.done(bench, "cuts")
    run.seen.notes += wrong
    return [
        Figure("power cuts in flash operations", story.cuts, ""),
        Figure("of them something was lost or broken", len(wrong), "", 0),
    ]


class Story:
    """Each method does something until the power goes, gives it again, and returns what is
    wrong."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self.cuts = 0
        self.deck_now: Deck = parse_deck(SHIPPED / "names-en.csv")
        self.deck_now.name = "cut"

    def presses(self) -> list[str]:
        """A turn is played. What a line has told of is on flash, and at most one press more."""
        before = self.bench.state()
        told = before["events"]
        for _ in range(PRESSES_MOST):
            if not self.bench.device.on:
                break
            first = self.bench.now
            self.bench.press(self.bench.chance.choice(("got", "got", "got", "start")), first + 5)
            self.bench.run(600)
            for record in self.bench.of("serial_out", first):
                told = int(str((event_of(record) or {}).get("events", told)))
        after = self._back()
        lost = after["events"] not in (told, told + 1)
        other = after["game_id"] != before["game_id"]
        return [f"{told} events were told, {after['events']} are there"] * (lost or other)

    def settings(self) -> list[str]:
        """A setting is changed back and forth: it has the last value told, or the next."""
        values = [self._volume()]
        while self.bench.device.on and len(values) < PRESSES_MOST:
            values.append((values[-1] + 1) % 3)
            self._ask("settings_set", settings={"volume": values[-1]})
        self._back()
        found = self._volume()
        return [] if found in values[-2:] else [f"the volume is {found}, not of {values[-2:]}"]

    def _volume(self) -> int:
        return int(self.bench.ask("settings_get")[0]["settings"]["volume"])

    def deck(self) -> list[str]:
        """A deck comes in under a name again and again: it is whole, or not there."""
        for number in range(4):
            if not self.bench.device.on:
                break
            client = Client(Transport(self.bench.device), 0x100 * (self.cuts + number))
            try:
                load_deck(client, self.deck_now)
            except (DeviceError, LinkError):
                pass
        self._back()
        decks = {deck["name"]: deck["cards"] for deck in self.bench.ask("deck_list")[0]["decks"]}
        whole = decks.get("cut", len(self.deck_now.cards)) == len(self.deck_now.cards)
        return [] if whole and "d432" in decks else [f"the decks are {decks}"]

    def game(self) -> list[str]:
        """A new game begins: it is in play, or the one before."""
        before = self.bench.state()["game_id"]
        told = None
        for _ in range(4):
            if not self.bench.device.on:
                break
            reply = self._ask("new", setup={**GAME, "cards": 120, "turn_s": 60})
            told = reply.get("game_id", told)
        after = self._back()["game_id"]
        newer = after is not None and after > (told or before or "")
        return [] if after in (told, before) or newer else [f"{after} is in play, not {told}"]

    def _ask(self, do: str, **args: object) -> dict[str, Any]:
        try:
            return self.bench.ask(do, **args)[0]
        except (DeviceError, LinkError):
            return {}

    def _back(self) -> dict[str, Any]:
        """The power comes back; returns the state. Raises LinkError if the device is dead."""
        self.cuts += not self.bench.device.on
        if not self.bench.device.on:
            self.bench.run(200)
            self.bench.start()
        return self.bench.state()
