"""What the rows share: the images, how thorough to be, and what their boards have shown."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from pico.bench import Bench
from pico.clocks import Longest, longest
from pico.images import Images


@dataclass
class Run:
    """One run of the table. `bench("begun")` gives a Pico with that image; `seen` is what all of
    them have shown."""

    images: Images
    quick: bool = False
    seen: Longest = field(default_factory=Longest)

    def bench(self, image: str, seed: int = 1, on: bool = True, **more: Any) -> Bench:
        """A board; its garbage collections are on record."""
        path = self.images.path(image)
        bench = Bench(self.images.kit, self.images.uf2, path, seed, on=False, **more)
        address = self.images.collector()
        if address is not None:
            bench.device.sim("watch", address=address)
        if on:
            bench.start()
        return bench

    def done(self, bench: Bench, where: str) -> None:
        """Note what the bench has seen of passes and collections, before it is closed."""
        found = longest(bench)
        found.resets = len(bench.device.faults)
        if found.resets:
            found.notes.append(f"{where}: the firmware reset the board {found.resets} times.")
        self.seen.add(found)

    def many(self, thorough: int, quick: int) -> int:
        """How often."""
        return quick if self.quick else thorough
