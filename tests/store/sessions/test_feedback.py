"""Verdicts of people: recorded once, kept by all readers, and their consequence for the versions of a task."""

from __future__ import annotations

import json
import multiprocessing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.model.errors import ConfigurationError, StoreError
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.review.annotation import StepVerdict
from pytest_ami.model.workflow import Status, Step, StepKind, Workflow
from pytest_ami.store.facts import Kind
from pytest_ami.store.transitions import Event
from pytest_ami.store.warnings import AmiWarning
from pytest_ami.store.workflow_store import WorkflowStore
from tests.support.examples import tries
from tests.support.sessions import TASK, click, fill, flow, learned, open_store, session, verdict_fact

TO, SEND, DELETE, DRAFT = fill("To", "{{to}}"), click("Send"), click("Delete"), click("Save draft")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / ".ami"


@pytest.fixture
def store(folder: Path) -> WorkflowStore:
    return open_store(folder)


def status(store: WorkflowStore, version: Workflow) -> Status:
    found = store.get(version.id)
    assert found is not None
    return found.status


def runs(store: WorkflowStore) -> str:
    found = store.find(TASK)
    return found.id if found else ""


@pytest.mark.slow
def test_a_verdict_comes_back_with_the_step_in_every_process(store: WorkflowStore, folder: Path) -> None:
    name = session(store, learned(store, [TO, SEND]))
    store.add_user_feedback(name, 1, "correct", reviewer="ann")
    for reader in (store, open_store(folder, "gw1"), WorkflowStore(folder, readonly=True)):
        first, second = reader.get_session_steps(name)
        assert (first.title, first.user_label, first.page) == ('fill textbox "To" with {{to}}', "correct", "/mail")
        assert [(one.reviewer, one.user_label) for one in first.annotations] == [("ann", "correct")]
        assert (second.title, second.user_label, second.annotations) == ('click button "Send"', None, ())
        assert [(one.id, one.labels) for one in reader.get_annotated_sessions()] == [(name, {"correct": 1})]
    store.absorb()
    assert [one.user_label for one in open_store(folder, "gw2").get_session_steps(name)] == ["correct", None]
    assert all(not one.annotations for one in store.get_session_steps(name, include_feedback=False))
    rows = store.facts("SELECT session, step, reviewer, label, action, target FROM step_annotations")
    assert rows == [
        {
            "session": name,
            "step": 1,
            "reviewer": "ann",
            "label": "correct",
            "action": "fill",
            "target": 'textbox "To"',
        }
    ]


def test_a_verdict_of_a_report_counts_for_the_error_pattern_of_its_step_in_python_and_in_sql(
    store: WorkflowStore,
) -> None:
    steps = [TO, Step(kind=StepKind.CLICK, target=Fingerprint(tag="button", text="Delete"), route="/mail")]
    version = learned(store, steps)
    first, second = session(store, version), session(store, version)
    store.add_user_feedback(first, 2, "wrong", user_correction="click Save")
    store.journal.repeat(verdict_fact(name, 2, "wrong", version.id) for name in (second, "unknown"))

    found = {one.error_description: one for one in store.feedback.errors()}
    rows = {row["error_description"]: row for row in store.facts("FROM error_patterns")}
    assert {name: one.sessions for name, one in found.items()} == {
        'click button "Delete"': tuple(sorted((first, second))),
        "": ("unknown",),
    }
    assert {name: tuple(row["sessions"]) for name, row in rows.items()} == {n: one.sessions for n, one in found.items()}
    marked = store.facts("SELECT action, target, value, features FROM step_annotations WHERE session <> 'unknown'")
    assert marked[0] == marked[1]


def test_a_malformed_golden_path_is_ignored_with_a_warning(store: WorkflowStore) -> None:
    name = session(store, learned(store, [TO, SEND]))
    store.add_user_feedback(name, 1, "correct")
    extracted = store.feedback.extract(name)
    store.journal.append(Kind.GOLDEN_PATH, task=TASK, data={"task_pattern": 3})
    store.journal.append(Kind.GOLDEN_PATH, task="pay", data={"apps": "x"})
    with pytest.warns(AmiWarning, match="is malformed"):
        assert store.feedback.paths() == (extracted,)


def test_a_skipped_step_leaves_no_fact(store: WorkflowStore) -> None:
    name = session(store, learned(store, [TO, SEND]))
    store.add_user_feedback(name, 1, None)
    assert store.get_annotated_sessions() == ()
    assert store.facts("SELECT * FROM facts WHERE kind = 'verdict'") == []


