"""Records the observations of a replay: why it stopped, and whether its elements move although it passed.

Rules of this module:

* A drift is recorded at once, whether or not the test passes. Its reason is decided here, once, for facts and messages.
* Movements are recorded only after a green test, and only if something moves or has moved before. A replay on an
  unchanged page writes nothing.
* In replay mode observations are recorded and nothing is cleared. The journal keeps the observations of CI; a later
  run decides.

It knows stored versions and reports of replays. It must never know a page or a test.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from pytest_ami.elements.attribution import reason_at
from pytest_ami.elements.trend import Drifting, Movement, drifting, since
from pytest_ami.flow.knowledge.known_failures import plain, signature_of
from pytest_ami.model.codec import to_plain
from pytest_ami.model.workflow import Status
from pytest_ami.report.messages import CAUSES
from pytest_ami.store.facts import Kind
from pytest_ami.store.transitions import Event

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_ami.engine.report import Replayed
    from pytest_ami.model.outcome import Drift
    from pytest_ami.model.workflow import Workflow
    from pytest_ami.store.workflow_store import WorkflowStore


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayObservation:
    """How the elements of a version have moved in one replay that passed.

    Attributes:
        workflow: The version.
        moved: The steps whose elements differ from the first green replay.
        drifting: The evidence that the version is drifting; None if it is not.
        healed: Whether an element had to be healed; then the replay proves nothing.
        baseline: The differences from the recording, if this may be the first green replay; otherwise None.
    """

    workflow: Workflow
    moved: tuple[Movement, ...] = ()
    drifting: Drifting | None = None
    healed: bool = False
    baseline: tuple[Movement, ...] | None = None

    @property
    def evidence(self) -> tuple[str, ...]:
        """The evidence that the version is drifting, one line each."""
        return self.drifting.evidence if self.drifting else ()

    @property
    def severity(self) -> tuple[bool, bool, int]:
        """A key that sorts observations of one version; the worst comes last."""
        return self.healed, bool(self.drifting), len(self.moved)


def with_reason(drift: Drift, stored: Workflow | None) -> Drift:
    """Return a drift with the reason that follows from its evidence.

    Args:
        drift: The drift of a replay.
        stored: The replayed version.
    """
    return replace(drift, reason=reason_at(drift, stored.steps if stored else ()).value)


def record_drift(
    store: WorkflowStore,
    stored: Workflow,
    drift: Drift,
    *,
    session: str = "",
    values: Mapping[str, str] = MappingProxyType({}),
    **where: Any,
) -> None:
    """Record a drift, and mark the version if the page is the cause.

    Args:
        store: The workflow store.
        stored: The replayed version.
        drift: The drift, with its reason.
        session: Id of the run of the task.
        values: Parameter values without secrets; its signature has their names instead.
        **where: Node id and attempt.
    """
    signature = plain(signature_of(drift, stored, values))
    data = {**to_plain(drift), **({"session": session} if session else {}), "signature": signature}
    store.journal.append(Kind.DRIFT, task=stored.task, workflow=stored.id, data=data, **where)
    stands = store.get(stored.id) is not None  # the attempt may have learned it, and not stored it yet
    if drift.blames_page and stands:
        text = f"step {drift.step}: {CAUSES[drift.cause]}"
        store.lifecycle.apply_event(
            stored, Event.DRIFT, cause=drift.cause.value, text=text, evidence=drift.evidence, **where
        )


def observe(store: WorkflowStore, stored: Workflow, replayed: Replayed) -> ReplayObservation:
    """Return how the elements of a version have moved in a replay that passed.

    The store is read only if something has moved.

    Raises:
        StoreError: The store cannot be read.
    """
    moved = tuple(movement for movement in movements_of(replayed) if movement.moved)
    if stored.status is Status.CANDIDATE and not replayed.healed:
        return ReplayObservation(workflow=stored, baseline=moved)
    if moved:
        moved = since(moved, store.first_movements(stored))
    trend = None
    if moved:
        history = store.movements(stored) if store.moved(stored) else ()
        trend = drifting(moved, history, already=stored.status is Status.DRIFTING)
    return ReplayObservation(workflow=stored, moved=moved, drifting=trend, healed=bool(replayed.healed))


def record_observation(store: WorkflowStore, observation: ReplayObservation, *, writes: bool, **where: Any) -> None:
    """After a green test, record movements, and promote the version or mark it as drifting.

    Args:
        store: The workflow store.
        observation: The observation of the replay.
        writes: Whether the mode permits a promotion.
        **where: Node id and attempt.
    """
    stored, moved = observation.workflow, observation.moved
    if observation.baseline:
        data = {"moved": False, "first": True, "steps": [_plain(movement) for movement in observation.baseline]}
        store.journal.append(Kind.IDENTITY, task=stored.task, workflow=stored.id, data=data, **where)
    elif moved or (observation.baseline is None and store.moved(stored)):
        data = {"moved": bool(moved), "steps": [_plain(movement) for movement in moved]}
        store.journal.append(Kind.IDENTITY, task=stored.task, workflow=stored.id, data=data, **where)
    still_moved = stored.status is Status.DRIFTING and moved
    if writes and stored.status is not Status.ACTIVE and not observation.healed and not still_moved:
        store.promote(stored, **where)
    if observation.drifting and not (writes and observation.healed):  # a proposed heal already records it
        text = "it still passes, but its elements move away"
        store.lifecycle.apply_event(stored, Event.MOVED, text=text, evidence=observation.evidence, **where)


def movements_of(replayed: Replayed) -> tuple[Movement, ...]:
    """Return how the element of each step of a replay has moved."""
    return tuple(
        Movement(
            step=report.number,
            agreement=report.agreement,
            lost=report.lost,
            healed=report.new_evidence is not None,
            repair=report.repair,
        )
        for report in replayed.steps
    )


def _plain(movement: Movement) -> dict[str, Any]:
    plain: dict[str, Any] = {**to_plain(movement), "agreement": round(movement.agreement, 4)}
    return plain
