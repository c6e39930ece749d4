"""A run's report on the version that it replayed, and the version's fate after a green test."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pytest_ami.elements.attribution import OTHERS
from pytest_ami.elements.identity import Identity
from pytest_ami.engine.report import Replayed, StepReport
from pytest_ami.flow import drift_tracking
from pytest_ami.flow.attempt import Attempt
from pytest_ami.flow.marker import LearnedMark
from pytest_ami.flow.scope import AttemptScope
from pytest_ami.flow.verification import confirmation_of
from pytest_ami.model.errors import AppDownError, StaleError
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.outcome import Cause, Drift, Outcome, Run
from pytest_ami.model.settings import Mode, Settings
from pytest_ami.model.workflow import Status, Workflow
from pytest_ami.store.journal import Journal
from pytest_ami.store.workflow_store import WorkflowStore
from tests.support.recordings import VALUES, learned

TASK = "send email"


@pytest.fixture
def store(tmp_path: Path) -> WorkflowStore:
    made = WorkflowStore(tmp_path / ".ami", Journal(tmp_path / ".ami", run="run"))
    made.promote(made.add(learned()))
    return made


def now(store: WorkflowStore) -> Workflow:
    found = store.find(TASK)
    assert found is not None
    return found


def attempt(store: WorkflowStore, mode: Mode = Mode.AUTO) -> Attempt:
    return Attempt(AttemptScope("t.py::test", 1, Settings(mode=mode, teacher="offline"), store, LearnedMark(task=TASK)))


@pytest.mark.parametrize(("teacher", "status"), [("offline", Status.ACTIVE), ("agent", Status.CANDIDATE)])
def test_a_green_replay_proves_a_candidate_unless_a_coding_agent_runs_the_test(
    tmp_path: Path, teacher: str, status: Status
) -> None:
    store = WorkflowStore(tmp_path / "other", Journal(tmp_path / "other", run="run"))
    store.add(learned())
    one = Attempt(AttemptScope("t.py::test", 1, Settings(teacher=teacher), store, LearnedMark(task=TASK)))

    run = conclude(one, reports())
    one.commit()

    assert run.outcome is Outcome.REPLAYED
    assert now(store).status is status


def reports(**third: Any) -> Replayed:
    """A replay of five steps, of which the third is as said."""
    steps = [StepReport(number=number, title="x", identity=Identity.SAME) for number in range(1, 6)]
    if third:
        steps[2] = StepReport(number=3, title="x", **{"identity": Identity.SAME, **third})
    return Replayed(steps=steps)


def conclude(one: Attempt, replayed: Replayed) -> Run:
    plan = one.planner.plan(None, VALUES, "http://app.test/")
    plan.progress.replayed = replayed
    return one.conclude(plan)


def green(store: WorkflowStore, mode: Mode = Mode.AUTO, **third: Any) -> Run:
    one = attempt(store, mode)
    run = conclude(one, reports(**third))
    one.commit()
    return run


def kinds(store: WorkflowStore) -> list[str]:
    return [row["kind"] for row in store.facts("SELECT kind FROM facts ORDER BY id")]


def test_a_replay_on_an_unchanged_page_writes_nothing_about_its_elements(store: WorkflowStore) -> None:
    before = kinds(store)
    assert green(store).drifting == ()
    assert kinds(store)[len(before) :] == ["test_finished"]


def test_lost_evidence_is_told_while_the_flow_still_passes(store: WorkflowStore) -> None:
    run = green(store, agreement=0.62, lost=("id", "landmark"))
    assert run.outcome is Outcome.REPLAYED
    line = "step 3: id, landmark no longer agree (62 % of the evidence is left, 100 % when recorded)"
    assert run.drifting == (line,)
    assert now(store).status is Status.DRIFTING
    [fact] = [fact for fact in store.history(TASK) if fact.data.get("status") == "drifting"]
    assert (fact.data["reason"], fact.data["evidence"]) == ("identity.moved", [line])


def test_it_stays_drifting_until_all_evidence_agrees_again(store: WorkflowStore) -> None:
    green(store, agreement=0.62, lost=("id",))
    assert green(store, agreement=0.97, lost=("heading",)).drifting != ()
    assert now(store).status is Status.DRIFTING
    assert green(store).drifting == ()
    assert now(store).status is Status.ACTIVE
    assert [len(moved) for moved in store.movements(now(store))] == [1, 1, 0]
    before = kinds(store)
    green(store)
    assert kinds(store)[len(before) :] == ["test_finished"]  # all is well, and that has been said


def test_a_slide_over_several_runs_is_drifting(store: WorkflowStore) -> None:
    assert green(store, agreement=0.93, lost=("heading",)).drifting == ()
    assert green(store, agreement=0.93, lost=("heading",)).drifting == ()
    assert now(store).status is Status.ACTIVE
    assert green(store, agreement=0.86, lost=("heading", "landmark")).drifting != ()
    assert now(store).status is Status.DRIFTING


def test_in_replay_mode_it_is_noted_and_not_cleared(store: WorkflowStore) -> None:
    assert green(store, Mode.REPLAY, agreement=0.5, lost=("id",)).drifting != ()
    assert now(store).status is Status.DRIFTING
    green(store, Mode.REPLAY)
    assert now(store).status is Status.DRIFTING
    green(store, Mode.AUTO)
    assert now(store).status is Status.ACTIVE


def test_a_red_test_says_nothing_about_elements(store: WorkflowStore) -> None:
    one = attempt(store)
    conclude(one, reports(agreement=0.5))
    one.drop()
    assert "identity" not in kinds(store)
    assert now(store).status is Status.ACTIVE


def test_a_version_that_did_not_fit_is_active_again_after_a_green_replay(store: WorkflowStore) -> None:
    stored = now(store)
    for expected in (Status.POSSIBLY_STALE, Status.STALE):
        with pytest.raises(StaleError):
            conclude(attempt(store), Replayed(drift=Drift(step=2, cause=Cause.MISSING, title="x")))
        assert now(store).status is expected
    green(store)
    assert now(store).status is Status.ACTIVE
    assert now(store).id == stored.id


EXCUSED = [
    (Cause.APP_DOWN, "GET /: net::ERR_CONNECTION_REFUSED", AppDownError, "APPLICATION DOWN", "environment_down"),
    (Cause.APP_DOWN, "GET http://app.test/: 500", AppDownError, "APPLICATION DOWN", "application_broken"),
    (Cause.WRONG_EFFECT, "the page shows Something went wrong", AppDownError, "APPLICATION BROKEN",
     "application_broken"),
]  # fmt: skip


@pytest.mark.parametrize(("cause", "line", "kind", "words", "reason"), EXCUSED)
def test_what_is_not_the_pages_fault_is_told_as_such_and_touches_no_version(
    store: WorkflowStore, cause: Cause, line: str, kind: type[Exception], words: str, reason: str
) -> None:
    one = attempt(store)
    with pytest.raises(kind, match=words) as caught:
        conclude(one, Replayed(drift=Drift(step=2, cause=cause, title="x", evidence=(line,))))
    assert f"Reason: {reason}" in str(caught.value)
    assert one.runs[-1].outcome is Outcome.FAILED
    assert now(store).status is Status.ACTIVE
    assert store.facts("SELECT reason FROM drifts") == [{"reason": reason}]


def test_a_missing_record_is_no_stale_workflow(store: WorkflowStore) -> None:
    stored = now(store)
    target = stored.steps[1].target
    assert target is not None
    told = replace(stored.steps[1], target=replace(target, name="{{to}}"))
    flow = replace(stored, steps=(stored.steps[0], told, *stored.steps[2:]))
    drift = Drift(step=2, cause=Cause.MISSING, title="x", evidence=(f"{OTHERS}: 4 rows",))
    assert drift_tracking.with_reason(drift, flow).reason == "data_missing"
    assert drift_tracking.with_reason(drift, stored).reason == "page_changed"
    assert drift_tracking.with_reason(replace(drift, step=99), stored).reason == "page_changed"


@pytest.mark.parametrize(
    ("replayed", "verdict"),
    [
        (reports(), "green"),
        (reports(identity=Identity.DRIFTED, new_evidence=Fingerprint(tag="a")), "failed"),
        (Replayed(drift=Drift(step=1, cause=Cause.MISSING, title="x")), "failed"),
        (Replayed(drift=Drift(step=1, cause=Cause.NOT_READY, title="x")), "open"),
        (Replayed(drift=Drift(step=1, cause=Cause.APP_DOWN, title="x")), "open"),
    ],
)
def test_only_the_page_refutes_what_was_healed(replayed: Replayed, verdict: str) -> None:
    assert confirmation_of(learned(), replayed).verdict == verdict


@pytest.mark.slow
def test_what_moves_by_itself_from_the_first_green_replay_on_never_drifts(tmp_path: Path) -> None:
    store = WorkflowStore(tmp_path / ".ami", Journal(tmp_path / ".ami", run="run"))
    store.add(learned())
    changing: dict[str, Any] = {"agreement": 0.7, "lost": ("id", "landmark")}
    assert now(store).status is Status.CANDIDATE
    assert green(store, **changing).drifting == ()
    assert now(store).status is Status.ACTIVE
    before = kinds(store)
    assert green(store, **changing).drifting == ()
    assert kinds(store)[len(before) :] == ["test_finished"]
    assert store.movements(now(store)) == ()
    line = "step 3: name, path no longer agree (70 % of the evidence is left, 100 % when recorded)"
    assert green(store, agreement=0.4, lost=("id", "landmark", "name", "path")).drifting == (line,)
    assert now(store).status is Status.DRIFTING
    assert green(store, **changing).drifting == ()
    assert now(store).status is Status.ACTIVE
