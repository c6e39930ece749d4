"""A run that gives a parameter which the stored flow has not: a lesson for this value alone, among replayed steps.

Rules of this module:

* The stored steps are replayed up to the last one that enters a value before the first commit; a log-in is none. There
  the teacher enters the new values, and the replay goes on with the next stored step.
* A new value that is entered over a stored one has taken its place, and the run would ignore the stored one.
* Nothing is relearned on the way: if a stored step does not fit the page, the flow ends with its drift.
* If the flow does not go on as recorded after the new values, the lesson has failed. The stored version keeps its
  status, because the page has not changed.

It must never know where workflows come from or where they go.
"""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from typing import TYPE_CHECKING

from pytest_ami.elements.commits import DIALOGS, deeds_of, without_twins
from pytest_ami.elements.contradictions.presets import with_text_in
from pytest_ami.engine.replay import ENTERED, replay
from pytest_ami.engine.step_update import same_element, updated_steps
from pytest_ami.engine.teaching.commit_policy import OPTION, deeds_among
from pytest_ami.engine.teaching.learn import learn
from pytest_ami.instructions.parameters import names
from pytest_ami.model.errors import TeacherError
from pytest_ami.model.workflow import StepKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_ami.engine.report import Replayed
    from pytest_ami.engine.teaching.lesson import Lesson, LessonResult
    from pytest_ami.model.command import Program
    from pytest_ami.model.outcome import Drift
    from pytest_ami.model.workflow import Step, Workflow

TEXTS = frozenset({StepKind.FILL, StepKind.SELECT})
"""Steps whose value takes the place of the one before in the same field."""


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
    made = _without_echo(kept, without_twins(learned.steps))
    if lost := _overwritten(kept, made):
        raise _takes_the_place(lesson, lost)
    done = (*kept, *made)
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

    The field of a new value stands by the other fields of a form, and the form is used by the first commit. A key in a
    field, the entry of a list, and the press that leaves a dialog still belong to the value that they enter.
    """
    deeds = deeds_among(steps)
    first = steps.index(deeds[0]) if deeds else len(steps)
    entered = [n for n, step in enumerate(steps[:first], start=1) if _enters(step)]
    point = entered[-1] if entered else min(first, max(0, len(steps) - 1))
    while entered and point < first and _belongs(steps[point], steps[point - 1]):
        point += 1
    return point


def _belongs(step: Step, entry: Step) -> bool:
    """Return whether a press belongs to the value before it: a key in its field, or a press in its dialog."""
    in_dialog = step.target is not None and step.target.landmark.partition("|")[0] in DIALOGS
    key = step.kind is StepKind.PRESS and same_element(entry, step)
    return key or (in_dialog and step.kind is StepKind.CLICK)


def _enters(step: Step) -> bool:
    chosen = step.kind is StepKind.CLICK and step.target is not None and step.target.role == OPTION
    return chosen or step.kind in ENTERED


def _without_echo(kept: Sequence[Step], made: tuple[Step, ...]) -> tuple[Step, ...]:
    """Return the new steps without the last replayed text: a page may tell of it only when its field is left."""
    first = made[0] if made else None
    echo = kept and first and first.kind in ENTERED and same_element(kept[-1], first) and kept[-1].value == first.value
    return made[1:] if echo else made


def _overwritten(kept: Sequence[Step], made: Sequence[Step]) -> Step | None:
    """Return the first stored step whose text a new one has replaced: nothing was pressed there in between."""
    for n, new in enumerate(made):
        last = next((step for step in reversed((*kept, *made[:n])) if same_element(step, new)), None)
        if last is None or last not in kept or not {new.kind, last.kind} <= TEXTS:
            continue
        if not set(names(last.value)) <= set(names(new.value)):
            return last
    return None


def _allowing(step: Step, fields: Sequence[str]) -> Step:
    """Return a step that allows texts in fields which were empty at its lesson: the teacher has just filled them.

    A later replay fills them itself, so the step is stored as it was.
    """
    if step.target is None:
        return step
    return replace(step, target=reduce(with_text_in, fields, step.target))


def _takes_the_place(lesson: Lesson, lost: Step) -> TeacherError:
    added = ", ".join(lesson.adds)
    return TeacherError(
        f'"{lesson.task}" was stopped: {added} was entered over another value',
        why="Both are given, so neither may replace the other. The stored version stays as it is.",
        evidence=[f"it took the place of: {lost.title()}"],
        run="pytest --ami-mode=relearn   # learns the flow anew, with the value",
    )


def _does_not_go_on(lesson: Lesson, drift: Drift) -> TeacherError:
    added = ", ".join(lesson.adds)
    return TeacherError(
        f'"{lesson.task}" did not go on as recorded after {added} was entered',
        why="The stored steps were learned without this value. The stored version stays as it is.",
        evidence=[f"step {drift.step}: {drift.title}: {drift.cause.value}", *drift.evidence],
        run="pytest --ami-mode=relearn   # learns the flow anew, with the value",
    )
