"""Several runs of one task in one test: a later one replays what an earlier one has just shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_ami.engine.report import Replayed
from pytest_ami.model.errors import StaleError
from pytest_ami.model.outcome import Cause, Drift, Outcome
from pytest_ami.model.settings import Mode
from pytest_ami.model.subtask import Subtask
from pytest_ami.model.workflow import Status
from pytest_ami.store.journal import Journal
from pytest_ami.store.workflow_store import WorkflowStore
from tests.support.attempts import attempt, facts, learn, planned, play
from tests.support.recordings import VALUES


@pytest.fixture
def store(tmp_path: Path) -> WorkflowStore:
    return WorkflowStore(tmp_path / ".ami", Journal(tmp_path / ".ami", run="run"))


@pytest.mark.parametrize("mode", [Mode.AUTO, Mode.RELEARN])
def test_a_second_run_replays_what_the_first_has_just_shown(store: WorkflowStore, mode: Mode) -> None:
    one = attempt(store, mode)
    learn(one)
    one.conclude(play(one))

    assert store.find("send email") is None
    assert [(run.outcome, run.version) for run in one.runs] == [(Outcome.LEARNED, 1), (Outcome.REPLAYED, 1)]
    (version,) = one.commit()
    found = store.find("send email")
    assert found is not None
    assert (found.id, found.status) == (version.id, Status.ACTIVE)  # the second run was its first green replay
    assert {run.workflow_id for run in one.runs} == {version.id}


def test_a_red_test_forgets_what_its_second_run_has_replayed(store: WorkflowStore) -> None:
    one = attempt(store)
    learn(one)
    one.conclude(play(one))
    one.drop()

    assert store.tasks() == ()
    assert {(run.version, run.workflow_id) for run in one.runs} == {(0, "")}
    with pytest.raises(AssertionError):  # another attempt sees nothing of it
        play(attempt(store, number=2))


def test_a_drift_of_what_was_just_learned_ends_the_test_and_marks_no_version(store: WorkflowStore) -> None:
    one = attempt(store)
    learn(one)
    plan = planned(one)
    plan.progress.replayed = Replayed(drift=Drift(step=1, cause=Cause.MISSING, evidence=("no element",), title="x"))

    with pytest.raises(StaleError):
        one.conclude(plan)
    assert "possibly_stale" not in facts(store)


def test_a_subtask_replays_what_an_earlier_subtask_of_the_test_has_shown(store: WorkflowStore) -> None:
    one = attempt(store)
    first = one.part(Subtask(task="send email"))
    learn(first)
    assert one.part(Subtask(task="send email")).planner.plan(None, VALUES, "http://app.test/").workflow is None
    one.adopt(first)
    assert one.part(Subtask(task="send email")).planner.plan(None, VALUES, "http://app.test/").workflow is not None
