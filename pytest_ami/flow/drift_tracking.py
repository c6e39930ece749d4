"""What a run says about the version it replayed: why it stopped, and whether its elements move although it passed.

Rules of this module:

* A drift is a fact at once, whatever becomes of the test; its reason is settled here, once, for facts and messages.
* Movements are written only after a green test, and only where something moves or had moved: a replay on an
  unchanged page writes nothing.
* In replay mode it only notes and never clears: what CI saw is in the journal, what follows is decided elsewhere.

It knows stored versions and reports of replays. It must never know a page, or how a test is run.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from pytest_ami.decide.drifting import Drifting, Movement, drifting, since
from pytest_ami.decide.lifecycle import Event
from pytest_ami.decide.reasons import reason_at
from pytest_ami.model.codec import to_plain
from pytest_ami.model.workflow import Status
from pytest_ami.report.messages import CAUSES
from pytest_ami.store.facts import Kind

if TYPE_CHECKING:
    from pytest_ami.machine.replay import Replayed
    from pytest_ami.model.outcome import Drift
    from pytest_ami.model.workflow import Workflow
    from pytest_ami.store.workflows import WorkflowStore


@dataclass(frozen=True, slots=True, kw_only=True)
class Watched:
    """How the elements of a version have moved in one run that passed.

    Attributes:
        workflow: The version.
        moved: The steps that are not as they were at the first green replay.
        drifting: Why it is drifting; None where it is not.
        healed: Whether an element had to be picked anew: then the run proves nothing.
        first: Whether this may be the first green replay, and what was not as recorded then.
    """

    workflow: Workflow
    moved: tuple[Movement, ...] = ()
    drifting: Drifting | None = None
    healed: bool = False
    first: tuple[Movement, ...] | None = None

    @property
    def lines(self) -> tuple[str, ...]:
        """The evidence for people."""
        return self.drifting.evidence if self.drifting else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirmation:
    """What came of replaying a healed version at once, from a clean context.

    Attributes:
        green: Whether it went through as recorded.
        failed: Whether it did not fit the page. Neither of both: nothing can be said, and it stays a candidate.
        text: The same as a phrase.
        evidence: Facts, one per line.
    """

    green: bool = False
    failed: bool = False
    text: str = ""
    evidence: tuple[str, ...] = ()

    @property
    def word(self) -> str:
        """The same as one word for reports: ``green``, ``failed`` or ``open``."""
        return "green" if self.green else "failed" if self.failed else "open"


def confirmation(candidate: Workflow, replayed: Replayed) -> Confirmation:
    """Return what a replay of a candidate from a clean context says about it."""
    drift = with_reason(replayed.drift, candidate) if replayed.drift else None
    if drift is None and not replayed.healed:
        return Confirmation(green=True, text="replayed at once from a clean context")
    if drift is None:
        steps = ", ".join(map(str, replayed.healed))
        return Confirmation(failed=True, text=f"from a clean context step {steps} had to be healed again")
    said = f"from a clean context it stopped at step {drift.step}: {CAUSES[drift.cause]}"
    return Confirmation(failed=drift.blames_page, text=said, evidence=(drift.title, *drift.evidence))


def with_reason(drift: Drift, stored: Workflow | None) -> Drift:
    """Return a drift with the reason that its evidence speaks for.

    Args:
        drift: What was met.
        stored: The version that was replayed.
    """
    return replace(drift, reason=reason_at(drift, stored.steps if stored else ()).value)


def note_drift(store: WorkflowStore, stored: Workflow, drift: Drift, **where: Any) -> None:
    """Write down a drift, and what follows from it where the page is to blame.

    Args:
        store: The workflow store.
        stored: The version that was replayed.
        drift: With its reason.
        **where: Node id and attempt.
    """
    store.journal.append(Kind.DRIFT, task=stored.task, workflow=stored.id, data=to_plain(drift), **where)
    if drift.blames_page:
        text = f"step {drift.step}: {CAUSES[drift.cause]}"
        store.happened(stored, Event.DRIFT, cause=drift.cause.value, text=text, evidence=drift.evidence, **where)


def watch(store: WorkflowStore, stored: Workflow, replayed: Replayed) -> Watched:
    """Return how the elements of a version have moved in a replay that went through.

    The store is asked for earlier replays only where something has moved.

    Raises:
        StoreError: The store cannot be read.
    """
    moved = tuple(one for one in movements_of(replayed) if one.moved)
    if stored.status is Status.CANDIDATE and not replayed.healed:
        return Watched(workflow=stored, first=moved)
    if moved:
        moved = since(moved, store.first_movements(stored))
    found = None
    if moved:
        history = store.movements(stored) if store.moved(stored) else ()
        found = drifting(moved, history, already=stored.status is Status.DRIFTING)
    return Watched(workflow=stored, moved=moved, drifting=found, healed=bool(replayed.healed))


def note(store: WorkflowStore, watched: Watched, *, writes: bool, **where: Any) -> None:
    """After a green test: write down movements, prove the version, or say that it is drifting.

    Args:
        store: The workflow store.
        watched: Of the run.
        writes: Whether the mode lets versions be proven.
        **where: Node id and attempt.
    """
    stored = watched.workflow
    if watched.first:
        data = {"moved": False, "first": True, "steps": [_plain(one) for one in watched.first]}
        store.journal.append(Kind.IDENTITY, task=stored.task, workflow=stored.id, data=data, **where)
    elif watched.moved or (watched.first is None and store.moved(stored)):
        data = {"moved": bool(watched.moved), "steps": [_plain(one) for one in watched.moved]}
        store.journal.append(Kind.IDENTITY, task=stored.task, workflow=stored.id, data=data, **where)
    still_moved = stored.status is Status.DRIFTING and watched.moved
    if writes and stored.status is not Status.ACTIVE and not watched.healed and not still_moved:
        store.promote(stored, **where)
    if watched.drifting and not (writes and watched.healed):  # where a heal is proposed, that is what is told
        text = "it still passes, but its elements move away"
        store.happened(stored, Event.MOVED, text=text, evidence=watched.lines, **where)


def movements_of(replayed: Replayed) -> tuple[Movement, ...]:
    """Return how the element of each step of a replay has moved."""
    return tuple(
        Movement(
            step=report.number,
            agreement=report.agreement,
            lost=report.lost,
            healed=report.found is not None,
            repair=report.repair,
        )
        for report in replayed.steps
    )


def _plain(one: Movement) -> dict[str, Any]:
    plain: dict[str, Any] = {**to_plain(one), "agreement": round(one.agreement, 4)}
    return plain
