"""The pattern of a task that has succeeded: which one a new task is similar to, and its plan for a lesson. Pure.

Rules of this module:

* A pattern fits only on its own site. There it fits if the words of the tasks are alike, or if it begins on the same
  page and takes the same values: "save draft" begins as "send email" does.
* The best fit is taken; of two that fit equally, the one whose task succeeded more often. It is a suggestion (DESIGN
  law 7): the teacher decides how much of it is followed.
* A plan holds what was done, never the data: a value that is no template is shown as ``…``.
* A plan ends with the last step that changed something: what came after it only looked at the result, and a lesson
  that looks elsewhere misses the message of its own deed.

It must never know a store or a page: the caller reads both.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_ami.instructions.parameters import names
from pytest_ami.instructions.selection import NEAR
from pytest_ami.instructions.template import HOLE
from pytest_ami.model.lesson import PlanStep, SimilarPlan
from pytest_ami.model.workflow import StepKind

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from pytest_ami.memory.page_identity import PageIdentity
    from pytest_ami.model.workflow import Step, Workflow

MOST_STEPS = 30
"""Most steps of a plan; a longer one is cut at its end."""

SAME_VALUES = 1 / 3
"""The least share of common parameters of two tasks that begin on the same page and take the same values."""

DATA = "…"
"""Stands for a value of the other task."""

_ENTERING = frozenset({StepKind.FILL, StepKind.SELECT, StepKind.UPLOAD})


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskPattern:
    """A task that has succeeded.

    Attributes:
        flow: Its stored flow.
        successes: Number of its green runs.
        contexts: Host and route of the pages on which it began.
        likeness: Similarity of its words to those of the new task, 0 to 1.
    """

    flow: Workflow
    successes: int
    contexts: frozenset[str]
    likeness: float = 0.0


def most_similar(
    patterns: Iterable[TaskPattern], here: PageIdentity | None, parameters: Collection[str]
) -> TaskPattern | None:
    """Return the pattern that fits a new task best; None if none fits.

    Args:
        patterns: The patterns of other tasks.
        here: Identity of the page on which the new task begins; None if it is not known, so that words decide.
        parameters: Names of the parameters of the new task.
    """
    ranked = [
        (fit, pattern.successes, pattern) for pattern in patterns if (fit := _fit(pattern, here, set(parameters)))
    ]
    best = max(ranked, key=lambda row: (row[:2], row[2].flow.task), default=None)
    return best[2] if best else None


def _fit(pattern: TaskPattern, here: PageIdentity | None, parameters: set[str]) -> float:
    """Return how well a pattern fits, 0 to 2; 0 if it does not."""
    if here is None:
        return pattern.likeness if pattern.likeness >= NEAR else 0.0
    if not any(context.startswith(f"{here.host}/") for context in pattern.contexts):
        return 0.0
    own = {parameter.name for parameter in pattern.flow.parameters}
    shared = len(own & parameters) / len(own | parameters) if own | parameters else 0.0
    begins_here = f"{here.host}{here.route}" in pattern.contexts
    if pattern.likeness < NEAR and not (begins_here and shared >= SAME_VALUES):
        return 0.0
    return pattern.likeness + shared


def plan_of_steps(task: str, steps: Iterable[Step]) -> SimilarPlan:
    """Return the plan that the steps of a stored flow make.

    Args:
        task: The task of the flow.
        steps: Its steps.
    """
    made = [_plan_step(step) for step in steps]
    last = max((number for number, step in enumerate(made, 1) if step.lasts), default=len(made))
    return SimilarPlan(task=task, steps=tuple(made[: min(last, MOST_STEPS)]))


def _plan_step(step: Step) -> PlanStep:
    return PlanStep(
        kind=step.kind.value,
        role=step.target.role if step.target else "",
        name=step.target.name if step.target else "",
        value=_without_data(step),
        lasts=bool(step.sent),
        optional=step.optional,
    )


def _without_data(step: Step) -> str:
    """Return the value of a step: its template, or its key; ``…`` for anything else."""
    if step.kind is StepKind.PRESS or not step.value:
        return step.value
    whole = names(step.value) and not HOLE.sub("", step.value).strip()
    return step.value if whole and step.kind in _ENTERING else DATA
