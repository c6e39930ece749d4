"""Intervals around measured shares: how much a number of runs can say. Pure.

Both are by Wilson's score, which stays within 0 and 1 and is sound for few runs; the interval of a difference joins
two of them (Newcombe 1998, method 10).
"""

from __future__ import annotations

from math import sqrt

Z = 1.959963984540054
"""The quantile of the normal distribution for 95 %."""


def wilson(greens: int, runs: int) -> tuple[float, float]:
    """Return the interval that holds the true share with 95 % confidence.

    Args:
        greens: Number of runs that were green.
        runs: Number of runs; 0 says nothing, so the interval is 0 to 1.
    """
    if runs <= 0:
        return 0.0, 1.0
    share, square = greens / runs, Z * Z
    centre = share + square / (2 * runs)
    spread = Z * sqrt(share * (1 - share) / runs + square / (4 * runs * runs))
    scale = 1 + square / runs
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)


def difference(a: tuple[int, int], b: tuple[int, int]) -> tuple[float, float]:
    """Return the interval of the difference of two shares, b less a, with 95 % confidence.

    Args:
        a: Greens and runs of the first.
        b: Greens and runs of the second.
    """
    if not a[1] or not b[1]:
        return -1.0, 1.0
    share_a, share_b = a[0] / a[1], b[0] / b[1]
    (low_a, high_a), (low_b, high_b) = wilson(*a), wilson(*b)
    gap = share_b - share_a
    low = gap - sqrt((share_b - low_b) ** 2 + (high_a - share_a) ** 2)
    high = gap + sqrt((high_b - share_b) ** 2 + (share_a - low_a) ** 2)
    return max(-1.0, low), min(1.0, high)
