"""The plan of a similar task in a real store: what a model is shown, and what a project can see and switch off."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pytest_ami.flow.knowledge.similar_plan import similar_plan
from pytest_ami.flow.knowledge.task_outlook import task_outlook
from pytest_ami.flow.scope import AttemptScope
from pytest_ami.flow.teacher_context import ModelCallLog
from pytest_ami.model.lesson import Observation, Situation
from pytest_ami.model.operation import Operation
from pytest_ami.model.settings import Settings
from pytest_ami.store.facts import Kind
from pytest_ami.store.journal import Journal
from pytest_ami.store.workflow_store import WorkflowStore
from pytest_ami.teachers.llm.prompt import user_text
from tests.support.commands import flow

INBOX = "http://127.0.0.1:50123/mail/inbox"


def finished(journal: Journal, task: str, outcome: str, **more: Any) -> None:
    told = {"outcome": outcome, "passed": outcome != "stale", "seconds": 10.0, "model_calls": 4, "money": 0.02, **more}
    journal.append(Kind.TEST_FINISHED, test=f"t.py::{outcome}", attempt=1, task=task, data=told)


@pytest.fixture
def store(tmp_path: Path) -> WorkflowStore:
    """A store that knows "send email": a flow, a green lesson, and the page on which it began."""
    journal = Journal(tmp_path / ".ami", run="r1")
    made = WorkflowStore(tmp_path / ".ami", journal)
    made.promote(made.add(flow()))
    finished(journal, "send email", "learned")
    opened = [Operation(type="click", url=INBOX, role="button", text="Compose", xpath="/c")]
    made.memory.add(opened, task="send email", session_id="send_1")
    made.absorb()  # as every run does at its end
    return made


def test_a_lesson_is_shown_the_plan_of_a_task_on_the_same_page_fenced_and_without_secrets(
    store: WorkflowStore,
) -> None:
    names = [parameter.name for parameter in flow().parameters]
    plan = similar_plan(store, "save draft", INBOX, names, {"password": "Send"})

    assert plan is not None
    assert plan.task == "send email"
    assert all("Send" not in step.name for step in plan.steps)
    text = user_text(Situation(task="save draft", plan=plan, observation=Observation(url=INBOX)))
    assert "PLAN (of" in text
    assert text.index("<<<KNOWN") < text.index(plan.steps[0].title()) < text.index("KNOWN>>>")


@pytest.mark.parametrize("url", ["http://other.test/mail/inbox", "about:blank"])
def test_another_site_gives_no_plan(store: WorkflowStore, url: str) -> None:
    names = [parameter.name for parameter in flow().parameters]

    assert similar_plan(store, "save draft", url, names, {}) is None


def test_a_forgotten_task_gives_no_plan(store: WorkflowStore) -> None:
    names = [parameter.name for parameter in flow().parameters]
    store.memory.forget("send email", "a test")
    store.absorb()

    assert similar_plan(store, "save draft", INBOX, names, {}) is None


def test_the_task_itself_is_not_similar_to_itself(store: WorkflowStore) -> None:
    names = [parameter.name for parameter in flow().parameters]

    assert similar_plan(store, "send email", INBOX, names, {}) is None


def test_a_model_gets_plans_unless_the_project_switches_them_off(store: WorkflowStore) -> None:
    asked = Situation(task="save draft", parameters=flow().parameters, observation=Observation(url=INBOX))
    scopes = [AttemptScope("t.py::a", 1, Settings(similar_plans=value), store) for value in ("on", "off")]
    on, off = (ModelCallLog(scope, "save draft", {}).teacher_context().plan for scope in scopes)

    assert on is not None
    assert off is None
    assert on(asked) is not None


@pytest.mark.slow
def test_the_outlook_estimates_from_the_similar_task_and_counts_failed_lessons(store: WorkflowStore) -> None:
    names = [parameter.name for parameter in flow().parameters]
    journal = store.journal
    expected = task_outlook(store, "save draft", INBOX, names).title()
    assert expected == (
        'small model (it is similar to "send email"); about 4.0 model calls, 10 s, $0.0200,'
        ' as in 1 lesson of "send email"'
    )
    for kept in (False, True, False, False):
        journal.append(Kind.LESSON, test="t.py::l", attempt=1, task="save draft", data={"kept": kept})
    store.absorb()
    assert task_outlook(store, "save draft", INBOX, names).title() == "demonstration (its last 2 lessons failed)"


@pytest.mark.slow
def test_the_outlook_of_a_known_task_follows_its_last_run(store: WorkflowStore) -> None:
    assert task_outlook(store, "send email").strategy.value == "replay"
    finished(store.journal, "send email", "stale")
    store.absorb()
    assert task_outlook(store, "send email").strategy.value == "relearn a span"


def test_a_quote_in_a_task_is_text(store: WorkflowStore) -> None:
    assert task_outlook(store, "send 'it' email' OR '1'='1").strategy.value == "large model"
