"""A run that gives a parameter which the stored flow has not: a lesson for this value alone, among replayed steps.

Rules of this module:

* The stored steps are replayed up to the last one that enters a value before the first commit. There the teacher enters
  the new values, and the replay goes on with the next stored step.
* Nothing is relearned on the way: if a stored step does not fit the page, the flow ends with its drift.
* If the flow does not go on as recorded after the new values, the lesson has failed. The stored version keeps its
  status, because the page has not changed.

It must never know where workflows come from or where they go.
"""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from typing import TYPE_CHECKING

from pytest_ami.elements.commits import commits, deeds_of, without_twins
from pytest_ami.elements.contradictions.presets import with_text_in
from pytest_ami.engine.replay import ENTERED, replay
from pytest_ami.engine.step_update import updated_steps
from pytest_ami.engine.teaching.learn import learn
from pytest_ami.model.errors import TeacherError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_ami.engine.report import Replayed
    from pytest_ami.engine.teaching.lesson import Lesson, LessonResult
    from pytest_ami.model.command import Program
    from pytest_ami.model.outcome import Drift
    from pytest_ami.model.workflow import Step, Workflow


def with_parameters(
    lesson: Lesson, workflow: Workflow, total: Replayed, learned: LessonResult
) -> Program[tuple[Step, ...]]:
    """Carry out a workflow with new parameters, and return its steps with those that enter them; none after a drift.

    Args:
        lesson: The lesson; its ``adds`` are the new parameters.
        workflow: The stored workflow.
        total: The report of the replayed steps, which is filled.
        learned: The result of the lesson, which is filled.

    Raises:
        TeacherError: The teacher failed, or the flow did not go on as recorded.
    """
    point = insertion_point(workflow.steps)
    before = yield from replay(replace(workflow, steps=workflow.steps[:point]), lesson.values, lesson.options)
    total.steps, total.drift, total.sent, total.unmet = before.steps, before.drift, before.sent, before.unmet
    if before.drift is not None:
        return ()
    kept = updated_steps(workflow.steps[:point], before.steps, lesson.shown)
    rest = workflow.steps[point:]
    deeds = deeds_of(kept, before.sent, lesson.shown, left=rest)
    span = replace(lesson, done=kept, remaining=rest, replaces=rest, deeds=deeds, sent=point in before.sent)
    yield from learn(span, learned)
    done = (*kept, *without_twins(learned.steps))
    if learned.rejoined is None:  # the teacher has finished the task by itself
        return done
    fields = [step.target.name for step in learned.steps if step.kind in ENTERED and step.target]
    going_on = (*done, *(_allowing(step, fields) for step in rest))
    current = replace(workflow, steps=going_on, parameters=lesson.parameters)
    after = yield from replay(current, lesson.values, lesson.options, skip=len(done))
    if after.drift is not None:
        raise _does_not_go_on(lesson, after.drift)
    total.steps += after.steps
    return updated_steps((*done, *rest), after.steps, lesson.shown)


def insertion_point(steps: Sequence[Step]) -> int:
    """Return the number of steps before the place at which a new value is entered.

    The field of a new value stands by the other fields of a form, and the form is used by the first commit.
    """
    first = next((n for n, step in enumerate(steps) if commits(step)), len(steps))
    entered = [n for n, step in enumerate(steps[:first], start=1) if step.kind in ENTERED]
    return entered[-1] if entered else min(first, max(0, len(steps) - 1))


def _allowing(step: Step, fields: Sequence[str]) -> Step:
    """Return a step that allows texts in fields which were empty at its lesson: the teacher has just filled them.

    A later replay fills them itself, so the step is stored as it was.
    """
    if step.target is None:
        return step
    return replace(step, target=reduce(with_text_in, fields, step.target))


def _does_not_go_on(lesson: Lesson, drift: Drift) -> TeacherError:
    names = ", ".join(lesson.adds)
    return TeacherError(
        f'"{lesson.task}" did not go on as recorded after {names} was entered',
        why="The stored steps were learned without this value. The stored version stays as it is.",
        evidence=[f"step {drift.step}: {drift.title}: {drift.cause.value}", *drift.evidence],
        run="pytest --ami-mode=relearn   # learns the flow anew, with the value",
    )