def test_a_step_marked_wrong_puts_its_version_aside_and_the_last_good_one_runs(store: WorkflowStore) -> None:
    good = learned(store, [TO, SEND])
    bad = learned(store, [TO, DELETE])
    name = session(store, bad)
    before = store.feedback.impact(StepVerdict(name, 2, "wrong"))
    assert (before.put_aside, before.takes_over, before.lesson, before.tasks) == ((bad.id,), good.id, False, (TASK,))
    assert runs(store) == bad.id

    after = store.add_user_feedback(name, 2, "wrong")

    assert after == before
    assert runs(store) == good.id
    assert status(store, bad) is Status.RETIRED
    assert store.feedback.impact(StepVerdict(name, 1, "correct")).put_aside == ()


def test_without_a_good_version_the_task_is_learned_again(store: WorkflowStore) -> None:
    only = learned(store, [TO, DELETE])
    impact = store.add_user_feedback(session(store, only), 2, "wrong")
    assert (impact.lesson, impact.takes_over) == (True, "")
    assert store.find(TASK) is None


def test_every_version_with_the_wrong_step_in_the_same_place_is_put_aside(store: WorkflowStore) -> None:
    old = learned(store, [TO, DELETE, SEND])
    elsewhere = learned(store, [DELETE, TO, SEND])
    new = learned(store, [TO, DELETE])
    store.add_user_feedback(session(store, new), 2, "wrong")
    assert [status(store, one) for one in (old, new)] == [Status.RETIRED, Status.RETIRED]
    assert runs(store) == elsewhere.id


def test_a_lesson_that_repeats_the_wrong_step_does_not_run(store: WorkflowStore) -> None:
    name = session(store, learned(store, [TO, DELETE]))
    store.add_user_feedback(name, 2, "wrong", reviewer="ann")
    with pytest.warns(AmiWarning, match='does not run: it has a step that ann marked wrong: click button "Delete"'):
        again = store.add(flow(TO, DELETE))
    assert again.status is Status.RETIRED
    assert store.find(TASK) is None
    assert store.promote(again).status is Status.RETIRED  # a green replay does not undo a verdict
    other = store.add(flow(TO, SEND))
    assert runs(store) == other.id


def test_a_healed_element_that_was_wrong_is_not_used_again(store: WorkflowStore) -> None:
    stored = learned(store, [TO, SEND])
    name = session(store, stored, outcome="healed")
    store.journal.append(
        Kind.HEAL, task=TASK, workflow=stored.id, data={"session": name, "step": 2, "evidence": ["name Sent mail"]}
    )
    source = flow(TO, click("Sent mail", "link"), parent=stored.id, author="heal")
    healed = store.add(source)
    step = store.get_session_steps(name)[1]
    assert (step.healed, step.notes) == (True, ("name Sent mail",))
    store.add_user_feedback(name, 2, "wrong")
    assert [status(store, one) for one in (stored, healed)] == [Status.RETIRED, Status.RETIRED]


def test_a_withdrawn_mark_brings_the_version_back(store: WorkflowStore) -> None:
    good, bad = learned(store, [TO, SEND]), learned(store, [TO, DELETE])
    name = session(store, bad)
    store.add_user_feedback(name, 2, "wrong")
    impact = store.add_user_feedback(name, 2, None)
    assert (impact.restored, impact.takes_over) == ((bad.id,), bad.id)
    assert (runs(store), status(store, good)) == (bad.id, Status.SUPERSEDED)
    assert store.get_session_steps(name)[1].annotations == ()


def test_a_mark_and_its_undo_in_one_batch_leave_nothing(store: WorkflowStore) -> None:
    only = learned(store, [TO, DELETE])
    name = session(store, only)
    impact = store.feedback.add([StepVerdict(name, 2, "wrong", "", "ann"), StepVerdict(name, 2, None, "", "ann")])
    assert (impact.put_aside, impact.takes_over) == ((), only.id)
    assert store.get_session_steps(name)[1].annotations == ()
    assert runs(store) == only.id
    store.feedback.add([StepVerdict(name, 2, None, "", "ann"), StepVerdict(name, 2, "wrong", "", "ann")])
    assert store.find(TASK) is None


