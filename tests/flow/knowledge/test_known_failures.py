"""A run that stops says how often its failure was seen before, and what helped then; its verdict stays the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pytest_ami.engine.report import Replayed
from pytest_ami.flow.drift_tracking import record_drift
from pytest_ami.flow.knowledge.known_failures import known_failure, remembered, signature_of
from pytest_ami.flow.scope import AttemptScope
from pytest_ami.model.errors import StaleError
from pytest_ami.model.outcome import Cause, Drift
from pytest_ami.model.settings import Mode, Settings
from pytest_ami.store.facts import Kind
from pytest_ami.store.journal import Journal
from pytest_ami.store.workflow_store import WorkflowStore
from tests.support.attempts import attempt, learn, planned
from tests.support.commands import flow

FULL = ('expected the message status "Message sent"', "the page shows ['alert|The mailbox of anna@a.test is full']")
DRIFT = Drift(step=2, cause=Cause.WRONG_EFFECT, title="click Send", evidence=FULL, reason="outcome_differs")


@pytest.fixture
def store(tmp_path: Path) -> WorkflowStore:
    made = WorkflowStore(tmp_path / ".ami", Journal(tmp_path / ".ami", run="r1"))
    made.promote(made.add(flow()))
    return made


def fail(store: WorkflowStore, test: str, attempt: int = 1, outcome: str = "failed", **ended: Any) -> None:
    version = store.find("send email")
    assert version is not None
    record_drift(store, version, DRIFT, test=test, attempt=attempt)
    data = {"outcome": outcome, "passed": False, **ended}
    store.journal.append(Kind.TEST_FINISHED, task="send email", test=test, attempt=attempt, data=data)


def told(store: WorkflowStore, drift: Drift = DRIFT, test: str = "t.py::now", attempt: int = 1) -> str:
    version = store.find("send email")
    assert version is not None
    scope = AttemptScope(test, attempt, Settings(), store)
    store.absorb()  # as every run does at its end
    return known_failure(scope, signature_of(drift, version, {}))


def test_earlier_failures_are_counted_and_strategies_ranked_by_their_success(store: WorkflowStore) -> None:
    assert told(store) == ""
    for number in range(3):
        fail(store, f"t.py::{number}")
        again = {"outcome": "replayed", "passed": number > 0}
        where: Any = {"test": f"t.py::{number}", "attempt": 2}
        store.journal.append(Kind.TEST_FINISHED, task="send email", data=again, **where)
    fail(store, "t.py::3", outcome="relearned")

    said = told(store)

    assert said.startswith("known: seen 4 times before (last 20")
    assert said.endswith("; green after retry 2 of 3, relearn 0 of 1")


def test_a_lesson_that_failed_counts_as_a_relearning_that_did_not_help(store: WorkflowStore) -> None:
    for number, (outcome, kept) in enumerate([("relearned", True), ("stale", False), ("failed", None)]):
        fail(store, f"t.py::{number}", outcome=outcome, passed=bool(kept))
        if kept is not None:
            where: Any = {"test": f"t.py::{number}", "attempt": 1, "task": "send email"}
            store.journal.append(Kind.LESSON, data={"kept": kept}, **where)

    assert told(store).endswith("; green after relearn 1 of 2")


def test_the_failures_of_this_very_attempt_are_no_evidence(store: WorkflowStore) -> None:
    fail(store, "t.py::now")

    assert told(store) == ""
    assert told(store, attempt=2).startswith("known: seen once before")


def test_another_cause_on_the_same_page_is_not_known(store: WorkflowStore) -> None:
    fail(store, "t.py::1")
    other = Drift(
        step=2, cause=Cause.WRONG_EFFECT, title="", evidence=(FULL[0], "the page shows ['alert|Sign in again']")
    )

    assert told(store, other) == ""


def test_the_view_groups_by_the_same_signature(store: WorkflowStore) -> None:
    fail(store, "t.py::1")
    fail(store, "t.py::2")
    (row,) = store.facts("SELECT frequency, effect FROM failure_knowledge")

    assert row["frequency"] == 2
    assert row["effect"] == 'expected the message status "message sent"; alert the mailbox of @ is full'


@pytest.mark.parametrize(
    "text", ["", "[]", "nothing", '{"route": 1}', '{"messages": "x"}', None, '{"route": "/", "x": []}']
)
def test_a_signature_of_another_form_is_none(text: Any) -> None:
    version = flow()
    row = {
        "signature": text,
        "day": "2026-01-01",
        "outcome": "stale",
        "passed": False,
        "next_passed": None,
        "taught": False,
    }

    assert remembered(signature_of(DRIFT, version, {}), [row]) is None


def test_the_message_of_a_run_says_so_and_the_run_ends_as_before(tmp_path: Path) -> None:
    empty = WorkflowStore(tmp_path / ".ami", Journal(tmp_path / ".ami", run="r1"))
    first = attempt(empty)
    learn(first)
    first.commit()
    ends = []
    for number in (1, 2):
        one = attempt(empty, Mode.REPLAY, number)
        plan = planned(one)
        drift = Drift(step=2, cause=Cause.MISSING, title="fill To", evidence=("on http://app.test/new",))
        plan.progress.replayed = Replayed(drift=drift)
        with pytest.raises(StaleError) as stopped:
            one.conclude(plan)
        one.drop()
        empty.absorb()
        ends.append([line for line in stopped.value.evidence if not line.startswith("known: ")])
        said = [line for line in stopped.value.evidence if line.startswith("known: seen once before")]
        assert len(said) == number - 1
    assert ends[0] == ends[1]


def test_a_store_that_cannot_be_read_warns_and_tells_nothing(tmp_path: Path) -> None:
    class Broken:
        journal = Journal(tmp_path, run="r1")

        @property
        def folder(self) -> Path:
            raise OSError("gone")

    broken: Any = Broken()
    scope = AttemptScope("t.py::now", 1, Settings(), broken)

    with pytest.warns(UserWarning, match="gone"):
        assert known_failure(scope, signature_of(DRIFT, flow(), {})) == ""
