"""Two versions of a path by their recorded results: runs, shares with intervals, times. Pure.

Rules of this module:

* Only sessions that replayed a version count: a lesson says nothing about a version that it made.
* A difference is claimed only if the interval of the difference does not contain zero.

It knows sessions. It must never know a store or a chart.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median, quantiles
from typing import TYPE_CHECKING

from .intervals import difference, wilson

if TYPE_CHECKING:
    from pytest_ami.model.review.annotation import Session

REPLAYS = frozenset({"replayed", "healed", "stale", "failed"})
"""Outcomes of sessions that tried to replay their version; one that relearned names the version of its lesson."""

FEWEST = 5
"""Number of runs of each version below which nothing is concluded."""

_TWO = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionResults:
    """The recorded results of one version.

    Attributes:
        runs: Number of sessions that replayed it.
        greens: Of these, how many were green without a lesson.
        healed: Of these, how many were healed.
        low: Lower end of the interval of the share of greens, 0 to 1.
        high: Upper end.
        seconds: Median time of a green replay; None without one.
        quartiles: First and third quartile of these times; None for fewer than two.
    """

    runs: int
    greens: int
    healed: int
    low: float
    high: float
    seconds: float | None
    quartiles: tuple[float, float] | None

    @property
    def rate(self) -> float | None:
        """Share of greens, 0 to 1; None without a run."""
        return self.greens / self.runs if self.runs else None


def results_of(sessions: Iterable[Session], workflow_id: str) -> VersionResults:
    """Return the recorded results of a version.

    Args:
        sessions: Sessions of its task.
        workflow_id: Its id.
    """
    own = [one for one in sessions if one.workflow_id == workflow_id and one.outcome in REPLAYS]
    green = [one for one in own if one.passed and one.outcome in ("replayed", "healed")]
    times = [one.seconds for one in green]
    low, high = wilson(len(green), len(own))
    spread = quantiles(times, n=4, method="inclusive") if len(times) >= _TWO else None
    return VersionResults(
        runs=len(own),
        greens=len(green),
        healed=sum(one.outcome == "healed" for one in own),
        low=low,
        high=high,
        seconds=median(times) if times else None,
        quartiles=(spread[0], spread[2]) if spread else None,
    )


def conclusion(a: VersionResults, b: VersionResults) -> str:
    """Return what the results of two versions can say about each other, as a sentence."""
    if min(a.runs, b.runs) < FEWEST:
        return f"Too few runs to compare: each version needs at least {FEWEST}."
    low, high = difference((a.greens, a.runs), (b.greens, b.runs))
    span = f"{low * 100:+.0f} to {high * 100:+.0f} percentage points (95 %)"
    if low > 0:
        return f"B is green more often than A: {span}."
    if high < 0:
        return f"B is green less often than A: {span}."
    return f"The runs do not tell A and B apart: the difference is {span}."
