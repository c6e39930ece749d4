"""A model's context: its record in the store, the order of the models, facts and transcripts."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from pytest_ami.flow.scope import AttemptScope
from pytest_ami.flow.teacher_context import ModelCallLog, choose_order
from pytest_ami.model.errors import ConfigurationError
from pytest_ami.model.outcome import Usage
from pytest_ami.model.settings import Settings
from pytest_ami.store.facts import Fact, Kind, encode
from pytest_ami.store.journal import Journal
from pytest_ami.store.transfer.arrivals import write_new
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


def lesson(
    store: WorkflowStore, model: str, number: int, *, green: bool, task: str = "send email", replay: str = ""
) -> None:
    """Let a model give a lesson of two questions in a test of its own, and replay it: ``green``, ``red`` or not."""
    test = f"t.py::test[{model}-{number}]"
    one = call_log(store, task, test, transcripts="off")
    one.teacher_context()
    one.record(asked(model))
    one.record(asked(model))
    made = f"{model}-{number}"
    data = {"passed": green, "outcome": "learned" if green else "failed"}
    store.journal.append(Kind.TEST_FINISHED, task=task, workflow=made, test=test, attempt=1, data=data)
    if replay:
        data = {"passed": replay == "green", "outcome": "replayed" if replay == "green" else "stale"}
        store.journal.append(Kind.TEST_FINISHED, task=task, workflow=made, test=test, attempt=2, data=data)


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


def test_a_lesson_counts_when_its_replay_has_held(store: WorkflowStore) -> None:
    for number, replay in enumerate(("green", "green", "red", "")):
        lesson(store, "small", number, green=True, replay=replay)
    lesson(store, "small", 9, green=False)
    (row,) = store.facts("SELECT lessons, green, held, failed FROM agent_performance")
    assert row == {"lessons": 5, "green": 4, "held": 2, "failed": 2}
    (start,) = store.facts("SELECT model, kind, lessons, held FROM model_starts")
    assert start == {"model": "small", "kind": "send", "lessons": 4, "held": 2}


def test_the_model_that_gave_up_gets_no_credit_for_the_one_after_it(store: WorkflowStore) -> None:
    log = call_log(store, transcripts="off")
    log.teacher_context()
    log.record(asked("small"))
    log.record(asked("large"))
    where: dict[str, Any] = {"task": "send email", "workflow": "w1", "test": "t.py::test"}
    store.journal.append(Kind.TEST_FINISHED, attempt=1, data={"passed": True, "outcome": "learned"}, **where)
    store.journal.append(Kind.TEST_FINISHED, attempt=2, data={"passed": True, "outcome": "replayed"}, **where)
    rows = store.facts("SELECT model, green, held, failed FROM agent_performance ORDER BY model")
    assert [tuple(row.values()) for row in rows] == [("large", 1, 1, 0), ("small", 0, 0, 1)]
    (start,) = store.facts("SELECT model, lessons, held, money FROM model_starts")
    assert start == {"model": "small", "lessons": 1, "held": 1, "money": 0.02}


def test_an_endpoint_that_is_down_is_no_failure_of_the_model(store: WorkflowStore) -> None:
    log = call_log(store, transcripts="off")
    log.teacher_context()
    log.record(asked("small", problem="HTTP 503"))
    store.journal.append(Kind.TEST_FINISHED, task="send email", test="t.py::test", attempt=1, data={"passed": False})
    assert store.facts("SELECT result FROM model_lessons") == [{"result": "open"}]
    assert store.facts("FROM model_starts") == []


def test_more_replays_of_one_lesson_are_no_more_evidence(store: WorkflowStore) -> None:
    lesson(store, "small", 1, green=True, replay="green")
    before = store.facts("FROM model_starts")
    for attempt in range(3, 9):
        where: dict[str, Any] = {"task": "send email", "workflow": "small-1", "test": "t.py::test[small-1]"}
        data = {"passed": True, "outcome": "replayed"}
        store.journal.append(Kind.TEST_FINISHED, attempt=attempt, data=data, **where)
    assert store.facts("FROM model_starts") == before


@pytest.mark.slow
def test_a_model_that_fails_at_this_kind_of_task_is_not_asked_first(store: WorkflowStore) -> None:
    ask = call_log(store).teacher_context().order
    assert tuple(ask(("small", "large"))) == ("small", "large")
    for number in range(4):
        lesson(store, "small", 10 + number, green=True, replay="green", task="archive email")
    lesson(store, "small", 1, green=False)
    assert tuple(ask(("small", "large"))) == ("large",)
    assert tuple(call_log(store, "delete email").teacher_context().order(("small", "large"))) == ("small", "large")


def called_at(minutes: float, model: str, seconds: float) -> tuple[Fact, bytes]:
    when = datetime(2026, 11, 1, tzinfo=timezone.utc) + timedelta(minutes=minutes)
    at = when.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    call = {"model": model, "kind": "send", "seconds": seconds, "problem": "", "purpose": "move"}
    fact = Fact(kind=Kind.MODEL_CALL.value, at=at, task="send email", data=call)
    return fact, encode(fact).rstrip(b"\n")


@pytest.mark.slow
def test_a_slow_model_is_left_out_for_an_hour_of_calls_to_others(store: WorkflowStore) -> None:
    calls = [called_at(number / 10, "small", 1.0 if number < 80 else 4.0) for number in range(100)]
    write_new(store.folder, "calls", [[*calls, called_at(11, "large", 2.0)]])
    assert choose_order(store, ("small", "large"), "send").models == ("large",)
    write_new(store.folder, "more", [[called_at(80, "large", 2.0)]])
    assert choose_order(store, ("small", "large"), "send").models == ("small", "large")


def test_the_reason_of_the_choice_stands_with_each_call(store: WorkflowStore) -> None:
    lesson(store, "small", 1, green=False)
    log = call_log(store, transcripts="off")
    log.teacher_context().order(("small", "large"))
    log.record(asked("large"))
    (row,) = store.facts(
        "SELECT data->>'choice' AS choice FROM facts WHERE kind = 'model_call' AND data->>'choice' <> ''"
    )
    assert row["choice"] == "large begins: it has not begun such a lesson yet; small held 0 of 1"


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


@pytest.mark.slow
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
