"""Results of versions: which sessions count, and what a difference may claim."""

from __future__ import annotations

import pytest

from pytest_ami.model.review.annotation import Session
from pytest_ami.review.version_results import conclusion, results_of


def runs(version: str, *, green: int = 0, red: int = 0, healed: int = 0, learned: int = 0) -> list[Session]:
    kinds = [("replayed", True)] * green + [("stale", False)] * red + [("healed", True)] * healed
    kinds += [("learned", True), ("relearned", True)] * learned
    return [
        Session(id=f"{version}{n}", task="t", workflow_id=version, outcome=outcome, passed=passed, seconds=float(n))
        for n, (outcome, passed) in enumerate(kinds)
    ]


def test_only_replays_of_the_version_count_and_lessons_do_not() -> None:
    found = results_of([*runs("a", green=3, red=1, healed=1, learned=4), *runs("b", red=9)], "a")

    assert (found.runs, found.greens, found.healed) == (5, 4, 1)
    assert found.rate == pytest.approx(0.8)
    assert found.low < 0.8 < found.high
    assert found.seconds == 1.5
    assert found.quartiles == (0.75, 2.5)


def test_a_version_without_runs_claims_nothing() -> None:
    found = results_of([], "a")

    assert (found.rate, found.seconds, found.quartiles) == (None, None, None)
    assert "Too few runs" in conclusion(found, results_of(runs("b", green=50), "b"))


def test_a_difference_is_claimed_only_if_its_interval_leaves_out_zero() -> None:
    good, bad = results_of(runs("g", green=40, red=1), "g"), results_of(runs("b", green=20, red=20), "b")
    near = results_of(runs("n", green=39, red=2), "n")

    assert conclusion(bad, good).startswith("B is green more often")
    assert conclusion(good, bad).startswith("B is green less often")
    assert "do not tell A and B apart" in conclusion(good, near)
