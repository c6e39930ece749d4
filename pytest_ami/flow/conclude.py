"""From the progress of one run to its conclusion: the report, the proposal of a new version, or the error.

Rules of this module:

* Drifts and heals are recorded at once, because they are facts whether or not the test passes.
* A new version is only proposed here. ``flow.commit`` adds it to the store after a green test.

It knows plans, the store and the settings. It must never know a page.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pytest_ami.elements.addresses.routes import normal_route
from pytest_ami.elements.contradictions.edited_texts import IN_STATE, MASTHEAD, STATED, STATEMENTS
from pytest_ami.elements.contradictions.texts_around import PROSE
from pytest_ami.elements.held_values import TICKED
from pytest_ami.engine.boundary.flow_rules import violation
from pytest_ami.engine.effects.message_check import TEXTS, of_this_run
from pytest_ami.engine.effects.slugs import spelled_names
from pytest_ami.engine.recording.literal_lint import findings
from pytest_ami.engine.step_update import updated_steps, with_new_evidence
from pytest_ami.engine.versions.generalisation import generalised
from pytest_ami.model.codec import to_plain
from pytest_ami.model.errors import AmiError, HarnessError, StaleError, TeacherError
from pytest_ami.model.outcome import Cause, Outcome, Run, Usage
from pytest_ami.model.printable import by_hand
from pytest_ami.model.settings import Mode
from pytest_ami.model.workflow import Provenance, Workflow
from pytest_ami.report.messages import accepted_error, stale_error
from pytest_ami.store.facts import Kind
from pytest_ami.store.locator_history import HEAL

from .drift_tracking import observe, record_drift, with_reason
from .evidence.steps import steps_of
from .knowledge.known_failures import known_failure, signature_of
from .lessons.lesson_names import described, template_of, with_names
from .proposal import Proposal
from .recorded_origins import origins_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_ami.engine.boundary.flow_rules import Violation
    from pytest_ami.engine.report import StepReport
    from pytest_ami.model.fingerprint import Fingerprint
    from pytest_ami.model.lesson import Move
    from pytest_ami.model.outcome import Drift
    from pytest_ami.model.workflow import Step

    from .drift_tracking import ReplayObservation
    from .plan import Plan
    from .scope import AttemptScope

VARIES = "varies with the data"
"""The reason of a version that has in common what two recordings of one flow show."""

BESIDE = frozenset({IN_STATE, MASTHEAD, PROSE, STATED, STATEMENTS})
"""Details that hold texts of the page: an edited one refuses an element, one of another record does not."""

LOCATING = ("absolute_xpath", "xpath", "css", "attributes", "role", "name")
"""The parts of a fingerprint that a heal records; later replays locate the element by them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Conclusion:
    """The conclusion of one run.

    Attributes:
        run: The report.
        proposal: The new version; None if there is none.
        observation: The movements of the replayed version's elements; None if no replay reached its end.
        error: The error that the test fails with; None if the run went through.
    """

    run: Run
    proposal: Proposal | None = None
    observation: ReplayObservation | None = None
    error: AmiError | None = None


def conclude(scope: AttemptScope, plan: Plan, error: AmiError | None = None) -> Conclusion:
    """Return the conclusion of a run; count its cost, and record its drift or its heals.

    Args:
        scope: The attempt.
        plan: The plan, with its progress filled.
        error: The error that the engine raised, if any.
    """
    usage = _usage(plan, error)
    scope.purse.spend(usage)
    run, stored, replayed = _report(plan, usage), plan.workflow, plan.progress.replayed
    if plan.expect and error is None:
        return _expected(scope, plan, run)
    if plan.progress.passed_over and (other := plan.spec.workflow):
        passed_over = with_reason(plan.progress.passed_over, other)
        record_drift(scope.store, other, passed_over, session=plan.session, values=plan.shown, **scope.where)
    if run.drift and stored:
        record_drift(scope.store, stored, run.drift, session=plan.session, values=plan.shown, **scope.where)
    if run.drift and (error is not None or not plan.progress.steps):
        return _stopped(scope, plan, run, run.drift, error)
    if error is not None:
        error.run = error.run or _shown_by_hand(scope, plan)
        return Conclusion(run=replace(run, outcome=_failure(error)), error=error)
    if plan.progress.steps or stored is None or replayed is None:
        return _learned(scope, plan, run) if plan.progress.steps else Conclusion(run=run)
    observation = observe(scope.store, stored, replayed)
    run = replace(run, drifting=observation.evidence)
    if replayed.healed:
        return _healed(scope, plan, replace(run, outcome=Outcome.HEALED), stored, replayed.steps, observation)
    return Conclusion(run=run, observation=observation)


