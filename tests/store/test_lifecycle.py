"""A takeover that a killed process began is finished, so the version that was replaced does not come back."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.workflow import Provenance, Status, Step, StepKind, Workflow
from pytest_ami.store.fold.records import STEERING
from pytest_ami.store.journal import Journal
from pytest_ami.store.transitions import Event
from pytest_ami.store.workflow_store import WorkflowStore
from tests.support.statuses import set_status

TASK = "send email"


def flow(value: str, parent: str = "") -> Workflow:
    step = Step(kind=StepKind.FILL, target=Fingerprint(tag="input", role="textbox", name="To"), value=value)
    return Workflow(task=TASK, steps=(step,), provenance=Provenance(author="teacher:offline", parent=parent))


@pytest.fixture
def store(tmp_path: Path) -> WorkflowStore:
    folder = tmp_path / ".ami"
    return WorkflowStore(folder, Journal(folder, run="r1"))


def status(store: WorkflowStore, workflow: Workflow) -> Status:
    found = store.get(workflow.id)
    assert found is not None
    return found.status


@pytest.mark.parametrize("old", [Status.ACTIVE, Status.DRIFTING, Status.POSSIBLY_STALE, Status.STALE])
@pytest.mark.parametrize("events", [(Event.MOVED,), (Event.DRIFT, Event.DRIFT), (Event.GREEN, Event.RELEARNED)])
def test_what_was_replaced_before_a_kill_never_runs_again(
    store: WorkflowStore, old: Status, events: tuple[Event, ...]
) -> None:
    """The older version takes over, as after a rollback: by its number, the newer one would run."""
    new = store.promote(store.add(flow("one")))
    former = store.promote(store.add(flow("two", new.id)))
    if old is not Status.ACTIVE:
        set_status(store, former, old, reason="drift")
    set_status(store, new, Status.ACTIVE, reason=Event.RESTORED.value, text="the last fact before the kill")
    assert store.find(TASK) == new
    assert status(store, former) is old  # two good versions are left, never none

    for event in events:
        store.lifecycle.apply_event(new, event)

    assert status(store, former) is Status.SUPERSEDED
    found = store.find(TASK)
    assert found is not None
    assert found.id == new.id


def test_a_candidate_made_since_stays_when_a_takeover_is_finished(store: WorkflowStore) -> None:
    one = store.promote(store.add(flow("one")))
    two = store.add(flow("two", one.id))
    set_status(store, one, Status.ACTIVE, reason=Event.RESTORED.value, text="once more")

    store.lifecycle.apply_event(one, Event.MOVED)

    assert status(store, two) is Status.CANDIDATE


@pytest.mark.parametrize("old", [Status.ACTIVE, Status.DRIFTING])
def test_a_version_that_is_active_by_its_file_has_replaced_none(store: WorkflowStore, old: Status) -> None:
    """The file may leave the working tree again, and then the version from before must be there."""
    one = store.promote(store.add(flow("one")))
    if old is not Status.ACTIVE:
        store.lifecycle.apply_event(one, Event.MOVED)
    two = store.add(flow("two", one.id))
    set_status(store, two, Status.ACTIVE, reason=STEERING, text="its file is in the working tree")

    store.lifecycle.apply_event(two, Event.DRIFT)

    assert status(store, one) is old
    found = store.find(TASK)
    assert found is not None
    assert found.id == (one.id if old is Status.ACTIVE else two.id)
