"""Several runs of one task in one test: a later one replays what an earlier one has just shown."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pytest_ami.engine.report import Replayed
from pytest_ami.engine.teaching.lesson import LessonResult
from pytest_ami.flow.attempt import Attempt
from pytest_ami.model.errors import AmiError, StaleError
from pytest_ami.model.outcome import Cause, Drift, Outcome
from pytest_ami.model.settings import Mode
from pytest_ami.model.subtask import Subtask
from pytest_ami.model.workflow import Status, Step
from pytest_ami.store.facts import Kind
from pytest_ami.store.journal import Journal, parsed
from pytest_ami.store.warnings import AmiWarning
from pytest_ami.store.workflow_store import WorkflowStore
from tests.support.attempts import MAILING, attempt, facts, learn, planned, play
from tests.support.recordings import VALUES
from tests.support.sessions import session


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


def test_a_second_run_does_not_replay_a_lesson_with_a_step_marked_wrong(store: WorkflowStore) -> None:
    first = attempt(store)
    learn(first)
    (version,) = first.commit()
    store.add_user_feedback(session(store, version), 1, "wrong")
    one = attempt(store)
    learn(one)
    assert one.scope.flows.find("send email") is None
    with pytest.warns(AmiWarning, match="does not run: it has a step that a person marked wrong"):
        one.commit()
    assert store.find("send email") is None


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


MISSING = Drift(step=2, cause=Cause.MISSING, evidence=("no element",), title="x")


def drifts(one: Attempt, drift: Drift = MISSING, steps: tuple[Step, ...] = ()) -> None:
    """Let a run drift; with steps, a teacher has relearned it."""
    plan = planned(one)
    assert plan.workflow is not None
    plan.progress.replayed = Replayed(drift=drift)
    if steps:
        plan.progress.lessons.append(LessonResult(steps=steps))
        plan.progress.steps = steps
        one.conclude(plan)
        return
    with pytest.raises(AmiError) as caught:
        one.conclude(plan)
    assert ("this test had learned the flow itself" in str(caught.value)) is drift.blames_page


def lessons(store: WorkflowStore) -> list[tuple[bool, str]]:
    lines = store.journal.path.read_bytes()
    return [(fact.data["kept"], fact.data["why"]) for fact in parsed(lines).facts if fact.kind == Kind.LESSON.value]


@pytest.mark.parametrize("replays", [0, 1])
def test_what_drifts_after_it_was_learned_is_not_kept_although_the_test_is_green(
    store: WorkflowStore, replays: int
) -> None:
    one = attempt(store)
    learn(one)
    for _ in range(replays):
        one.conclude(play(one))
    drifts(one)
    why = "not kept: the test ran it again, and step 2 did not fit (missing)"

    assert planned(one).workflow is None  # a third run does not replay it
    assert one.commit() == ()
    assert store.tasks() == ()
    assert one.runs[0].findings[-1] == why
    assert {(run.version, run.workflow_id) for run in one.runs} == {(0, "")}
    assert lessons(store) == [(False, why)]


def test_what_is_learned_after_a_drift_in_the_same_test_is_kept_alone(store: WorkflowStore) -> None:
    one = attempt(store)
    learn(one)
    drifts(one)
    learn(one)

    (version,) = one.commit()
    assert (version.version, version.provenance.parent) == (1, "")
    assert [kept for kept, _ in lessons(store)] == [False, True]


def test_what_was_relearned_from_it_takes_its_place(store: WorkflowStore) -> None:
    one = attempt(store)
    learn(one)
    drifts(one, steps=MAILING.steps)

    assert [(run.outcome, run.version) for run in one.runs] == [(Outcome.LEARNED, 0), (Outcome.RELEARNED, 1)]
    (version,) = one.commit()
    assert (version.version, version.provenance.parent) == (1, "")
    assert [one.version for one in store.versions("send email")] == [1]


def test_an_application_that_is_down_takes_nothing_back(store: WorkflowStore) -> None:
    one = attempt(store)
    learn(one)
    drifts(one, replace(MISSING, cause=Cause.APP_DOWN))

    assert len(one.commit()) == 1


def test_the_stored_version_stays_when_the_one_learned_anew_does_not_fit(store: WorkflowStore) -> None:
    first = attempt(store)
    learn(first)
    (stored,) = first.commit()
    anew = attempt(store, Mode.RELEARN)
    learn(anew)
    drifts(anew)

    assert anew.commit() == ()
    assert [version.id for version in store.versions("send email")] == [stored.id]
    assert "possibly_stale" not in facts(store)


def test_a_later_subtask_takes_back_what_an_earlier_one_has_learned(store: WorkflowStore) -> None:
    one = attempt(store)
    first = one.part(Subtask(task="send email"))
    learn(first)
    one.adopt(first)
    drifts(one.part(Subtask(task="send email")))

    assert planned(one).workflow is None
    assert one.commit() == ()


def test_the_results_of_a_lesson_say_that_it_is_not_kept(store: WorkflowStore) -> None:
    one = attempt(store)
    plan = planned(one)
    assert plan.log is not None
    plan.log.begin(plan.spec.lesson)
    plan.progress.lessons.append(LessonResult(steps=MAILING.steps))
    plan.progress.steps = MAILING.steps
    one.conclude(plan)
    drifts(one)
    one.commit()

    (results,) = store.folder.rglob("results*.md")
    assert "- Kept: not kept: the test ran it again" in results.read_text("utf-8")


def test_a_subtask_replays_what_an_earlier_subtask_of_the_test_has_shown(store: WorkflowStore) -> None:
    one = attempt(store)
    first = one.part(Subtask(task="send email"))
    learn(first)
    assert one.part(Subtask(task="send email")).planner.plan(None, VALUES, "http://app.test/").workflow is None
    one.adopt(first)
    assert one.part(Subtask(task="send email")).planner.plan(None, VALUES, "http://app.test/").workflow is not None
