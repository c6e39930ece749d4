"""A model's context: its record in the store, the order of the models, facts and transcripts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pytest_ami.flow.scope import AttemptScope
from pytest_ami.flow.teacher_context import ModelCallLog
from pytest_ami.model.errors import ConfigurationError
from pytest_ami.model.outcome import Usage
from pytest_ami.model.settings import Settings
from pytest_ami.store.facts import Kind
from pytest_ami.store.journal import Journal
from pytest_ami.store.workflow_store import WorkflowStore
from pytest_ami.teachers.choose import choose_teacher
from pytest_ami.teachers.llm.client import ModelCall
from pytest_ami.teachers.llm.completion import Completion
from pytest_ami.teachers.llm.fallback_teacher import FallbackTeacher

SECRET = "hunter2"


@pytest.fixture
def store(tmp_path: Path) -> WorkflowStore:
    return WorkflowStore(tmp_path / ".ami", Journal(tmp_path / ".ami", run="r1"))


def call_log(store: WorkflowStore, task: str = "send email", test: str = "t.py::test", **more: Any) -> ModelCallLog:
    return ModelCallLog(AttemptScope(test, 1, Settings(**more), store), task, {"password": SECRET})


def asked(model: str, *, problem: str = "", money: float = 0.01) -> ModelCall:
    answer = None if problem else Completion(content="{}")
    usage = Usage(calls=1, tokens=1000, seconds=2.0, money=money)
    return ModelCall(model, [{"role": "user", "content": f"type {SECRET}"}], answer, problem, usage)


def lesson(store: WorkflowStore, model: str, number: int, *, green: bool, task: str = "send email") -> None:
    """Let a model give a lesson of two questions in a test of its own."""
    test = f"t.py::test[{model}-{number}]"
    one = call_log(store, task, test, transcripts="off")
    one.teacher_context()
    one.record(asked(model))
    one.record(asked(model))
    store.journal.append(Kind.TEST_FINISHED, task=task, test=test, attempt=1, data={"passed": green})


def test_the_record_is_a_view_over_what_was_asked_and_what_came_of_it(store: WorkflowStore) -> None:
    for number in range(4):
        lesson(store, "small", number, green=number == 0)
    lesson(store, "large", 0, green=True)
    rows = store.facts("SELECT * FROM agent_performance ORDER BY model")
    assert [(row["model"], row["kind"], row["lessons"], row["green"], row["calls"]) for row in rows] == [
        ("large", "send", 1, 1, 2),
        ("small", "send", 4, 1, 8),
    ]
    assert (rows[1]["tokens"], rows[1]["seconds"], round(rows[1]["money"], 4)) == (8000, 4.0, 0.02)


def test_who_fails_at_this_kind_of_task_is_not_asked_first(store: WorkflowStore) -> None:
    ask = call_log(store).teacher_context().order
    assert tuple(ask(("small", "large"))) == ("small", "large")
    for number in range(4):
        lesson(store, "small", number, green=False)
    assert tuple(ask(("small", "large"))) == ("large",)
    assert tuple(call_log(store, "delete email").teacher_context().order(("small", "large"))) == ("small", "large")


def test_a_store_that_cannot_be_read_leaves_the_users_order(store: WorkflowStore, monkeypatch: Any) -> None:
    def broken(*_: Any) -> Any:
        raise OSError("gone")

    monkeypatch.setattr(type(store), "facts", broken)
    with pytest.warns(UserWarning, match="cannot be read"):
        assert tuple(call_log(store).teacher_context().order(("small", "large"))) == ("small", "large")


def test_a_question_is_written_down_at_once_and_by_secrets_names(store: WorkflowStore) -> None:
    one = call_log(store)
    one.teacher_context()
    one.record(asked("small", problem=f"HTTP 500 about {SECRET}"))
    (row,) = store.facts("SELECT model, kind, purpose, tokens, money, problem FROM model_calls")
    assert row == {
        "model": "small",
        "kind": "send",
        "purpose": "move",
        "tokens": 1000,
        "money": 0.01,
        "problem": "HTTP 500 about {{password}}",
    }
    (transcript,) = (store.folder / "runs").rglob("transcript.md")
    assert SECRET not in transcript.read_text("utf-8")
    assert SECRET not in "".join(path.read_text("utf-8") for path in (store.folder / "journal").iterdir())


def test_no_transcript_where_none_is_wanted(store: WorkflowStore) -> None:
    one = call_log(store, transcripts="off")
    one.teacher_context()
    one.record(asked("small"))
    assert not (store.folder / "runs").exists()


def test_several_models_are_a_ladder_in_the_order_of_their_record(
    store: WorkflowStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    context = call_log(store, similar_plans="off").teacher_context()
    teacher = choose_teacher("llm", Settings(model="small, large"), context)
    assert isinstance(teacher, FallbackTeacher)
    assert teacher.name == "llm:small"
    for number in range(4):
        lesson(store, "small", number, green=False)
    assert choose_teacher("llm", Settings(model="small, large"), call_log(store).teacher_context()).name == "llm:large"
    with pytest.raises(ConfigurationError, match="names no model"):
        choose_teacher("llm", Settings(model=" , "))
