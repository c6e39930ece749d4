"""One task from the first look to the last: replay what is known, learn what is not.

Knows the order of things and nothing of where workflows come from or go to. A replay that may not learn is
``machine.replay`` alone; this module is for the modes that may.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pytest_ami.decide.reasons import reason_at
from pytest_ami.model import command as c
from pytest_ami.model.outcome import Cause, Reason
from pytest_ami.model.workflow import Effects

from .finding import Program
from .learn import Learned, Lesson, learn
from .mending import mended
from .replay import PATIENCE, Replayed, replay

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_ami.decide.ranking import Profile
    from pytest_ami.model.workflow import Step, Workflow


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """What is to be done.

    Attributes:
        lesson: What to teach; its ``done`` and ``remaining`` are filled in here when a replay came first.
        workflow: What to replay first; None to learn from the start.
        values: Value for every parameter.
        patience: Milliseconds that a step may wait.
        heal: How sure a heal must be.
        start: Route to open before a lesson that begins anew; empty to begin where the page is.
    """

    lesson: Lesson
    workflow: Workflow | None
    values: Mapping[str, str] = field(repr=False)
    patience: float = PATIENCE
    heal: Profile = "balanced"
    start: str = ""


@dataclass(slots=True, kw_only=True)
class Progress:
    """How far a job has come; filled while it runs, so that an error loses nothing.

    Attributes:
        replayed: The replay, if there was one.
        learned: The lesson, if there was one.
        steps: The steps of the new version, if one was learned.
    """

    replayed: Replayed | None = None
    learned: Learned | None = None
    steps: tuple[Step, ...] = ()


def carry_out(job: Job, progress: Progress) -> Program[Progress]:
    """Replay, and let the teacher take over from the step that drifted; or learn from the start.

    Raises:
        TeacherError: The teacher could not do it; ``progress`` says what happened before.
    """
    kept: tuple[Step, ...] = ()
    unmet = False
    lesson = job.lesson
    if job.workflow is not None:
        report = yield from replay(job.workflow, job.values, patience=job.patience, heal=job.heal)
        progress.replayed = report
        if report.drift is None or reason_at(report.drift, job.workflow.steps) is not Reason.PAGE_CHANGED:
            return progress  # a teacher can neither mend an application nor make the record that is missing
        kept = mended(already_done(job.workflow, report), report.steps, lesson.shown)
        unmet = report.drift.cause is Cause.WRONG_EFFECT
        if lesson.demonstrates:  # a demonstration has no middle to start from
            kept = ()
            if job.start:
                yield c.Goto(url=job.start, timeout=job.patience, anew=True)
        else:
            lesson = replace(lesson, done=kept, remaining=job.workflow.steps[len(already_done(job.workflow, report)) :])
    progress.learned = Learned()
    yield from learn(lesson, progress.learned)
    progress.steps = splice(kept, progress.learned.steps, unmet=unmet, notices=progress.learned.notices)
    return progress


def already_done(workflow: Workflow, report: Replayed) -> tuple[Step, ...]:
    """Return the stored steps whose action was carried out before the drift.

    A step with the wrong effect was carried out: undoing it is not ours to do, so the lesson goes on after it.
    """
    if report.drift is None:
        return workflow.steps
    return workflow.steps[: report.drift.step - (report.drift.cause is not Cause.WRONG_EFFECT)]


def splice(
    kept: tuple[Step, ...], learned: tuple[Step, ...], *, unmet: bool = False, notices: tuple[str, ...] = ()
) -> tuple[Step, ...]:
    """Return the steps of the new version: those kept, then those learned.

    Args:
        kept: Stored steps that were carried out.
        learned: What the teacher did after them.
        unmet: Whether the last kept step did not have its recorded effects: nothing is known of them any more.
        notices: Messages on the page at the end: where nothing was left to do, they are what the last step does now.
    """
    if not kept or not unmet:
        return kept + learned
    effects = Effects() if learned else Effects(notices=notices)
    return (*kept[:-1], replace(kept[-1], effects=effects), *learned)
