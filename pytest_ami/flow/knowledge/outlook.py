"""The outlook of a task before it is carried out: which way is recommended, and what a lesson may cost. Pure.

Rules of this module:

* A stored flow that fitted its page in its last run is replayed. A flow that did not is relearned from the
  step that drifted.
* If lessons failed again and again since the last one that succeeded, a person or a function demonstrates the task.
* A task that is done like a known one suits a small model. A new task asks for a large model.
* The estimate comes from lessons of the task itself, else of the similar task, else of all tasks, and says so. Nothing
  is estimated from nothing.

It advises people. No lesson and no replay reads it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

HOPELESS = 2
"""Failed lessons in a row after which a demonstration is recommended."""


class Strategy(str, Enum):
    """The ways to carry out a task."""

    REPLAY = "replay"
    RELEARN = "relearn a span"
    SMALL_MODEL = "small model"
    LARGE_MODEL = "large model"
    DEMONSTRATION = "demonstration"


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonCost:
    """The average cost of lessons that ended in a green test.

    Attributes:
        lessons: Number of lessons.
        calls: Model calls of one lesson.
        seconds: Seconds of one run with its lesson.
        money: Dollars of one lesson.
    """

    lessons: int
    calls: float
    seconds: float
    money: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskEvidence:
    """All that is known about a task before it is carried out.

    Attributes:
        stored: Number of steps of its stored flow; 0 if none is stored.
        drifted: Whether the flow did not fit its page in its last run.
        failures: Number of its lessons that failed since the last one that succeeded.
        similar: The most similar task that has succeeded; empty if there is none.
        own: The cost of its own lessons; None if it has none.
        others: The cost of the lessons of the similar task; None if it has none.
        all: The cost of all lessons of the store; None if there are none.
    """

    stored: int = 0
    drifted: bool = False
    failures: int = 0
    similar: str = ""
    own: LessonCost | None = None
    others: LessonCost | None = None
    all: LessonCost | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlook:
    """A recommendation with its reason, and an estimate with its basis.

    Attributes:
        strategy: The recommended way.
        why: The reason, as a clause.
        cost: The estimated cost of a lesson; None if no lesson is needed, or none was seen.
        basis: The lessons that the estimate comes from; empty without one.
    """

    strategy: Strategy
    why: str
    cost: LessonCost | None = None
    basis: str = ""

    def title(self) -> str:
        """Return the outlook as one line, such as ``small model (...); about 3.0 calls, 12 s``."""
        words = f"{self.strategy.value} ({self.why})"
        if self.cost is None:
            return words
        money = f", ${self.cost.money:.4f}" if self.cost.money else ""
        return f"{words}; about {self.cost.calls:.1f} model calls, {self.cost.seconds:.0f} s{money}, {self.basis}"


def outlook(known: TaskEvidence) -> Outlook:
    """Return the outlook of a task.

    Args:
        known: All that is known about it.
    """
    strategy, why = _recommended(known)
    if strategy in (Strategy.REPLAY, Strategy.DEMONSTRATION):
        return Outlook(strategy=strategy, why=why)
    similar = f'of "{known.similar}"'
    for cost, whose in ((known.own, "of this task"), (known.others, similar), (known.all, "of all tasks")):
        if cost is not None:
            lessons = "1 lesson" if cost.lessons == 1 else f"{cost.lessons} lessons"
            return Outlook(strategy=strategy, why=why, cost=cost, basis=f"as in {lessons} {whose}")
    return Outlook(strategy=strategy, why=why)


def _recommended(known: TaskEvidence) -> tuple[Strategy, str]:
    if known.failures >= HOPELESS:
        return Strategy.DEMONSTRATION, f"its last {known.failures} lessons failed"
    if known.stored:
        if not known.drifted:
            return Strategy.REPLAY, f"{known.stored} steps are stored"
        return Strategy.RELEARN, "the page had changed in its last run"
    if known.own is not None:
        return Strategy.SMALL_MODEL, "it was learned before"
    if known.similar:
        return Strategy.SMALL_MODEL, f'it is similar to "{known.similar}"'
    return Strategy.LARGE_MODEL, "no similar task is known"
