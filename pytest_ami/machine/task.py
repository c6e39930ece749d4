"""One task from the first look to the last: replay what is known, learn what is not.

Knows the order of things and nothing of where workflows come from or go to. A replay that may not learn is
``machine.replay`` alone; this module is for the modes that may.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pytest_ami.decide.partial import keeping
from pytest_ami.decide.reasons import reason_at
from pytest_ami.model import command as c
from pytest_ami.model.errors import TeacherError
from pytest_ami.model.outcome import Cause, Reason, Usage
from pytest_ami.model.workflow import Effects

from .choosing import answerable, choose_element
from .learn import learn
from .lesson import Lesson, LessonResult
from .mending import retargeted, updated_steps
from .replay import ENTERED, PATIENCE, replay
from .report import Replayed

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pytest_ami.decide.ranking import Profile
    from pytest_ami.model.command import Program
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
        replayed: What was replayed, over all stretches; its drift is the first one, or the one that ended it.
        lessons: The lessons, oldest first.
        asked: What questions about single elements cost.
        chosen: How many of their answers were followed.
        spared: How many steps did something else than before, after which the next one fitted without a question.
        steps: The steps of the new version, if one was learned.
    """

    replayed: Replayed | None = None
    lessons: list[LessonResult] = field(default_factory=list)
    asked: Usage = field(default_factory=Usage)
    chosen: int = 0
    spared: int = 0
    steps: tuple[Step, ...] = ()

    @property
    def learned(self) -> LessonResult | None:
        """All lessons as one; None when there was none and nothing was chosen."""
        if not self.lessons and not self.asked.calls and not self.chosen and not self.spared:
            return None
        last = self.lessons[-1] if self.lessons else LessonResult()
        return replace(
            last,
            steps=tuple(step for lesson in self.lessons for step in lesson.steps),
            usage=sum((lesson.usage for lesson in self.lessons), self.asked),
            operations=sum(lesson.operations for lesson in self.lessons),
            recorded=tuple(one for lesson in self.lessons for one in lesson.recorded),
        )


MOST_STRETCHES = 3
"""Stretches of replay and lesson for every stored step, at most: a page that never fits is not asked for ever."""


def carry_out(job: Job, progress: Progress) -> Program[Progress]:
    """Replay, and let the teacher take over where a step drifted, until the stored steps fit again; or learn anew.

    Raises:
        TeacherError: The teacher could not do it; ``progress`` says what happened before.
    """
    if job.workflow is None:
        lesson = job.lesson
        progress.lessons.append(LessonResult())
        yield from learn(lesson, progress.lessons[-1])
        progress.steps = progress.lessons[-1].steps
        return progress
    yield from _renew(job, job.workflow, progress)
    return progress


@dataclass(slots=True)
class _Renewal:
    """The steps of the version that is to come, and how far they are done.

    Attributes:
        steps: Those that are done as they are now, then the stored ones.
        done: How many are done.
        asked: Steps about whose element somebody was asked.
        picked: Steps with an element that was chosen.
        refused: Whether none was chosen once: on a page that is another one a question for a move costs no more.
    """

    steps: tuple[Step, ...]
    done: int = 0
    asked: list[Step] = field(default_factory=list)
    picked: list[Step] = field(default_factory=list)
    refused: bool = False

    def go_on(self, kept: tuple[Step, ...], left: tuple[Step, ...]) -> None:
        """Take these steps: some that are done, and what is left to do."""
        self.steps, self.done = (*kept, *left), len(kept)


