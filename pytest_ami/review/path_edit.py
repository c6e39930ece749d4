"""Editing a path: its steps reordered, dropped, merged and relabelled make a new version. Pure.

Rules of this module:

* An edit is a list of groups in the new order. A group is the numbers of the steps that become one step; a number that
  is in no group is dropped.
* A step is used once. Only steps that act on the same element can be merged: the last of them stays, because it sets
  what the element holds in the end.
* The labels of the steps are the lines of the workflow's procedure (``sop``).
* The result has the version as its parent and no id: the store makes it a candidate.

It knows workflows. It must never know a store or a page.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pytest_ami.model.errors import ConfigurationError
from pytest_ami.model.printable import as_argument
from pytest_ami.model.workflow import Provenance, Step, StepKind, Workflow
from pytest_ami.store.locator_history import EDITED

SETTING = frozenset({StepKind.FILL, StepKind.SELECT, StepKind.CHECK, StepKind.UNCHECK, StepKind.UPLOAD})
"""Kinds of steps that set what an element holds: the last one decides."""

LEADING = frozenset({StepKind.CLICK, StepKind.HOVER, *SETTING})
"""Kinds of steps that may come before one that sets the same element, and add nothing to it."""

LONGEST_LABEL = 300
"""Characters of a label, at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StepGroup:
    """Steps that become one step of the edited path.

    Attributes:
        steps: Their numbers in the version, from 1, in the order of the version.
        label: The label of the step; empty for its own title.
    """

    steps: tuple[int, ...]
    label: str = ""


def labels(workflow: Workflow) -> tuple[str, ...]:
    """Return the label of each step: its line in the procedure, or its title if the procedure has other lines."""
    if len(workflow.sop) == len(workflow.steps):
        return workflow.sop
    return tuple(step.title() for step in workflow.steps)


def edited(workflow: Workflow, groups: Sequence[StepGroup]) -> Workflow:
    """Return the version that an edit makes of a version.

    Args:
        workflow: The version.
        groups: The edit.

    Raises:
        ConfigurationError: The edit is empty, changes nothing, names a step twice or one that does not exist, or
            merges steps that cannot be one.
    """
    _check(workflow, groups)
    steps = tuple(merged(workflow, group.steps) for group in groups)
    before = labels(workflow)
    words = tuple(_label(group, before) for group in groups)
    if steps == workflow.steps and words == before:
        raise _error(workflow, "The edit changes nothing", "Its steps and labels are those of the version.")
    source = Provenance(
        author="person", reason=_reason(workflow, groups), parent=workflow.id, cost=workflow.provenance.cost
    )
    return replace(workflow, steps=steps, sop=words, provenance=source)


def merged(workflow: Workflow, numbers: Sequence[int]) -> Step:
    """Return the step that some steps of a version become; a single step stays as it is.

    Raises:
        ConfigurationError: They act on different elements, or not all of them set what the element holds.
    """
    chosen = [workflow.steps[number - 1] for number in numbers]
    last = chosen[-1]
    for number, step in zip(numbers[:-1], chosen[:-1], strict=True):
        if not mergeable(step, last):
            raise _error(
                workflow,
                f"Steps {number} and {numbers[-1]} cannot be merged",
                "Only steps that set the same element one after the other are one step.",
                f"step {number}: {step.title()}",
                f"step {numbers[-1]}: {last.title()}",
            )
    return last


def mergeable(first: Step, second: Step) -> bool:
    """Return whether the first step adds nothing to the second one on the same element."""
    if first.kind is StepKind.GOTO and second.kind is StepKind.GOTO:
        return not first.sent
    if first.target is None or second.target is None or first.frame != second.frame or first.tab != second.tab:
        return False
    same = (first.target.title(), first.target.absolute_xpath) == (second.target.title(), second.target.absolute_xpath)
    return same and second.kind in SETTING and first.kind in LEADING and not first.sent


def _check(workflow: Workflow, groups: Sequence[StepGroup]) -> None:
    numbers = [number for group in groups for number in group.steps]
    if not numbers or not all(group.steps for group in groups):
        raise _error(workflow, "No step is left", "A path has at least one step.")
    unknown = [number for number in numbers if not 1 <= number <= len(workflow.steps)]
    twice = sorted({number for number in numbers if numbers.count(number) > 1})
    if unknown or twice:
        which = ", ".join(map(str, unknown or twice))
        what = f"There is no step {which}" if unknown else f"Step {which} is used twice"
        raise _error(workflow, what, f"The version has steps 1 to {len(workflow.steps)}, and each is used once.")


def _label(group: StepGroup, before: Sequence[str]) -> str:
    return (" ".join(group.label.split()) or before[group.steps[-1] - 1])[:LONGEST_LABEL]


def _reason(workflow: Workflow, groups: Sequence[StepGroup]) -> str:
    """Return what the edit did, as a phrase for the history."""
    numbers = [group.steps[-1] for group in groups]
    used = {number for group in groups for number in group.steps}
    dropped = [str(number) for number in range(1, len(workflow.steps) + 1) if number not in used]
    joined = ["+".join(map(str, group.steps)) for group in groups if len(group.steps) > 1]
    deeds = [f"dropped {', '.join(dropped)}"] if dropped else []
    deeds += [f"merged {', '.join(joined)}"] if joined else []
    deeds += ["reordered"] if numbers != sorted(numbers) else []
    return f"{EDITED} of v{workflow.version}: {'; '.join(deeds) or 'relabelled'}"


def _error(workflow: Workflow, what: str, why: str, *evidence: str) -> ConfigurationError:
    return ConfigurationError(what, why=why, evidence=evidence, run=f"ami show {as_argument(workflow.task)}")
