"""After a green test: add the proposed versions to the store, and record the observations of the replays.

It knows the store's life cycle of versions. It must never judge a test or a page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_ami.model.settings import Mode
from pytest_ami.report.messages import run_to_dict
from pytest_ami.store.facts import Kind
from pytest_ami.store.transitions import Event

from .drift_tracking import record_observation
from .recorded_origins import note_origins

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pytest_ami.model.outcome import Run
    from pytest_ami.model.workflow import Workflow

    from .drift_tracking import ReplayObservation
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
        writes = scope.settings.mode is not Mode.REPLAY
        record_observation(scope.store, observation, writes=writes, **scope.where)


def record_results(scope: AttemptScope, runs: Iterable[Run], *, passed: bool) -> None:
    """Record that the test has finished, once for each of its runs, and keep the steps of each."""
    for run in runs:
        data = {"passed": passed, **run_to_dict(run)}
        scope.store.journal.append(
            Kind.TEST_FINISHED, task=run.task, workflow=run.workflow_id, data=data, **scope.where
        )
        if run.session:
            scope.evidence.save_steps(run.session, run.evidence)


def _doubt_parent(scope: AttemptScope, proposal: Proposal) -> None:
    """Mark the parent of a new version as doubtful."""
    source = proposal.workflow.provenance
    parent = scope.store.get(source.parent) if source.parent else None
    if parent is not None:
        event = Event.HEALED if proposal.healed else Event.RELEARNED
        scope.store.lifecycle.apply_event(parent, event, text=source.reason, **scope.where)


def _apply(scope: AttemptScope, version: Workflow, confirmation: Confirmation) -> None:
    """Let a confirmed version take over, or retire a refuted one."""
    text = confirmation.text
    if confirmation.green:
        scope.store.promote(version, event=Event.CONFIRMED, text=text, **scope.where)
    elif confirmation.failed:
        scope.store.lifecycle.apply_event(
            version, Event.REFUTED, text=text, evidence=confirmation.evidence, **scope.where
        )
