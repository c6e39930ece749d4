"""A green replay with the default evidence against one that nobody watches, in alternating pairs of one process.

Timed is `ami.run()`, and the commit of the attempt, in which the steps are written.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from benchmarks.numbers import Spread, paired
from benchmarks.replay_ratio import MAIL, Stage, stage
from pytest_ami.flow.facade import Ami
from pytest_ami.model.outcome import Outcome
from pytest_ami.model.settings import Mode

if TYPE_CHECKING:
    from pytest_ami.flow.plan import Plan

GOAL = 1.02


class Unwatched(Ami):
    """``ami`` without a witness."""

    def _perform(self, plan: Plan, recall: Callable[[str], str] | None) -> Generator[Any, Any, None]:
        yield self._driver(self._session, plan.teacher, plan.secrets, recall).run(self._program(plan))


def measure(pairs: int, tell: Callable[[str], None], warm_up: int = 3) -> dict[str, Any]:
    """Return the ratio of watched to unwatched replays, its quartiles, and both medians in milliseconds."""
    watched: list[float] = []
    unwatched: list[float] = []
    with stage() as made:
        for number in range(warm_up + pairs):
            sides = [(Ami, watched), (Unwatched, unwatched)]
            for kind, into in sides if number % 2 else reversed(sides):
                seconds = _replayed(made, kind)
                if number >= warm_up:
                    into.append(seconds)
            tell(f"evidence of a replay: pair {number + 1} of {warm_up + pairs}")
    ratio, ours, theirs = paired(watched, unwatched), Spread.of(watched), Spread.of(unwatched)
    return {
        "median": round(ratio.median, 3),
        "quartiles": [round(ratio.low, 3), round(ratio.high, 3)],
        "watched_ms": round(ours.median * 1000, 1),
        "unwatched_ms": round(theirs.median * 1000, 1),
        "n": pairs,
        "goal": GOAL,
    }


def _replayed(made: Stage, kind: type[Ami]) -> float:
    with made.page() as page:
        attempt = made.attempt(Mode.REPLAY)
        face = kind(attempt, page)
        page.goto("/")
        began = time.perf_counter()
        run = face.run(**MAIL)
        seconds = time.perf_counter() - began
        face.close()
        assert run.outcome is Outcome.REPLAYED
        if kind is Unwatched:
            attempt.runs[:] = [replace(one, session="") for one in attempt.runs]
        began = time.perf_counter()
        attempt.commit()
        return seconds + time.perf_counter() - began
