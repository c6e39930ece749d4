"""One attempt: what becomes of a run when its test is green, and when it is not."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pytest_ami.engine.report import Replayed
from pytest_ami.engine.teaching.lesson import LessonResult as Lesson
from pytest_ami.flow.proposal import Confirmation
from pytest_ami.model.errors import ConfigurationError, NotReadyError, StaleError, TeacherError
from pytest_ami.model.outcome import Cause, Drift, Outcome, Usage
from pytest_ami.model.settings import Mode
from pytest_ami.model.subtask import Subtask
from pytest_ami.model.workflow import Provenance, Status, Workflow
from pytest_ami.store.journal import Journal
from pytest_ami.store.workflow_store import WorkflowStore
from tests.support.attempts import MAILING, attempt, facts, learn, planned, play
from tests.support.recordings import VALUES, site

SECRET = "hunter2"


@pytest.fixture
def store(tmp_path: Path) -> WorkflowStore:
    return WorkflowStore(tmp_path / ".ami", Journal(tmp_path / ".ami", run="run"))


def stored(store: WorkflowStore, number: int = 1) -> Workflow:
    one = attempt(store, number=number)
    learn(one)
    (version,) = one.commit()
    return version


def test_what_a_green_test_learned_is_a_candidate(store: WorkflowStore) -> None:
    one = attempt(store)
    learn(one)
    assert store.find("send email") is None

    (version,) = one.commit()

    found = store.find("send email")
    assert found is not None
    assert (found.id, found.version, found.status) == (version.id, 1, Status.CANDIDATE)
    assert [(run.outcome, run.version, run.model_calls) for run in one.runs] == [(Outcome.LEARNED, 1, 3)]


def test_the_test_is_given_the_number_that_its_version_gets(store: WorkflowStore) -> None:
    stored(store)
    again = attempt(store, number=2)
    learn(again)
    assert again.runs[-1].version == 2
    again.drop()
    assert again.runs[-1].version == 1  # no version has the number 2


def test_what_a_failed_test_learned_is_forgotten(store: WorkflowStore) -> None:
    one = attempt(store)
    learn(one)

    one.drop()

    assert store.find("send email") is None
    assert one.commit() == ()


def test_a_retry_sees_nothing_of_the_failed_attempt(store: WorkflowStore) -> None:
    learn(attempt(store))

    assert attempt(store, number=2).runs == []
    assert planned(attempt(store, number=2)).spec.workflow is None


@pytest.mark.parametrize(("mode", "status"), [(Mode.AUTO, Status.ACTIVE), (Mode.REPLAY, Status.CANDIDATE)])
def test_a_green_replay_proves_a_candidate_outside_ci(store: WorkflowStore, mode: Mode, status: Status) -> None:
    stored(store)
    one = attempt(store, mode)

    run = one.conclude(play(one))
    one.commit()

    found = store.find("send email")
    assert found is not None
    assert (run.outcome, found.status) == (Outcome.REPLAYED, status)


def test_a_replay_in_a_test_that_fails_proves_nothing(store: WorkflowStore) -> None:
    stored(store)
    one = attempt(store)
    one.conclude(play(one))

    one.drop()

    found = store.find("send email")
    assert found is not None
    assert found.status is Status.CANDIDATE


def broken(cause: Cause, **more: Any) -> Replayed:
    return Replayed(drift=Drift(step=2, cause=cause, title="fill", evidence=("fact",), **more))


@pytest.mark.parametrize(
    ("cause", "outcome", "status"),
    [(Cause.MISSING, Outcome.STALE, Status.POSSIBLY_STALE), (Cause.NOT_READY, Outcome.FAILED, Status.CANDIDATE)],
)
def test_a_drift_is_written_down_at_once_and_blames_only_a_changed_page(
    store: WorkflowStore, cause: Cause, outcome: Outcome, status: Status
) -> None:
    stored(store)
    one = attempt(store)
    plan = planned(one)
    plan.progress.replayed = broken(cause)

    with pytest.raises((StaleError, NotReadyError), match="stopped at step 2 of 5"):
        one.conclude(plan)

    found = store.versions("send email")[0]
    assert (one.runs[0].outcome, found.status) == (outcome, status)
    assert '"drift"' in facts(store)


def test_a_failed_lesson_after_a_drift_is_told_with_the_drift(store: WorkflowStore) -> None:
    stored(store)
    one = attempt(store)
    plan = planned(one)
    plan.progress.replayed = broken(Cause.MISSING)

    with pytest.raises(StaleError) as caught:
        one.conclude(plan, TeacherError("It gave up"))

    assert "relearning failed: It gave up" in caught.value.evidence
    assert caught.value.run.startswith('ami record "http://app.test/" --task "send email"')


def test_a_failed_first_lesson_is_the_teachers_error(store: WorkflowStore) -> None:
    one = attempt(store)

    with pytest.raises(TeacherError, match="gave up"):
        one.conclude(planned(one), TeacherError("It gave up"))
    assert [run.outcome for run in one.runs] == [Outcome.FAILED]


def test_every_failed_lesson_names_a_command_to_run_next(store: WorkflowStore) -> None:
    one = attempt(store)
    with pytest.raises(TeacherError) as caught:
        one.conclude(planned(one), TeacherError("The teacher goes round in circles"))
    assert caught.value.run.startswith('ami record "http://app.test/" --task "send email"')
    with pytest.raises(TeacherError) as caught:
        one.conclude(planned(one), TeacherError("The key is wrong", run="ami doctor"))
    assert caught.value.run == "ami doctor"


def test_what_a_run_may_cost_is_counted_over_its_lessons(store: WorkflowStore) -> None:
    one = attempt(store, run_budget="calls=3", step_budget="tokens=50")
    before = planned(one).spec.lesson
    assert before.limit(Usage(calls=2)) == ""
    learn(one)  # three calls
    after = planned(one).spec.lesson
    assert after.limit(Usage()) == "All lessons of this run together used 3 of 3 model calls."
    assert after.dear(Usage(calls=1, tokens=50)) == ""
    assert after.dear(Usage(calls=1, tokens=51)) == "One move used 51 of 50 tokens."
    assert planned(attempt(store, run_budget="calls=3")).spec.lesson.limit(Usage()) == ""


def test_origins_that_are_none_are_told_before_anything_is_touched(store: WorkflowStore) -> None:
    with pytest.raises(ConfigurationError, match="ami_allow_origins is wrong") as caught:
        planned(attempt(store, allow_origins="ftp://files.example.com"))
    assert caught.value.evidence == ("it is 'ftp://files.example.com'",)
    assert caught.value.run


def test_a_new_version_does_not_overwrite_the_last_good_one(store: WorkflowStore) -> None:
    first = stored(store)
    proving = attempt(store)
    proving.conclude(play(proving))
    proving.commit()
    one = attempt(store)
    plan = planned(one)
    plan.progress.replayed = broken(Cause.MISSING, old_xpath="/old")
    plan.progress.lessons.append(Lesson(steps=MAILING.steps[1:]))
    plan.progress.steps = MAILING.steps

    run = one.conclude(plan)
    one.commit()

    assert run.drift is not None
    assert (run.outcome, run.drift.old_xpath) == (Outcome.RELEARNED, "/old")
    assert [(w.version, w.status) for w in store.versions("send email")] == [
        (1, Status.POSSIBLY_STALE),
        (2, Status.CANDIDATE),
    ]
    assert store.versions("send email")[1].provenance.parent == first.id


def healing(store: WorkflowStore) -> dict[str, Any]:
    """Store a flow whose last step heals on the site that is returned."""
    target = replace(MAILING.steps[4].target, landmark="form|Mail", heading="New")  # type: ignore[type-var]
    one = attempt(store)
    learn(one, replace(MAILING, steps=(*MAILING.steps[:4], replace(MAILING.steps[4], target=target))))
    one.commit()
    routes = site()
    routes["/new"]["elements"][3].update(role="link", tag="a", landmark="form|Mail", heading="New")
    return routes


def test_a_heal_is_told_and_becomes_a_candidate(store: WorkflowStore) -> None:
    routes = healing(store)
    one = attempt(store)

    run = one.conclude(play(one, routes))
    one.commit()

    newest = store.versions("send email")[-1]
    assert (run.outcome, run.healed, newest.version, newest.provenance.author) == (Outcome.HEALED, (5,), 2, "heal")
    assert newest.steps[4].target is not None
    assert newest.steps[4].target.role == "link"
    assert '"heal"' in facts(store)


@pytest.mark.parametrize(
    ("confirmation", "verdict", "status"),
    [
        (Confirmation(green=True, text="replayed"), "green", Status.ACTIVE),
        (Confirmation(failed=True, text="stopped"), "failed", Status.RETIRED),
        (Confirmation(text="no browser"), "open", Status.CANDIDATE),
    ],
)
def test_a_confirmation_is_kept_with_the_proposal_and_with_its_run(
    store: WorkflowStore, confirmation: Confirmation, verdict: str, status: Status
) -> None:
    routes = healing(store)
    one = attempt(store)
    proposal = one.proposal_of(one.conclude(play(one, routes)))
    assert proposal is not None

    one.confirm(proposal, confirmation)
    one.commit()

    assert [(p.confirmation, p.run) for p in one.proposals] == [(confirmation, one.runs[0])]
    assert one.runs[0].confirmed == verdict
    assert [(w.version, w.status) for w in store.versions("send email")][1] == (2, status)


def test_runs_and_proposals_of_subtasks_belong_to_the_whole_attempt(store: WorkflowStore) -> None:
    one = attempt(store)
    for task in ("write mail", "write mail", "send mail"):
        part = one.part(Subtask(task=task))
        learn(part)
        one.adopt(part)
    assert store.tasks() == ()

    one.commit()

    assert [(run.task, run.version) for run in one.runs] == [("write mail", 1), ("write mail", 0), ("send mail", 1)]
    assert [proposal.workflow.task for proposal in one.proposals] == ["write mail", "send mail"]


def test_a_heal_in_replay_mode_changes_nothing(store: WorkflowStore) -> None:
    routes = healing(store)
    one = attempt(store, Mode.REPLAY)

    assert one.conclude(play(one, routes)).outcome is Outcome.HEALED
    one.commit()

    assert len(store.versions("send email")) == 1


def test_a_heal_fails_where_heals_are_forbidden(store: WorkflowStore) -> None:
    routes = healing(store)
    one = attempt(store, strict=True)

    with pytest.raises(StaleError, match="had to heal step 5"):
        one.conclude(play(one, routes))


def test_controls_named_by_the_marker_become_optional_steps(store: WorkflowStore) -> None:
    one = attempt(store, mark={"optional": ("Urgent",)})
    learn(one)

    (version,) = one.commit()

    assert [step.optional for step in version.steps] == [False, False, False, True, False]


def test_secrets_are_in_no_fact_no_store_and_no_representation(store: WorkflowStore) -> None:
    one = attempt(store, mark={"secrets": ("to",)})

    plan = learn(one, to=SECRET, subject="Hi", password=SECRET)
    one.commit()

    assert [p.name for p in plan.parameters if p.secret] == ["to", "password"]
    assert SECRET not in facts(store)
    assert SECRET not in repr(plan)
    assert SECRET not in json.dumps([repr(run) for run in one.runs])
    assert SECRET not in repr(store.versions("send email"))


@pytest.mark.parametrize("url", ["", "about:blank"])
def test_a_blank_page_is_nothing_to_run_on(store: WorkflowStore, url: str) -> None:
    with pytest.raises(ConfigurationError, match="blank"):
        attempt(store).planner.plan(None, VALUES, url)


def test_in_replay_mode_no_teacher_is_built(store: WorkflowStore) -> None:
    stored(store)

    assert planned(attempt(store, Mode.REPLAY)).teacher is None


def test_a_secret_in_an_instruction_is_not_kept_in_a_template(store: WorkflowStore) -> None:
    mark = {"secrets": ("password",)}
    first = attempt(store, mark=mark)
    first_steps = learn(first, user="eve", password=SECRET).progress.steps
    first.commit()
    one = attempt(store, mark=mark)
    plan = one.planner.plan(f"log in as user 'eve' with password '{SECRET}'", {}, "http://app.test/")
    plan.progress.replayed = broken(Cause.MISSING)
    plan.progress.steps = first_steps
    plan.progress.lessons.append(Lesson(steps=first_steps))

    one.conclude(plan)
    one.commit()

    assert SECRET not in repr(store.versions("send email"))


def test_none_is_no_value(store: WorkflowStore) -> None:
    stored(store)

    with pytest.raises(ConfigurationError, match="missing: subject"):
        planned(attempt(store), to="x", subject=None)


def test_what_was_learned_anew_on_request_runs_next_and_takes_over_when_it_is_proven(store: WorkflowStore) -> None:
    first = attempt(store)
    learn(first)
    first.commit()
    proven = attempt(store)
    proven.conclude(play(proven))
    proven.commit()
    anew = attempt(store, Mode.RELEARN)

    learn(anew)
    anew.commit()

    chosen = store.find("send email")
    assert chosen is not None
    assert (chosen.version, chosen.status) == (2, Status.CANDIDATE)
    assert chosen.provenance.reason == "learned anew"
    green = attempt(store)
    green.conclude(play(green))
    green.commit()
    assert [w.status for w in store.versions("send email")] == [Status.SUPERSEDED, Status.ACTIVE]


@pytest.mark.parametrize(
    ("public", "secrets", "hidden"), [(("to",), (), False), (("to",), ("to",), True), ((), ("to",), True)]
)
def test_at_a_replay_a_declared_secret_is_one_although_it_is_declared_public_as_well(
    store: WorkflowStore, public: tuple[str, ...], secrets: tuple[str, ...], *, hidden: bool
) -> None:
    secret = tuple(replace(parameter, secret=True) for parameter in MAILING.parameters)
    store.add(replace(MAILING, parameters=secret, provenance=Provenance(author="teacher:offline")))
    one = attempt(store, mark={"public": public}).part(Subtask(task="send email", secrets=secrets))

    assert ("to" in planned(one).secrets) is hidden
    assert "subject" in planned(one).secrets