def test_a_corrected_candidate_waits_while_the_last_good_version_runs(store: WorkflowStore) -> None:
    good, bad = learned(store, [TO, SEND]), learned(store, [TO, DELETE])
    impact = store.add_user_feedback(session(store, bad), 2, "wrong", "leave out")
    assert (impact.takes_over, runs(store)) == (good.id, good.id)
    made = store.get(impact.proposal)
    assert made is not None
    assert made.status is Status.CANDIDATE
    store.lifecycle.apply_event(good, Event.DRIFT, cause="missing")  # now the candidate is tried
    assert runs(store) == impact.proposal


def test_of_an_acceptance_and_a_withdrawal_the_later_one_counts(store: WorkflowStore) -> None:
    good, bad = learned(store, [TO, SEND]), learned(store, [TO, DELETE])
    name = session(store, bad)
    store.add_user_feedback(name, 2, "wrong")
    store.accept(good)
    assert runs(store) == good.id
    store.add_user_feedback(name, 2, None)  # the later word counts
    assert runs(store) == bad.id
    store.accept(good)
    assert runs(store) == good.id


def test_both_verdicts_of_two_reviewers_stand_and_wrong_counts(store: WorkflowStore) -> None:
    only = learned(store, [TO, SEND])
    name = session(store, only)
    store.add_user_feedback(name, 2, "wrong", reviewer="ann")
    store.add_user_feedback(name, 2, "correct", reviewer="bob")
    step = store.get_session_steps(name)[1]
    assert (step.conflict, step.user_label) == (True, "wrong")
    assert store.get_annotated_sessions()[0].labels == {"conflict": 1}
    assert store.find(TASK) is None
    store.add_user_feedback(name, 2, "correct", reviewer="ann")  # ann changes her mind
    assert store.get_session_steps(name)[1].conflict is False
    assert runs(store) == only.id


def test_a_version_with_a_wrong_step_cannot_be_accepted(store: WorkflowStore) -> None:
    bad = learned(store, [TO, DELETE])
    store.add_user_feedback(session(store, bad), 2, "wrong")
    with pytest.raises(ConfigurationError, match="has a step that a person marked wrong"):
        store.accept(bad)
    assert store.find(TASK) is None


@pytest.mark.parametrize(
    ("words", "steps"),
    [
        ('click button "Send"', [TO, SEND]),
        ('the button "send".', [TO, SEND]),
        ("leave out", [TO]),
        ('click link "Outbox"', [TO, click("Outbox", "link")]),
    ],
)
def test_a_correction_that_names_an_element_is_a_candidate(store: WorkflowStore, words: str, steps: list[Step]) -> None:
    learned(store, [TO, SEND])
    bad = learned(store, [TO, DELETE])
    name = session(store, bad)
    assert store.feedback.impact(StepVerdict(name, 2, "wrong", words)).advice is False
    impact = store.add_user_feedback(name, 2, "wrong", words)
    made = store.get(impact.proposal)
    assert made is not None
    assert [step.title() for step in made.steps] == [step.title() for step in steps]
    assert (made.provenance.author, made.provenance.reason, made.provenance.parent) == (
        "person",
        "corrected step 2",
        bad.id,
    )


def test_a_correction_in_free_words_is_advice(store: WorkflowStore) -> None:
    name = session(store, learned(store, [TO, DELETE]))
    impact = store.add_user_feedback(name, 2, "wrong", "it should not throw my mail away")
    assert (impact.proposal, impact.advice) == ("", True)
    assert store.get_session_steps(name)[1].user_correction == "it should not throw my mail away"


@pytest.mark.parametrize(
    ("verdict", "message"),
    [
        (StepVerdict("nope-nope-nope", 1, "correct"), "There is no session 'nope-nope-nope'"),
        (StepVerdict("", 9, "correct"), "has no step 9"),
        (StepVerdict("", 1, "right"), "'right' is no label"),
    ],
)
def test_a_verdict_that_cannot_be_recorded_loses_the_others_of_its_batch_no_word(
    store: WorkflowStore, verdict: StepVerdict, message: str
) -> None:
    name = session(store, learned(store, [TO, SEND]))
    wrong = StepVerdict(verdict.session_id or name, verdict.step_num, verdict.user_label)
    with pytest.raises(ConfigurationError, match=message):
        store.feedback.add([StepVerdict(name, 1, "correct"), wrong])
    assert store.get_annotated_sessions() == ()
    store.feedback.add([StepVerdict(name, 1, "correct"), StepVerdict(name[:-2], 2, "correct")])
    assert [one.user_label for one in store.get_session_steps(name)] == ["correct", "correct"]