def _usage(plan: Plan, error: AmiError | None) -> Usage:
    """Return the cost of a run: its lessons, and reading its instruction."""
    learned = plan.progress.learned
    usage = learned.usage if learned else Usage()
    if learned and error is not None:  # a failed model call has no answer, but it has a cost
        planned = plan.log.spent if plan.log else Usage()
        usage = plan.teacher.spent + planned if hasattr(plan.teacher, "spent") else usage
    return usage + plan.reading


def _report(plan: Plan, usage: Usage) -> Run:
    """Return the parts of a run's report that do not depend on its outcome."""
    replayed, learned, stored = plan.progress.replayed, plan.progress.learned, plan.workflow
    drift = replayed.drift if replayed else None
    return Run(
        task=plan.task,
        outcome=Outcome.REPLAYED,
        steps=len(replayed.steps) if replayed else 0,
        seconds=time.monotonic() - plan.began,
        model_calls=usage.calls,
        tokens=usage.tokens,
        money=usage.money,
        unpriced=getattr(plan.teacher, "unpriced", 0),
        drift=with_reason(_with_new_place(drift, plan.progress.instead), stored) if drift else None,
        version=stored.version if stored else 0,
        workflow_id=stored.id if stored else "",
        lesson=stored.provenance.cost if replayed and stored else None,
        healed=replayed.healed if replayed else (),
        teacher=getattr(plan.teacher, "name", "") if learned else "",
        similar=plan.similar,
        session=plan.session,
        evidence=steps_of(plan),
    )


def _with_new_place(drift: Drift, instead: Fingerprint | None) -> Drift:
    """Return the drift with the place of the element that the teacher chose or used instead."""
    return replace(drift, new_xpath=instead.absolute_xpath) if instead else drift


# -- the run was expected to be refused --------------------------------------------------------------------------------


def _expected(scope: AttemptScope, plan: Plan, run: Run) -> Conclusion:
    """Conclude a run that the application was expected to refuse. Its version keeps its status in any case."""
    found = plan.progress.rejection
    if found is not None and found.refused:
        return Conclusion(run=replace(run, drift=None, steps=found.refused, rejected=found.evidence))
    if run.drift is None or run.drift.cause is Cause.WRONG_EFFECT:
        error = accepted_error(plan.task, run, scope.test)
        return Conclusion(run=replace(run, outcome=Outcome.FAILED), error=error)
    return _stopped(scope, plan, run, run.drift, None)


# -- the run stopped --------------------------------------------------------------------------------------------------


def _stopped(scope: AttemptScope, plan: Plan, run: Run, drift: Drift, error: AmiError | None) -> Conclusion:
    """Conclude a run that stopped at a drift and was not relearned."""
    stale = drift.blames_page and not isinstance(error, HarnessError)
    run = replace(run, outcome=Outcome.STALE if stale else _failure(error))
    total = len(plan.workflow.steps) if plan.workflow else 0
    stopped = stale_error(plan.task, run, total, drift, scope.test, teacher=error)
    if isinstance(stopped, StaleError) and scope.learns and not (error and error.run):
        stopped.run = _shown_by_hand(scope, plan)
    known = known_failure(scope, signature_of(drift, plan.workflow, plan.shown)) if plan.workflow else ""
    stopped.evidence = (*stopped.evidence, *([known] if known else []))
    return Conclusion(run=run, error=stopped)


def _shown_by_hand(scope: AttemptScope, plan: Plan) -> str:
    """Return the command after a lesson has failed; in a mode that learns, the same command would fail again."""
    if not scope.learns:
        return f"{scope.command} --ami-mode=auto"
    again = by_hand(plan.spec.options.url, plan.task)
    return f"{again}   # show it by hand, or name another teacher: --ami-teacher"


def _failure(error: AmiError | None) -> Outcome:
    return Outcome.HARNESS_ERROR if isinstance(error, HarnessError) else Outcome.FAILED


# -- a teacher made a new version -------------------------------------------------------------------------------------


