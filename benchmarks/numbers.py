"""Medians and quartiles of paired measurements. Pure; knows nothing of what was measured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median, quantiles


@dataclass(frozen=True, slots=True)
class Spread:
    """The middle of some numbers and how far they scatter.

    Attributes:
        median: The middle one.
        low: Lower quartile.
        high: Upper quartile.
    """

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Spread:
        """Return the spread of at least two numbers."""
        low, _, high = quantiles(values, n=4, method="inclusive")
        return cls(median(values), low, high)


def paired(ours: Sequence[float], theirs: Sequence[float]) -> Spread:
    """Return the spread of the ratios within each pair: what disturbed both halves of a pair cancels out."""
    return Spread.of([a / b for a, b in zip(ours, theirs, strict=True)])
