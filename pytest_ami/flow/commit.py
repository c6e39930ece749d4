"""After a test: add the proposed versions to the store, and record the replays and the lessons.

It knows the store's life cycle of versions. It must never judge a test or a page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pytest_ami.engine.secrets.redaction import redact_named
from pytest_ami.report.messages import run_to_dict
from pytest_ami.store.facts import Kind
from pytest_ami.store.transitions import Event

from .drift_tracking import record_observation
from .recorded_origins import note_origins

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pytest_ami.model.errors import AmiError
    from pytest_ami.model.lesson import MoveResult
    from pytest_ami.model.outcome import Run
    from pytest_ami.model.workflow import Workflow

    from .drift_tracking import ReplayObservation
    from .plan import Plan
    from .proposal import Confirmation, Proposal
    from .scope import AttemptScope


def add_version(scope: AttemptScope, proposal: Proposal) -> Workflow:
    """Add a proposed version to the store, mark its parent as doubtful, and return it as stored.

    A confirmed version takes over at once; a refuted one is retired.
    """
    identity = "" if proposal.healed else proposal.workflow.id
    version = scope.store.add(proposal.workflow, identity=identity, **scope.where)
    note_origins(scope.store.folder, proposal.origins)
    _doubt_parent(scope, proposal)
    if proposal.confirmation is not None:
        _apply(scope, version, proposal.confirmation)
    return version


def record_observations(scope: AttemptScope, observations: Iterable[ReplayObservation]) -> None:
    """Record how the replayed versions have moved; of several replays of one version the worst counts."""
    worst = {seen.workflow.id: seen for seen in sorted(observations, key=lambda seen: seen.severity)}
    for observation in worst.values():
        record_observation(scope.store, observation, writes=scope.settings.promotes, **scope.where)


def record_results(scope: AttemptScope, runs: Iterable[Run], *, passed: bool) -> None:
    """Record that the test has finished, once for each of its runs, and keep the steps of each."""
    for run in runs:
        data = {"passed": passed, **run_to_dict(run)}
        scope.store.journal.append(
            Kind.TEST_FINISHED, task=run.task, workflow=run.workflow_id, data=data, **scope.where
        )
        if run.session:
            scope.evidence.save_steps(run.session, run.evidence)


def lesson_record(plan: Plan, run: Run, error: AmiError | None) -> dict[str, Any]:
    """Return what a teacher did in a run, for people who look at it later; without values of secrets.

    Args:
        plan: The plan, with its lessons.
        run: The report of the run.
        error: The error that ended it; None if it went through.
    """
    lessons, hidden = plan.progress.lessons, plan.secrets
    return {
        "teacher": run.teacher,
        "outcome": run.outcome.value,
        "why": f"{error.what}. {error.why}".rstrip(". ") if error else "",
        "evidence": list(error.evidence) if error else [],
        "moves": [redact_named(_move(made), hidden) for lesson in lessons for made in lesson.made],
        "steps": [step.title() for lesson in lessons for step in lesson.steps],
        "calls": run.model_calls,
        "tokens": run.tokens,
        "money": round(run.money, 6),
        "seconds": round(run.seconds, 3),
        "transcript": run.transcript,
        "outlook": plan.log.outlook if plan.log else "",
        "task": run.task,
    }


def record_lessons(scope: AttemptScope, lessons: Iterable[dict[str, Any]], dropped: str = "") -> None:
    """Record the lessons of an attempt that is over.

    Args:
        scope: The attempt.
        lessons: What ``lesson_record`` has returned.
        dropped: The reason why nothing was learned of them, beside an error of their own; empty if they were kept.
    """
    for lesson in lessons:
        data = {**lesson, "kept": not (dropped or lesson["why"]), "why": lesson["why"] or dropped}
        scope.store.journal.append(Kind.LESSON, task=data.pop("task"), data=data, **scope.where)


def _move(made: MoveResult) -> dict[str, Any]:
    element = f'{made.element.role} "{made.element.name or made.element.label}"' if made.element else ""
    move = made.move
    return {"kind": move.kind.value, "element": element, "value": move.value, "ok": made.ok, "problem": made.problem}


def _doubt_parent(scope: AttemptScope, proposal: Proposal) -> None:
    """Mark the parent of a new version as doubtful."""
    source = proposal.workflow.provenance
    parent = scope.store.get(source.parent) if source.parent else None
    if parent is not None:
        event = Event.HEALED if proposal.healed else Event.RELEARNED
        scope.store.lifecycle.apply_event(parent, event, text=source.reason, **scope.where)


def _apply(scope: AttemptScope, version: Workflow, confirmation: Confirmation) -> None:
    """Let a confirmed version take over, or retire a refuted one. Nothing takes over in a test of a coding agent."""
    text = confirmation.text
    if confirmation.green and scope.settings.promotes:
        scope.store.promote(version, event=Event.CONFIRMED, text=text, **scope.where)
    elif confirmation.failed:
        scope.store.lifecycle.apply_event(
            version, Event.REFUTED, text=text, evidence=confirmation.evidence, **scope.where
        )
