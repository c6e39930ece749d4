"""Which versions a verdict touches: those that hold the step that was marked wrong. Pure.

Rules of this module:

* The version of the session is touched in any case.
* Another version of the task is touched if it has the same step after the same step: the same action on the same
  element with the same value. A step in another place of the flow is another step.
* A version that was healed in the session is touched too: it keeps the element that was wrong.

It must never know facts or statuses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_ami.model.review.annotation import Impact
from pytest_ami.store.locator_history import HEAL

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pytest_ami.model.review.annotation import StepAnnotation
    from pytest_ami.model.workflow import Step, Workflow

StepPlace = tuple[str, ...]
"""A step and the step before it, in the parts that identify both."""


def place_of(workflow: Workflow, step_num: int) -> StepPlace:
    """Return the place of a step in a version; empty if the version has no such step."""
    if not 1 <= step_num <= len(workflow.steps):
        return ()
    before = _identity(workflow.steps[step_num - 2]) if step_num > 1 else ()
    return (*before, "then", *_identity(workflow.steps[step_num - 1]))


def holds(workflow: Workflow, places: Iterable[StepPlace]) -> bool:
    """Return whether a version has a step at one of these places."""
    own = {place_of(workflow, number) for number in range(1, len(workflow.steps) + 1)}
    return not own.isdisjoint(places)


def touched(mark: StepAnnotation, versions: Iterable[Workflow]) -> tuple[Workflow, ...]:
    """Return the versions that a mark ``wrong`` touches.

    Args:
        mark: The verdict.
        versions: All versions of its task.
    """
    return tuple(version for version in versions if touches(mark, version))


def touches(mark: StepAnnotation, version: Workflow) -> bool:
    """Return whether a mark ``wrong`` touches a version of its task."""
    if mark.workflow_id and mark.workflow_id in (version.id, _healed_from(version, mark)):
        return True
    return bool(mark.place) and holds(version, (mark.place,))


def _healed_from(version: Workflow, mark: StepAnnotation) -> str:
    """Return the id of the version from which a version was healed in the session of a verdict."""
    source = version.provenance
    return source.parent if source.author == HEAL and source.run == mark.session_run else ""


def _identity(step: Step) -> tuple[str, ...]:
    target = step.target
    if target is None:
        return (step.kind.value, step.value)
    named = target.name or target.label or target.text
    where = named or target.absolute_xpath or target.css
    return (step.kind.value, step.value, target.role or target.tag, where, target.context)


def joined(impacts: Sequence[Impact], tasks: Sequence[str]) -> Impact:
    """Return the impact on several tasks; of one task, the version that takes over is known."""
    single = impacts[0] if len(impacts) == 1 else Impact()
    return Impact(
        tasks=tuple(tasks),
        put_aside=tuple(one for impact in impacts for one in impact.put_aside),
        restored=tuple(one for impact in impacts for one in impact.restored),
        takes_over=single.takes_over,
        lesson=any(impact.lesson for impact in impacts),
    )