def _learned(scope: AttemptScope, plan: Plan, run: Run) -> Conclusion:
    """Propose the version that a teacher made, unless it ignores a parameter."""
    steps = plan.progress.steps
    unused = _unused(plan)
    if unused:
        return Conclusion(run=replace(run, outcome=Outcome.FAILED), error=_ignores(plan, unused))
    final = plan.progress.learned.final if plan.progress.learned else None
    offered = (*(final.aliases if final else ()), *plan.aliases)
    workflow, unnamed = with_names(scope, _new_version(scope, plan, run, final), offered)
    steps = workflow.steps
    outcome = Outcome.RELEARNED if run.drift else Outcome.LEARNED
    found = (*_repeated(plan, workflow), *unnamed, *findings(steps))
    run = replace(run, outcome=outcome, steps=len(steps), findings=found)
    if broken := violation(workflow):
        return Conclusion(run=replace(run, outcome=Outcome.FAILED), error=_cannot_be_kept(plan, broken))
    taught = [step for lesson in plan.progress.lessons for step in lesson.steps]
    origins = origins_in(taught, plan.spec.options.origins.start, plan.values)
    return Conclusion(run=run, proposal=Proposal(workflow=workflow, run=run, origins=origins))


def _repeated(plan: Plan, made: Workflow) -> tuple[str, ...]:
    """Return the report of a flow that is learned again and again on an application that has not changed."""
    stored, source = plan.workflow, made.provenance
    if stored is None or not source.reason.startswith(VARIES) or not _learned_again(stored):
        return ()
    return (
        f"{source.reason}; v{stored.version} was {stored.provenance.reason}, and the application has not changed since",
    )


def _learned_again(version: Workflow) -> bool:
    return version.provenance.reason.startswith((VARIES, "relearned"))


def _unused(plan: Plan) -> list[str]:
    """Return the names of the parameters with a value that no step uses.

    A request that carries the value is no use of it: the page may send the record that happens to be first. Nor is a
    text beside an element, in its box or on a look-alike: no such text refuses an element, unless it is the label of a
    choice. A text that the page shows afterwards may have stood there before. Of several controls that appear, one is
    enough for a replay, so a value in a part of a name is not looked for.
    """
    written = repr([_decisive(step) for step in plan.progress.steps])
    spelled = spelled_names(written)
    used = {p.name for p in plan.parameters if f"{{{{{p.name}}}}}" in written or p.name in spelled}
    return [p.name for p in plan.parameters if plan.values.get(p.name) and p.name not in used]


def _decisive(step: Step) -> Step:
    """Return a step without what a replay never decides by."""
    target = step.target
    if target is not None:
        near = target.neighbours if target.role in TICKED else ()
        details = {key: text for key, text in target.details.items() if key not in BESIDE}
        target = replace(target, neighbours=near, texts=(), lookalikes=(), details=details)
    came = step.effects.appeared
    sure = came if len(came) == 1 else of_this_run(came)
    said = tuple(key for key in step.effects.notices if not key.startswith(TEXTS))
    return replace(step, sent="", target=target, effects=replace(step.effects, appeared=sure, notices=said))


def _cannot_be_kept(plan: Plan, broken: Violation) -> TeacherError:
    return TeacherError(
        f'"{plan.task}" was carried out, but it cannot be kept as a flow',
        why="No stored flow may hold this, because a stored flow may come from a stranger.",
        evidence=[f"{broken.path[2:]}: {broken.what}", *(step.title() for step in plan.progress.steps[:8])],
        run="pass the value to ami.run() by name, or do this part of the test outside of the flow",
    )


def _ignores(plan: Plan, unused: list[str]) -> TeacherError:
    return TeacherError(
        f'"{plan.task}" was carried out without {", ".join(unused)}',
        why="No step types, chooses or looks for the value, so every later run would ignore the parameter. "
        "A box that is ticked takes no value: the tick is a step of the flow.",
        evidence=[step.title() for step in plan.progress.steps[:8]],
        run=f"leave out {', '.join(unused)}, or use a teacher that types the values exactly as given",
    )


