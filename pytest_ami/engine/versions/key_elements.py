"""Are the key elements of a flow on its first page? A flow that similarity selects runs only if they are.

Rules of this module:

* Only what the flow uses before its page changes can be there at its beginning: the "Send" of a dialog comes later.
* If no key element is among that, the first element of the flow is.
* A look decides, or a survey by the evidence that heals an element; nothing is pressed. It is missing once the page has
  been at rest, or after the patience of a step.

It knows one version and looks. It must never know a store or a teacher.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from pytest_ami.elements.identity import element_query, judge
from pytest_ami.engine import readiness
from pytest_ami.engine.replay_options import SLICE, pause
from pytest_ami.model import command as c
from pytest_ami.model.errors import WorkflowMissingError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_ami.engine.replay_options import FlowOptions
    from pytest_ami.model.command import Program
    from pytest_ami.model.workflow import Step, Workflow

T = TypeVar("T")


def key_steps(workflow: Workflow) -> tuple[Step, ...]:
    """Return the steps whose elements must be on the page at the beginning of a flow."""
    first: list[Step] = []
    for step in workflow.steps:
        if step.target is not None and not step.optional:
            first.append(step)
        if step.target is None or step.effects.route or step.effects.appeared or step.effects.vanished:
            break
    named = {name.casefold() for name in workflow.key_elements}
    key = [
        step for step in first if step.target and {step.target.name.casefold(), step.target.label.casefold()} & named
    ]
    return tuple(key or first[:1])


def with_key_elements(
    workflow: Workflow, values: Mapping[str, str], options: FlowOptions, similar: str, program: Program[T]
) -> Program[T]:
    """Run the program of a version if the page has its key elements.

    Args:
        workflow: The version.
        values: Value of every parameter, secrets included.
        options: The options of the flow.
        similar: How similarity has selected it.
        program: Carries it out.

    Raises:
        WorkflowMissingError: The page lacks one.
    """
    if lacks := (yield from missing_element(workflow, values, options)):
        program.close()
        raise WorkflowMissingError(
            f'The text is similar to "{workflow.task}", but the page lacks a key element of that flow',
            why="A flow that similarity selects runs only where its key elements are.",
            evidence=[f"not there: {lacks}", f"on {options.url}", similar],
            run="open the page on which the flow starts, or name the task: ami list",
        )
    return (yield from program)


def missing_element(workflow: Workflow, values: Mapping[str, str], options: FlowOptions) -> Program[str]:
    """Return the key element that the page lacks, as a phrase; an empty string if all are there.

    Args:
        workflow: The version that would run.
        values: Value of every parameter, secrets included.
        options: The options of the flow.
    """
    shown = workflow.shown(values)
    for step in key_steps(workflow):
        if not (yield from _is_there(step, shown, options)):
            return step.title()
    return ""


def _is_there(step: Step, shown: Mapping[str, str], options: FlowOptions) -> Program[bool]:
    assert step.target is not None  # noqa: S101  (``key_steps`` returns no other steps)
    place = c.FrameAddress(tab=step.tab, frame=step.frame)
    query = element_query(step.target, step.kind, shown)
    spent = 0.0
    while True:
        seen: c.Seen = yield c.Look(place=place, target=query, slice=SLICE)
        spent += max(seen.waited, 1.0)
        if judge(step.target, step.kind, seen.candidates, shown, profile="off").usable:
            return True
        if spent >= options.patience or readiness.believed(seen, spent):
            around: c.Surveyed = yield c.Survey(place=place, target=query)
            return judge(step.target, step.kind, around.candidates, shown, profile=options.heal).usable
        spent += yield from pause(seen, place)