def test_a_read_only_store_records_no_verdict(store: WorkflowStore, folder: Path) -> None:
    name = session(store, learned(store, [TO, SEND]))
    with pytest.raises(StoreError, match="read-only"):
        WorkflowStore(folder, readonly=True).add_user_feedback(name, 1, "correct")


def test_a_run_from_before_sessions_is_known_by_the_id_of_its_fact(store: WorkflowStore) -> None:
    version = learned(store, [TO, SEND])
    where: dict[str, Any] = {"test": "test_a.py::test_x", "task": TASK, "workflow": version.id}
    store.journal.append(Kind.DRIFT, **where, data={"step": 2, "cause": "missing", "evidence": ["no button"]})
    fact = store.journal.append(Kind.TEST_FINISHED, **where, data={"outcome": "stale", "passed": False})
    step = store.get_session_steps(fact.id)[1]
    assert (step.drift, step.notes) == ("missing", ("no button",))
    store.add_user_feedback(fact.id, 2, "correct")
    assert [one.id for one in store.get_annotated_sessions()] == [fact.id]


PICTURE = "0123456789abcdef.webp"


def test_the_evidence_file_adds_what_was_seen_and_a_missing_version_is_told_by_it(
    store: WorkflowStore, folder: Path
) -> None:
    name = session(store, learned(store, [TO, SEND]))
    file = folder / "runs" / "r1" / name / "steps.jsonl"
    file.parent.mkdir(parents=True)
    lines = [
        {"step": 2, "action": "click", "target": 'button "Send"', "before": PICTURE, "after": "../../secret.png"},
        {
            "step": 3,
            "action": "wait",
            "expected": ["status|Sent"],
            "seen": [],
            "margin": 0.25,
            "candidates": ["a"],
        },
        {"step": "four"},
    ]
    file.write_text("\n".join([*map(json.dumps, lines), "not json"]), "utf-8")
    first, second, third = store.get_session_steps(name)
    assert first.evidence is None
    assert second.evidence is not None
    assert (second.evidence.before, second.evidence.after) == (PICTURE, "")
    assert third.evidence is not None
    assert (third.action, third.evidence.margin, third.evidence.candidates) == ("wait", 0.25, ("a",))


STEPS = st.lists(st.sampled_from([TO, SEND, DELETE, DRAFT]), min_size=1, max_size=4)


@given(flows=st.lists(STEPS, min_size=1, max_size=5), data=st.data())
@tries("database")
def test_no_version_with_a_step_marked_wrong_runs_again(
    tmp_path_factory: pytest.TempPathFactory, flows: list[list[Step]], data: st.DataObject
) -> None:
    """100 seeded stores by night: whatever runs has no step at a place that was marked wrong."""
    store = open_store(tmp_path_factory.mktemp("seeded") / ".ami")
    versions = [learned(store, steps) for steps in flows]
    marked = set()
    for number in data.draw(st.lists(st.integers(0, len(flows) - 1), min_size=1, max_size=4)):
        step = data.draw(st.integers(1, len(flows[number])))
        store.add_user_feedback(session(store, versions[number]), step, "wrong")
        marked.add((number, step))
    places = {_place(flows[number], step) for number, step in marked}
    current = store.find(TASK)
    free = [steps for steps in flows if places.isdisjoint(_places(steps))]
    assert (current is not None) == bool(free)
    if current is not None:
        assert places.isdisjoint(_places(list(current.steps)))
        assert current.id not in {versions[number].id for number, _ in marked}


def _place(steps: list[Step], number: int) -> tuple[str, str]:
    return (steps[number - 2].title() if number > 1 else "", steps[number - 1].title())


def _places(steps: list[Step]) -> set[tuple[str, str]]:
    return {_place(steps, number) for number in range(1, len(steps) + 1)}


def _mark(folder: str, worker: str, names: list[str]) -> None:
    store = open_store(Path(folder), worker, run="r2")
    for name in names:
        store.add_user_feedback(name, 1, "correct", reviewer=worker)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("processes", "number"), [(2, 10), pytest.param(4, 250, marks=[pytest.mark.slow, pytest.mark.nightly])]
)
def test_verdicts_of_several_processes_at_once_are_all_kept(
    store: WorkflowStore, folder: Path, processes: int, number: int
) -> None:
    version = learned(store, [TO, SEND])
    names = [session(store, version) for _ in range(number)]
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=_mark, args=(str(folder), f"w{one}", names)) for one in range(processes)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert [worker.exitcode for worker in workers] == [0] * processes
    store.absorb()
    assert store.facts("SELECT count(*) AS n FROM step_annotations") == [{"n": processes * number}]
