"""Intervals of shares: they hold the share, shrink with more runs, and agree with published values."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.review.intervals import difference, wilson

counts = st.integers(1, 500).flatmap(lambda runs: st.tuples(st.integers(0, runs), st.just(runs)))


@given(counts)
def test_an_interval_holds_the_share_and_shrinks_with_more_runs(count: tuple[int, int]) -> None:
    greens, runs = count
    low, high = wilson(greens, runs)
    wide_low, wide_high = wilson(greens * 10, runs * 10)

    assert 0 <= low <= greens / runs + 1e-12
    assert greens / runs - 1e-12 <= high <= 1
    assert wide_high - wide_low < high - low


@given(counts, counts)
def test_a_difference_is_the_opposite_of_the_difference_the_other_way(a: tuple[int, int], b: tuple[int, int]) -> None:
    low, high = difference(a, b)

    assert (-high, -low) == pytest.approx(difference(b, a))
    assert low - 1e-9 <= b[0] / b[1] - a[0] / a[1] <= high + 1e-9


def test_published_values_are_met() -> None:
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)  # Newcombe 1998, method 3
    assert difference((48, 80), (56, 70)) == pytest.approx((0.0524, 0.3339), abs=5e-5)  # Newcombe 1998, method 10
    assert wilson(0, 0) == (0.0, 1.0)
    assert difference((0, 0), (1, 1)) == (-1.0, 1.0)
