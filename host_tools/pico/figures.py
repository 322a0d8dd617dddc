"""What is measured: figures with their bounds, and the words they are told in."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass
class Figure:
    """A measured value; good from `least` to `bound`, both included. None: there is no bound."""

    what: str
    value: float | None  # None: it could not be measured
    unit: str
    bound: float | None = None
    least: float = 0

    @property
    def good(self) -> bool:
        """True if it keeps its bound."""
        if self.bound is None:
            return True
        return self.value is not None and self.least <= self.value <= self.bound

    @property
    def told(self) -> str:
        """The value as text."""
        if self.value is None:
            return "nothing"
        number = f"{self.value:.0f}" if self.value >= 100 else f"{self.value:.2f}"
        return f"{number.removesuffix('.00')} {self.unit}".strip()

    @property
    def limit(self) -> str:
        """The bound as text."""
        if self.bound is None:
            return ""
        return f"{f'{self.least:g} to ' if self.least else ''}{self.bound:g} {self.unit}".strip()


def worst(values: Iterable[float | None]) -> float | None:
    """The largest; None if one of them is, or there are none."""
    known = list(values)
    return None if None in known else max((one for one in known if one is not None), default=None)


def median_and_worst(
    what: str, values: Iterable[float | None], unit: str, median: float | None, most: float | None
) -> list[Figure]:
    """The two figures of a row with both, and in its name of how many they are."""
    found = list(values)
    ranked = sorted(math.inf if value is None else value for value in found)
    middle = statistics.median(ranked) if ranked else math.inf
    return [
        Figure(f"{what}, median of {len(found)}", None if math.isinf(middle) else middle, unit,
               median),
        Figure(f"{what}, worst", worst(found), unit, most),
    ]  # fmt: skip
