"""One flow from start to end: replay the known steps, and let a teacher relearn the drifted span.

Rules of this module:

* If a replay drifts because the page has changed, the flow continues: the teacher chooses an element or performs a
  span, and the replay goes on where the stored steps fit again.
* Other drifts end the flow: a teacher can neither repair an application nor create a missing record. So does a page
  that shows the control of the step for another deed (``teaching.other_deeds``).
* Modes that must not learn never use this module; they run ``engine.replay`` alone.

It must never know where workflows come from or where they go.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pytest_ami.elements.attribution import UNCHANGED, did_more, reason_at
from pytest_ami.elements.commits import deeds_of, without_repetition, without_twins
from pytest_ami.elements.obstacles import without_detours
from pytest_ami.engine.confirmation import as_confirmed
from pytest_ami.engine.effects import requests
from pytest_ami.engine.effects.left_out import absent, without
from pytest_ami.engine.replay import ENTERED, replay
from pytest_ami.engine.report import Replayed, already_done
from pytest_ami.engine.search import moved_on, region
from pytest_ami.engine.sent_requests import is_deed
from pytest_ami.engine.step_update import partly_done, retargeted, updated_steps, without_sought
from pytest_ami.engine.teaching.element_choice import ElementAnswer, answerable, choose_element
from pytest_ami.engine.teaching.learn import learn
from pytest_ami.engine.teaching.lesson import Lesson, LessonResult
from pytest_ami.engine.teaching.lesson_end import at_new_addresses, sent_astray, went_astray
from pytest_ami.engine.teaching.other_deeds import led_astray, meant_otherwise, stopped_by
from pytest_ami.engine.teaching.reveal import reveal
from pytest_ami.engine.versions.added_parameters import with_parameters
from pytest_ami.engine.versions.fallback import replay_versions
from pytest_ami.model import command as c
from pytest_ami.model.errors import TeacherError
from pytest_ami.model.outcome import Cause, Reason, Usage
from pytest_ami.model.workflow import Effects

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from pytest_ami.elements.commits import LastingDeed
    from pytest_ami.engine.replay_options import FlowOptions
    from pytest_ami.engine.versions.fallback import VersionRun
    from pytest_ami.engine.versions.rejection import Rejection
    from pytest_ami.model.command import Program
    from pytest_ami.model.fingerprint import Fingerprint
    from pytest_ami.model.outcome import Drift
    from pytest_ami.model.workflow import Step, Workflow


@dataclass(frozen=True, slots=True, kw_only=True)
class FlowSpec:
    """One flow to carry out. Task, parameters, values and options are those of its lesson.

    Attributes:
        lesson: The lesson for the whole flow; each relearned span gets a copy with its ``done``, ``remaining``
            and ``replaces``.
        workflow: The workflow to replay first; None to learn from the start.
        others: Returns the other proven versions of the task, newest first.
    """

    lesson: Lesson
    workflow: Workflow | None
    others: Callable[[], Sequence[Workflow]] = tuple

    @property
    def values(self) -> Mapping[str, str]:
        """Value of every parameter, secrets included."""
        return self.lesson.values

    @property
    def options(self) -> FlowOptions:
        """Patience, heals and origins."""
        return self.lesson.options


@dataclass(slots=True, kw_only=True)
class Progress:
    """The progress of a flow; filled while it runs, so that an error loses nothing.

    Attributes:
        replayed: The replay over all stretches; its drift is the first one, or the one that ended it.
        version: The version that was followed; None if it is the one of the flow.
        passed_over: The drift of the flow's version, if another version was followed instead.
        rejection: The refusal of the application, if one was expected.
        lessons: The lessons, oldest first.
        choice_usage: The cost of questions about single elements.
        chosen: Number of answers to these questions that were followed.
        instead: The element that was chosen or used in place of the first one that was not found; None for none.
        partial_effects: Number of steps that had only a part of their effects, after which the next step fitted.
        steps: The steps of the new version, if one was learned.
    """

    replayed: Replayed | None = None
    version: Workflow | None = None
    passed_over: Drift | None = None
    rejection: Rejection | None = None
    lessons: list[LessonResult] = field(default_factory=list)
    choice_usage: Usage = field(default_factory=Usage)
    chosen: int = 0
    instead: Fingerprint | None = None
    partial_effects: int = 0
    steps: tuple[Step, ...] = ()

    @property
    def changed(self) -> bool:
        """Whether anything was learned, chosen or found to differ."""
        return bool(self.lessons or self.chosen or self.partial_effects)

    @property
    def learned(self) -> LessonResult | None:
        """All lessons as one; None when there was none and nothing was chosen."""
        if not self.changed and not self.choice_usage.calls:
            return None
        last = self.lessons[-1] if self.lessons else LessonResult()
        return replace(
            last,
            steps=tuple(step for lesson in self.lessons for step in lesson.steps),
            usage=sum((lesson.usage for lesson in self.lessons), self.choice_usage),
            operations=sum(lesson.operations for lesson in self.lessons),
            recorded=tuple(operation for lesson in self.lessons for operation in lesson.recorded),
        )


MOST_STRETCHES = 3
"""Stretches of replay and lesson for every stored step, at most: a page that never fits must not loop."""


def run_flow(spec: FlowSpec, progress: Progress) -> Program[Progress]:
    """Replay the workflow and relearn its drifted spans until the stored steps fit again; or learn from the start.

    Raises:
        TeacherError: The teacher failed; ``progress`` holds the results so far.
    """
    if spec.lesson.adds and spec.workflow is not None and not spec.lesson.demonstrates:
        progress.replayed, learned = Replayed(), LessonResult()
        progress.lessons.append(learned)
        progress.steps = yield from with_parameters(spec.lesson, spec.workflow, progress.replayed, learned)
        return progress
    if spec.workflow is None or spec.lesson.adds:
        progress.lessons.append(learned := LessonResult())
        yield from learn(spec.lesson, learned)
        progress.steps = learned.steps if spec.lesson.demonstrates else without_detours(without_twins(learned.steps))
        return progress
    yield from _relearn(spec, spec.workflow, progress)
    progress.steps = yield from at_new_addresses(progress.steps, spec.lesson.shown)
    return progress


@dataclass(slots=True)
class _NewVersion:
    """The steps of the version that is being made.

    Attributes:
        steps: The finished steps in their new form, then the stored ones.
        done: Number of finished steps.
        offered: Steps whose element the teacher was asked to choose.
        picked: Steps with a chosen element.
        refused: Whether the teacher once chose no element. On such a page, asking for a move costs no more, so a lesson
            goes on without another choice; only a teacher that costs nothing is still asked for one.
        deeds: The commits of this attempt so far; no teacher does one of them again.
        redrawn: Regions of the stored steps that are other ones now.
        revealed: Steps whose hidden element was looked for.
        sent: Whether the last step that was carried out sent a request that may have changed something.
        doubted: Controls that are called like those of deeds, and that a fact rules out, as role and name.
        contradiction: Facts that contradict the last step that was carried out; empty if its effects followed.
    """

    steps: tuple[Step, ...]
    done: int = 0
    offered: list[Step] = field(default_factory=list)
    picked: list[Step] = field(default_factory=list)
    refused: bool = False
    deeds: tuple[LastingDeed, ...] = ()
    redrawn: frozenset[str] = frozenset()
    revealed: list[Step] = field(default_factory=list)
    sent: bool = False
    doubted: tuple[str, ...] = ()
    contradiction: tuple[str, ...] = ()

    def note_region(self, old: Step, new: Step | None) -> None:
        """Note that the region of a stored step was redrawn, if its element stands in another one now."""
        self.redrawn |= {region(old)} if new is not None and moved_on(old, new) else set()

    def advance(self, kept: tuple[Step, ...], left: tuple[Step, ...]) -> None:
        """Set the finished steps, and the steps that are left to do."""
        self.steps, self.done = (*kept, *left), len(kept)


def _relearn(spec: FlowSpec, workflow: Workflow, progress: Progress) -> Program[None]:
    """Replay the workflow. If the page has changed, choose an element or learn a span, and continue after it."""
    total = progress.replayed = Replayed()
    ran = yield from replay_versions(workflow, spec.others, spec.values, spec.options)
    ran = _of_given_parameters(ran, spec.values) if ran.replayed.drift else ran
    progress.version, progress.passed_over = ran.version, ran.passed_over
    lesson, new, report = spec.lesson, _NewVersion(ran.version.steps), ran.replayed
    for stretch in range(MOST_STRETCHES * len(workflow.steps) + 1):
        current = replace(ran.version, steps=new.steps)
        if stretch:
            report = yield from replay(current, spec.values, replace(spec.options, redrawn=new.redrawn), skip=new.done)
            report.drift = _on_a_changed_page(report.drift)
        total.steps += report.steps
        if report.drift is None:
            if progress.changed and (astray := (yield from sent_astray(workflow.steps, spec.values))):
                raise went_astray(workflow.task, astray)
            progress.steps = updated_steps(new.steps, report.steps, lesson.shown) if progress.changed else ()
            return
        total.drift = total.drift or report.drift
        if reason_at(report.drift, new.steps) is not Reason.PAGE_CHANGED or did_more(report.drift):
            total.drift = report.drift
            return  # a teacher can neither repair an application, nor create a missing record, nor take a deed back
        carried = already_done(current, report)
        rest = new.steps[len(carried) :]
        new.deeds += deeds_of(carried, report.sent, lesson.shown, skip=new.done, left=rest)
        kept = yield from as_confirmed(updated_steps(carried, report.steps, lesson.shown), report.drift)
        new.sent = len(carried) in report.sent
        overdue = carried[-1:] if _overdue(carried, report, lesson.shown) else ()
        if report.enough is not None and not overdue and not (yield from led_astray(carried, report.drift, lesson)):
            # the step works in another way: a dialog opened instead of a page, or the form stays for the next record
            progress.partial_effects += 1
            new.advance(partly_done(carried, report, lesson.shown), rest)
            continue
        unmet = report.drift.cause is Cause.WRONG_EFFECT
        new.contradiction = report.drift.evidence if unmet else ()
        if end := (yield from _end_before_lesson(carried, rest, report.drift, new, lesson)):
            total.drift = end
            return
        if rest and answerable(rest[0], report.drift) and (yield from _find_next(kept, rest, new, spec, progress)):
            continue
        if (yield from _teach_rest(kept, rest, new, spec, progress, unmet=unmet, overdue=overdue)):
            return
    raise TeacherError(
        f'"{workflow.task}" was not relearned: the stored steps and the page never matched to the end',
        why="Again and again, stored steps matched the page and a later one did not.",
        evidence=[f"{len(progress.lessons)} lessons, {progress.chosen} elements chosen"],
    )


def _of_given_parameters(ran: VersionRun, values: Mapping[str, str]) -> VersionRun:
    """Return a replay without the parameters that the run leaves out: a lesson after it knows nothing of them."""
    left_out = absent(ran.version, values)
    if not left_out:
        return ran
    short = without(ran.version, left_out)
    return replace(ran, version=short.workflow, replayed=ran.replayed.renumbered(short.number_in_short))


def _end_before_lesson(
    carried: tuple[Step, ...], rest: tuple[Step, ...], drift: Drift, new: _NewVersion, lesson: Lesson
) -> Program[Drift | None]:
    """Return the drift with which the flow ends before a teacher is asked; None if one may be asked."""
    if drift.cause is Cause.WRONG_EFFECT and carried[-1] in new.picked:
        return drift  # only one of two keys holds, and the state of the page is unknown
    other = yield from meant_otherwise(carried, rest, drift, lesson)
    return stopped_by(drift, other) if other else None


def _on_a_changed_page(drift: Drift | None) -> Drift | None:
    """Return a drift of a later stretch: an element was chosen or taught before it, so not every one is as recorded."""
    return replace(drift, evidence=tuple(one for one in drift.evidence if one != UNCHANGED)) if drift else None


def _find_next(
    kept: tuple[Step, ...], rest: tuple[Step, ...], new: _NewVersion, spec: FlowSpec, progress: Progress
) -> Program[bool]:
    """Show the element of the first remaining step if it is hidden, or ask for it; return whether that went well."""
    step = rest[0]
    if step not in new.revealed:
        new.revealed.append(step)
        opener = yield from reveal(step, spec.lesson.shown, spec.options.patience)
        if opener is not None:
            progress.chosen += 1
            new.advance((*kept, opener), rest)
            return True
    return (yield from _choose_next(kept, rest, new, spec, progress))


def _choose_next(
    kept: tuple[Step, ...], rest: tuple[Step, ...], new: _NewVersion, spec: FlowSpec, progress: Progress
) -> Program[bool]:
    """Ask the teacher once for the element of the first remaining step; return whether it chose one."""
    step = rest[0]
    dear = new.refused and progress.choice_usage.calls
    if not spec.lesson.chooses or dear or step in new.offered:
        return False
    new.offered.append(step)
    choice = yield from _chosen(step, new.steps, spec, progress)
    changed, new.doubted = choice.step, (*new.doubted, *choice.doubted)
    if changed is None:
        new.refused = new.refused or choice.usage is not None
        return False
    new.picked.append(changed)
    new.note_region(step, changed)
    progress.instead = progress.instead or changed.target
    new.offered.append(changed)
    new.advance(kept, (changed, *retargeted(rest[1:], step, changed)))
    return True


def _teach_rest(
    kept: tuple[Step, ...],
    rest: tuple[Step, ...],
    new: _NewVersion,
    spec: FlowSpec,
    progress: Progress,
    *,
    unmet: bool,
    overdue: tuple[Step, ...],
) -> Program[bool]:
    """Teach the remaining steps until a stored step fits again; return whether no stored step is left."""
    lesson, replaces = spec.lesson, (*overdue, *rest)
    if lesson.demonstrates:  # a demonstration has no middle to start from
        if new.deeds:
            raise _done_already(lesson.task, new.deeds[-1])
        kept, rest, replaces = (), (), new.steps
        if spec.options.url:
            yield c.Goto(url=spec.options.url, timeout=spec.options.patience, anew=True)
    learned = LessonResult()
    progress.lessons.append(learned)
    chooses = lesson.chooses and not new.refused
    limit = _limit_after(spec, progress)
    known = replace(lesson, done=kept, remaining=rest, replaces=replaces, deeds=new.deeds, sent=new.sent)
    known = replace(known, doubted=new.doubted, contradiction=new.contradiction)
    yield from learn(replace(known, chooses=chooses, limit=limit), learned)
    progress.instead = progress.instead or next((step.target for step in learned.steps if step.target), None)
    new.deeds += tuple(replace(deed, final=True) for deed in learned.deeds)
    made = learned.steps if lesson.demonstrates else without_twins(learned.steps)
    kept = splice(kept, made, unmet=unmet, notices=learned.notices)
    kept = kept if lesson.demonstrates else without_detours(kept)
    if learned.rejoined is None or learned.rejoined >= len(rest):
        progress.steps = kept
        return True
    left = rest[learned.rejoined :]
    kept = without_sought(kept, left, (step for lesson in progress.lessons for step in lesson.steps))
    for old in rest[: max(1, learned.rejoined)]:
        entered = next((s for s in reversed(learned.steps) if s.kind in ENTERED and s.value == old.value), None)
        new.note_region(old, entered)
        if entered is not None and entered.kind is old.kind:
            left = retargeted(left, old, entered)
    new.advance(kept, left)
    return False


def _overdue(carried: tuple[Step, ...], report: Replayed, values: Mapping[str, str]) -> bool:
    """Return whether the last step that was carried out is a commit that the server never got, or that it refused."""
    if report.drift is None or report.drift.cause is not Cause.WRONG_EFFECT or not carried or not is_deed(carried[-1]):
        return False
    refused = requests.refused(carried[-1].sent, [line for line in report.drift.evidence if " " in line], values)
    return bool(refused) or report.drift.step not in report.sent


def _done_already(task: str, deed: LastingDeed) -> TeacherError:
    return TeacherError(
        f'"{task}" was not relearned: {deed.role} "{deed.name}" was used already in this attempt',
        why="A demonstration begins anew, so it would do the same deed a second time.",
        run="pytest --ami-mode=relearn",
    )


def _chosen(step: Step, steps: tuple[Step, ...], spec: FlowSpec, progress: Progress) -> Program[ElementAnswer]:
    """Return the teacher's answer about the element of a step."""
    if spec.lesson.limit(progress.learned.usage if progress.learned else Usage()):
        return ElementAnswer()
    stored = spec.workflow.steps if spec.workflow else ()
    place, lesson = c.FrameAddress(tab=step.tab, frame=step.frame), replace(spec.lesson, replaces=stored)
    choice = yield from choose_element(step, steps, place, lesson)
    progress.choice_usage += choice.usage or Usage()
    progress.chosen += choice.step is not None
    return choice


def _limit_after(spec: FlowSpec, progress: Progress) -> Callable[[Usage], str]:
    """Return the limit of a lesson that follows other lessons of the same flow."""
    spent = sum((lesson.usage for lesson in progress.lessons[:-1]), progress.choice_usage)
    return lambda usage: spec.lesson.limit(spent + usage)


def splice(
    kept: tuple[Step, ...], learned: tuple[Step, ...], *, unmet: bool = False, notices: tuple[str, ...] = ()
) -> tuple[Step, ...]:
    """Return the steps of the new version: those kept, then those learned. A failed step is never there twice.

    Args:
        kept: Stored steps that were carried out.
        learned: The steps of the teacher after them.
        unmet: Whether the last kept step did not have its recorded effects; then they are dropped.
        notices: Messages on the page at the end. If nothing was left to do, they are the last step's new effects.
    """
    if not kept or not unmet:
        return kept + learned
    before = without_repetition(kept, learned)
    if before != kept:
        return before + learned
    effects = Effects() if learned else Effects(notices=notices)
    return (*kept[:-1], replace(kept[-1], effects=effects), *learned)
