"""Learning and replaying side by side: the cost of replays, and of the lessons that they stand for.

It knows runs as plain data. It must never know where a figure is shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pytest_ami.model.outcome import Usage

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


@dataclass(frozen=True, slots=True)
class Costs:
    """The cost of runs that needed no lesson.

    Attributes:
        learning: The cost of the lessons that made the replayed versions.
        replay: The cost of the replays.
    """

    learning: Usage
    replay: Usage

    @property
    def saved(self) -> Usage:
        """The difference; the seconds may be negative."""
        return self.learning - self.replay


def compared(runs: Iterable[Mapping[str, Any]]) -> Costs | None:
    """Return the costs of all green replays whose lesson's cost is known; None if there is none.

    A replay in a red test has replaced nothing: the test has to run again.

    Args:
        runs: As ``run_to_dict`` returns them.
    """
    green = (run for run in runs if run["outcome"] in ("replayed", "healed") and run.get("passed", True))
    known = [run for run in green if run.get("lesson")]
    if not known:
        return None
    return Costs(
        learning=sum((Usage(**run["lesson"]) for run in known), Usage()),
        replay=total(known),
    )


def total(runs: Iterable[Mapping[str, Any]]) -> Usage:
    """Return the cost of runs; the seconds are those of the whole runs."""
    usages = (
        Usage(calls=run["model_calls"], tokens=run["tokens"], seconds=run["seconds"], money=run.get("money", 0.0))
        for run in runs
    )
    return sum(usages, Usage())


def as_data(usage: Usage) -> dict[str, Any]:
    """Return a cost as plain data, rounded."""
    money, seconds = round(usage.money, 6), round(usage.seconds, 3)
    return {"calls": usage.calls, "tokens": usage.tokens, "seconds": seconds, "money": money}