def _new_version(scope: AttemptScope, plan: Plan, run: Run, final: Move | None) -> Workflow:
    """Return the version that a teacher made. It inherits start, templates and names that the teacher does not give."""
    stored = plan.workflow or scope.flows.find(plan.task)  # learned anew: the new version replaces the stored one
    optional = scope.mark.optional if scope.mark else ()
    taught = tuple(_optional(step, optional) for step in plan.progress.steps)
    common = generalised(stored.steps, taught) if stored and run.drift else None
    made = Workflow(
        task=plan.task,
        steps=common or taught,
        parameters=tuple(p for p in plan.parameters if p.name in plan.values or f"{{{{{p.name}}}}}" in repr(taught)),
        start=stored.start if stored else normal_route(plan.spec.options.url),
        templates=tuple(
            dict.fromkeys(
                (*(stored.templates if stored else ()), *template_of(plan.instruction, plan.values, plan.secrets))
            )
        ),
        provenance=Provenance(
            author=f"teacher:{run.teacher}",
            reason=_reason(run.drift, stored, plan.spec.lesson.adds, varies=common is not None),
            test=scope.test,
            parent=stored.id if stored else "",
            cost=_cost(run, plan.workflow if run.drift or plan.spec.lesson.adds else None),
        ),
    )
    return described(made, final, stored)


def _cost(run: Run, kept: Workflow | None) -> Usage:
    """Return the cost of a new version: its lesson, and those of the version of which it keeps a part."""
    lesson = Usage(calls=run.model_calls, tokens=run.tokens, seconds=round(run.seconds, 3), money=run.money)
    return lesson + (kept.provenance.cost or Usage()) if kept else lesson


def _optional(step: Step, names: Sequence[str]) -> Step:
    return replace(step, optional=True) if step.target and step.target.name in names else step


def _reason(drift: Drift | None, stored: Workflow | None, adds: Sequence[str], *, varies: bool) -> str:
    """Return the reason of a new version."""
    if adds and not drift:
        return f"takes {', '.join(adds)} as well"
    if drift and varies:
        return f"{VARIES} from step {drift.step}: {drift.cause.value}"
    if drift:
        return f"relearned from step {drift.step}: {drift.cause.value}"
    return "learned anew" if stored else "learned"


# -- a replay healed --------------------------------------------------------------------------------------------------


def _healed(
    scope: AttemptScope,
    plan: Plan,
    run: Run,
    stored: Workflow,
    reports: Sequence[StepReport],
    observation: ReplayObservation,
) -> Conclusion:
    """Record the heals, and propose the version with them; in strict mode fail, in replay mode propose nothing."""
    _record_heals(scope, stored, reports, plan)
    numbers = ", ".join(map(str, run.healed))
    if scope.settings.strict:
        error = _forbidden(scope, stored, reports, numbers)
        return Conclusion(run=replace(run, outcome=Outcome.STALE), observation=observation, error=error)
    if scope.settings.mode is Mode.REPLAY:
        return Conclusion(run=run, observation=observation)
    source = Provenance(
        author=HEAL,
        reason=f"healed step {numbers}",
        test=scope.test,
        parent=stored.id,
        cost=stored.provenance.cost,
    )
    workflow = replace(stored, steps=updated_steps(stored.steps, reports, plan.shown), provenance=source)
    return Conclusion(run=run, observation=observation, proposal=Proposal(workflow=workflow, run=run))


def _record_heals(scope: AttemptScope, stored: Workflow, reports: Sequence[StepReport], plan: Plan) -> None:
    """Record each heal and each repair with the element's old and new place."""
    for report in reports:
        if report.new_evidence is None and not report.repair:
            continue
        old = stored.steps[report.number - 1]
        new = with_new_evidence(old, report, plan.shown).target
        fingerprint = to_plain(new) if new and report.new_evidence else {}
        data = {
            "session": plan.session,
            "step": report.number,
            "evidence": list(report.evidence),
            "repair": report.repair,
            "old_xpath": old.target.absolute_xpath if old.target else "",
            "new_xpath": report.xpath,
            "found": {key: value for key, value in fingerprint.items() if key in LOCATING},
        }
        scope.store.journal.append(Kind.HEAL, task=stored.task, workflow=stored.id, data=data, **scope.where)


def _forbidden(scope: AttemptScope, stored: Workflow, reports: Sequence[StepReport], numbers: str) -> StaleError:
    return StaleError(
        f'STALE: "{stored.task}" v{stored.version} had to heal step {numbers}, and --ami-strict forbids that',
        why="The page differs from the recording. The evidence still names the element.",
        evidence=[f"step {r.number}: {r.title}: {fact}" for r in reports for fact in (*r.evidence, r.repair) if fact],
        run=f"{scope.command} --ami-mode=relearn",
    )