def _renew(job: Job, workflow: Workflow, progress: Progress) -> Program[None]:
    """Replay the workflow; where the page has changed, choose or learn what is missing and go on after it."""
    lesson, new = job.lesson, _Renewal(workflow.steps)
    told = progress.replayed = Replayed()
    for _ in range(MOST_STRETCHES * len(workflow.steps) + 1):
        current = replace(workflow, steps=new.steps)
        report = yield from replay(current, job.values, patience=job.patience, skip=new.done, heal=job.heal)
        told.steps += report.steps
        if report.drift is None:
            changed = progress.lessons or progress.chosen or progress.spared
            progress.steps = updated_steps(new.steps, report.steps, lesson.shown) if changed else ()
            return
        told.drift = told.drift or report.drift
        if reason_at(report.drift, new.steps) is not Reason.PAGE_CHANGED:
            told.drift = report.drift
            return  # a teacher can neither mend an application nor make the record that is missing
        carried = already_done(current, report)
        kept, rest = updated_steps(carried, report.steps, lesson.shown), new.steps[len(carried) :]
        if report.partial is not None:  # its work is done in another way: a dialog opened instead of a page
            progress.spared += 1
            effects = keeping(carried[-1].effects, report.partial, lesson.shown)
            new.go_on((*kept[:-1], replace(kept[-1], effects=effects)), rest)
            continue
        unmet = report.drift.cause is Cause.WRONG_EFFECT
        if unmet and carried[-1] in new.picked:
            told.drift = report.drift  # one key of two, and the page is no longer where anybody knows it
            return
        if rest and answerable(rest[0], report.drift) and (yield from _picked(kept, rest, new, job, progress)):
            continue
        if (yield from _taught(kept, rest, new, job, progress, unmet=unmet)):
            return
    raise TeacherError(
        f'"{workflow.task}" was not relearned: the stored steps and the page do not come together',
        why="Again and again the stored steps fitted the page and then did not.",
        evidence=[f"{len(progress.lessons)} lessons, {progress.chosen} elements chosen"],
    )


def _picked(
    kept: tuple[Step, ...], rest: tuple[Step, ...], new: _Renewal, job: Job, progress: Progress
) -> Program[bool]:
    """Ask which element the first step of the rest is about, once; return whether one was chosen."""
    step = rest[0]
    if not job.lesson.chooses or new.refused or step in new.asked:
        return False
    new.asked.append(step)
    before = progress.asked.calls
    found = yield from _chosen(step, new.steps, job, progress)
    if found is None:
        new.refused = progress.asked.calls > before
        return False
    new.picked.append(found)
    new.asked.append(found)
    new.go_on(kept, (found, *retargeted(rest[1:], step, found)))
    return True


def _taught(
    kept: tuple[Step, ...], rest: tuple[Step, ...], new: _Renewal, job: Job, progress: Progress, *, unmet: bool
) -> Program[bool]:
    """Have the rest taught until it fits again; return whether nothing is left of it."""
    lesson = job.lesson
    if lesson.demonstrates:  # a demonstration has no middle to start from
        kept = rest = ()
        if job.start:
            yield c.Goto(url=job.start, timeout=job.patience, anew=True)
    learned = LessonResult()
    progress.lessons.append(learned)
    chooses = lesson.chooses and not new.refused
    limit = _after(job, progress)
    yield from learn(replace(lesson, done=kept, remaining=rest, chooses=chooses, limit=limit), learned)
    kept = splice(kept, learned.steps, unmet=unmet, notices=learned.notices)
    if learned.rejoined is None or learned.rejoined >= len(rest):
        progress.steps = kept
        return True
    left = rest[learned.rejoined :]
    for old in rest[: max(1, learned.rejoined)]:
        entered = next((s for s in reversed(learned.steps) if s.kind in ENTERED and s.value == old.value), None)
        if entered is not None and entered.kind is old.kind:
            left = retargeted(left, old, entered)
    new.go_on(kept, left)
    return False


def _chosen(step: Step, steps: tuple[Step, ...], job: Job, progress: Progress) -> Program[Step | None]:
    """Return the step with the element that the teacher chose for it."""
    if job.lesson.limit(progress.learned.usage if progress.learned else Usage()):
        return None
    found, usage = yield from choose_element(step, steps, c.FrameAddress(tab=step.tab, frame=step.frame), job.lesson)
    progress.asked += usage or Usage()
    progress.chosen += found is not None
    return found


def _after(job: Job, progress: Progress) -> Callable[[Usage], str]:
    """Return the limit of a lesson that comes after others of the same job."""
    spent = sum((lesson.usage for lesson in progress.lessons[:-1]), progress.asked)
    return lambda usage: job.lesson.limit(spent + usage)


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
