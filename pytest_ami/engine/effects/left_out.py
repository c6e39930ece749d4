"""A run that leaves out parameters: the steps that it does without, and what the others prove then. Pure.

Rules of this module:

* A step that only enters such a value is left out: typing, choosing or uploading it, pressing the choice of its name,
  and a key in its field right after. So is a press right before, if it only opens what is left out.
* A text with the value proves nothing any more.
* A step that needs the value in another way cannot do without it: in an address, in the path of a request, in the name
  of an element.

It knows workflows. It must never know a page, or whether a parameter may be left out.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any

from pytest_ami.elements.commits import CHOICES, commits
from pytest_ami.engine.effects.slugs import spelled_names
from pytest_ami.instructions.parameters import names
from pytest_ami.model.errors import ParameterError
from pytest_ami.model.printable import as_argument
from pytest_ami.model.workflow import Step, StepKind, Workflow

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

_ENTERING = frozenset({StepKind.FILL, StepKind.SELECT, StepKind.CHECK, StepKind.UNCHECK, StepKind.UPLOAD})
_PRESSING = frozenset({StepKind.CLICK, StepKind.CHECK, StepKind.UNCHECK})
_DECISIVE = ("value", "route", "frame", "drop", "dialogs", "origin", "leads")
"""The fields of a step that decide what it does and where."""


@dataclass(frozen=True, slots=True)
class ShortenedFlow:
    """A workflow without some of its parameters.

    Attributes:
        workflow: It, with the steps that are left.
        numbers: The number of each of these steps in the whole workflow.
    """

    workflow: Workflow
    numbers: tuple[int, ...]

    def skipped(self, skip: int) -> int:
        """Return how many of the first ``skip`` steps of the whole workflow are left."""
        return sum(number <= skip for number in self.numbers)

    def number_in_whole(self, number: int) -> int:
        """Return the number in the whole workflow of a step that is left."""
        return self.numbers[number - 1]

    def number_in_short(self, number: int) -> int:
        """Return the number among the steps that are left of a step of the whole workflow."""
        return self.numbers.index(number) + 1


def absent(workflow: Workflow, values: Mapping[str, str]) -> frozenset[str]:
    """Return the names of the parameters without a value."""
    return frozenset(parameter.name for parameter in workflow.parameters if parameter.name not in values)


def ignored(workflow: Workflow, values: Mapping[str, str]) -> frozenset[str]:
    """Return the names of the values that no step of a workflow uses; blank ones are left aside.

    A parameter whose value was blank at the lesson has no step.
    """
    written = repr((workflow.start, workflow.steps))
    return frozenset(name for name, value in values.items() if value) - {*names(written), *spelled_names(written)}


def without(workflow: Workflow, left_out: Collection[str]) -> ShortenedFlow:
    """Return a workflow without some of its parameters.

    Args:
        workflow: The workflow.
        left_out: The names of the parameters.

    Raises:
        ParameterError: A step cannot do without one of them; the message names the step.
    """
    gone, steps = frozenset(left_out), workflow.steps
    dropped = {n for n, step in enumerate(steps) if _only_enters(step, gone)}
    for n, step in enumerate(steps[1:], start=1):
        if n - 1 in dropped and step.kind is StepKind.PRESS and _in_field(step, steps[n - 1]):
            dropped.add(n)
    for n in range(len(steps) - 2, -1, -1):
        if n + 1 in dropped and n not in dropped and _only_opens(n, steps, dropped):
            dropped.add(n)
    kept = tuple(n for n in range(len(steps)) if n not in dropped)
    for n in kept:
        if needed := _needed(steps[n], gone):
            raise _cannot(workflow, n + 1, needed)
    for n in sorted(dropped):
        if _does_more(steps[n], gone):
            raise _cannot(workflow, n + 1, gone)
    if gone and not kept:
        raise _cannot(workflow, 1, gone)
    parameters = tuple(one for one in workflow.parameters if one.name not in gone)
    short = replace(workflow, steps=tuple(_thinned(steps[n], gone) for n in kept), parameters=parameters)
    return ShortenedFlow(short, tuple(n + 1 for n in kept))


def _only_enters(step: Step, gone: frozenset[str]) -> bool:
    """Return whether a step does nothing but enter a value that is left out."""
    if step.effects.route or step.effects.tab or step.target is None:
        return False
    entered = set(names(step.value)) if step.kind in _ENTERING else set()
    if step.kind in _PRESSING and step.target.role in CHOICES:
        entered |= set(names(step.target.name))
    return bool(entered) and entered <= gone


def _does_more(step: Step, gone: frozenset[str]) -> bool:
    """Return whether a press does more than to enter a value: it commits, or the page answers it, or takes another."""
    effects = step.effects
    others = {*names(" ".join(effects.appeared))} - gone
    return step.kind in (StepKind.PRESS, StepKind.CLICK) and bool(
        commits(step) or step.sent or effects.notices or effects.tab or step.dialogs or others
    )


def _in_field(step: Step, entered: Step) -> bool:
    """Return whether a press goes into the field of a step, and nothing lasting comes of it."""
    if step.target is None or entered.target is None or step.sent or step.effects.route:
        return False
    return (step.tab, step.frame, step.target.absolute_xpath) == (
        entered.tab,
        entered.frame,
        entered.target.absolute_xpath,
    )


def _only_opens(n: int, steps: tuple[Step, ...], dropped: Collection[int]) -> bool:
    """Return whether a press brings the element of the next step, and no element of a step that is left."""
    step, brought = steps[n], set(steps[n].effects.appeared)
    if step.kind is not StepKind.CLICK or step.sent or step.effects.route or step.effects.tab:
        return False
    following = steps[n + 1].target
    focuses = _in_field(step, steps[n + 1])  # a click into a field, before its text
    return (
        following is not None
        and (focuses or f"{following.role}|{following.name}" in brought)
        and not any(
            one.target and f"{one.target.role}|{one.target.name}" in brought
            for later, one in enumerate(steps[n + 1 :], start=n + 1)
            if later not in dropped
        )
    )


def _needed(step: Step, gone: frozenset[str]) -> set[str]:
    """Return the left-out parameters that a step needs."""
    path = step.sent.partition("?")[0]
    element = (step.target.name, step.target.shadow) if step.target else ()
    parts = (*(getattr(step, name) for name in _DECISIVE), path, element, step.effects.route, step.effects.turned)
    return set(_mentioned(repr(parts), gone))


def _mentioned(text: str, gone: frozenset[str]) -> frozenset[str]:
    return gone & {*names(text), *spelled_names(text)}


def _thinned(step: Step, gone: frozenset[str]) -> Step:
    """Return a step without the evidence that holds a left-out value."""
    if not _mentioned(repr(step), gone):
        return step
    effects = _thin(step.effects, gone)
    value = step.effects.value
    effects = replace(effects, value=None if value and _mentioned(value, gone) else value)
    path, _, query = step.sent.partition("?")
    pairs = [pair for pair in query.split("&") if pair and not _mentioned(pair, gone)]
    sent = f"{path}?{'&'.join(pairs)}" if pairs else path
    return replace(step, target=_thin(step.target, gone), effects=effects, sent=sent)


def _thin(value: Any, gone: frozenset[str]) -> Any:
    """Return data without the texts that hold a left-out value."""
    if isinstance(value, str):
        return "" if _mentioned(value, gone) else value
    if isinstance(value, tuple):
        return tuple(_thin(one, gone) for one in value if not (isinstance(one, str) and _mentioned(one, gone)))
    if isinstance(value, dict):
        return {key: _thin(one, gone) for key, one in value.items() if not _mentioned(f"{key} {one}", gone)}
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{each.name: _thin(getattr(value, each.name), gone) for each in fields(value)})
    return value


def _cannot(workflow: Workflow, number: int, needed: Collection[str]) -> ParameterError:
    missing = ", ".join(sorted(needed))
    return ParameterError(
        f'"{workflow.task}" cannot be carried out without {missing}',
        why="A step needs the value for more than to enter it, so it cannot be left out.",
        evidence=[f"step {number}: {workflow.steps[number - 1].title()}"],
        run=f"ami show {as_argument(workflow.task)}",
    )
