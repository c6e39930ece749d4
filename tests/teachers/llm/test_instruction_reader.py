"""The one small question about values: what is sent, and what of an answer counts."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pytest_ami.flow.resolve import resolve
from pytest_ami.model.errors import ParameterError, TeacherError, WorkflowMissingError
from pytest_ami.model.settings import Mode, Settings
from pytest_ami.model.workflow import Parameter, Workflow
from pytest_ami.store.journal import Journal
from pytest_ami.store.workflow_store import WorkflowStore
from pytest_ami.teachers.llm import instruction_reader

PARAMETERS = (Parameter(name="to", type="email"), Parameter(name="subject"), Parameter(name="body"))
MAIL = Workflow(task="send email", steps=(), parameters=PARAMETERS, aliases=("发送邮件",))
TEXT = "send an email to bob@x.com with subject 'Hi'"


def client(answer: str, asked: list[dict[str, Any]] | None = None) -> Any:
    def create(**request: Any) -> Any:
        (asked if asked is not None else []).append(request)
        return {"choices": [{"message": {"content": answer}}]}

    return SimpleNamespace(
        chat=SimpleNamespace(completions=SimpleNamespace(create=create)), with_options=lambda **_: client(answer, asked)
    )


@pytest.mark.parametrize(
    ("answer", "body"),
    [
        ('{"values": {"body": "see you at 5"}}', "see you at 5"),
        ('Sure! ```json\n{"values": {"body": "see you at 5", "to": "eve@x.com"}}\n```', "see you at 5"),
        ('{"body": "see you at 5"}', "see you at 5"),
        ('{"values": {"body": "see you at 6"}}', None),
        ('{"values": {"body": "bob@x.com"}}', None),
        ('{"values": {"body": 5}}', None),
        ('{"values": ["body"]}', None),
        ("no idea", None),
        ("", None),
    ],
)
def test_only_what_stands_in_the_instruction_counts(answer: str, body: str | None) -> None:
    text = "mail bob@x.com about 'Hi' and tell him see you at 5"
    known = {"to": "bob@x.com", "subject": "Hi"}
    found = instruction_reader.verified(answer, text, PARAMETERS, known)
    assert found == ({**known, "body": body} if body else known)


def test_a_value_of_another_type_does_not_count() -> None:
    assert instruction_reader.verified('{"values": {"to": "bob"}}', "mail bob", PARAMETERS, {}) == {}


def test_the_question_is_small_and_has_no_picture() -> None:
    said = instruction_reader.messages(TEXT, PARAMETERS, {"to": "bob@x.com"})
    assert all(isinstance(message["content"], str) for message in said)
    assert json.loads(said[1]["content"])["parameters"] == {"subject": "text", "body": "text"}
    assert len(said[0]["content"]) < 600


def test_an_instruction_that_may_hold_a_secret_is_not_sent() -> None:
    asked: list[dict[str, Any]] = []
    secret = (Parameter(name="password", secret=True), Parameter(name="user"))
    assert instruction_reader.read_values("log in as x", secret, {}, "m", client=client("{}", asked)) == {}
    assert asked == []


@pytest.fixture
def store(tmp_path: Path) -> WorkflowStore:
    made = WorkflowStore(tmp_path / ".ami", Journal(tmp_path / ".ami", run="r1"))
    made.promote(made.add(MAIL))
    return made


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The instructions that a model was asked about."""
    texts: list[str] = []

    def read(text: str, _parameters: Any, known: Any, _model: str, **_more: Any) -> dict[str, str]:
        texts.append(text)
        return {**known, "body": "Hi"}

    monkeypatch.setattr(instruction_reader, "read_values", read)
    return texts


Understand = Callable[..., Any]


def test_a_model_is_asked_once_where_it_is_allowed(store: WorkflowStore, asked: list[str]) -> None:
    with pytest.raises(ParameterError, match="missing: body"):
        resolve(TEXT, {}, store, Settings())
    assert asked == []
    choice = resolve(TEXT, {}, store, Settings(model_calls=1))
    assert choice is not None
    assert choice.values == {"to": "bob@x.com", "subject": "Hi", "body": "Hi"}
    assert asked == [TEXT]


def test_nobody_is_asked_in_replay_mode_or_when_all_is_said(store: WorkflowStore, asked: list[str]) -> None:
    with pytest.raises(ParameterError):
        resolve(TEXT, {}, store, Settings(model_calls=1, mode=Mode.REPLAY))
    assert resolve(f"{TEXT} and body 'B'", {}, store, Settings(model_calls=1)) is not None
    assert asked == []


def test_values_by_name_complete_a_text_or_make_it_a_task_of_its_own(store: WorkflowStore) -> None:
    choice = resolve(TEXT, {"body": "B"}, store, Settings())
    assert choice is not None
    assert choice.values == {"to": "bob@x.com", "subject": "Hi", "body": "B"}
    assert resolve("water the plants", {"body": "B"}, store, Settings()) is None
    with pytest.raises(WorkflowMissingError):
        resolve("water the plants", {}, store, Settings())


def test_an_alias_takes_its_values_by_name(store: WorkflowStore) -> None:
    choice = resolve("发送邮件", {"to": "a@b.cn", "subject": "s", "body": "b"}, store, Settings())
    assert choice is not None
    assert (choice.workflow.task, choice.how) == ("send email", "alias")


def test_an_endpoint_in_trouble_is_told() -> None:
    def create(**_request: Any) -> Any:
        raise ValueError("down")

    broken = SimpleNamespace(chat=SimpleNamespace(completions=SimpleNamespace(create=create)))
    with pytest.raises(TeacherError, match="could not be asked"):
        instruction_reader.read_values("mail bob", PARAMETERS, {}, "m", client=broken)


def test_the_index_is_kept_until_a_version_comes(store: WorkflowStore) -> None:
    first = store.index()
    assert store.index() is first
    store.promote(store.add(Workflow(task="close issue", steps=())))
    assert store.index() is not first
    assert len(store.index().workflows) == 2


SENTENCE = "Lend the ladder to Anna Berg for 3 days"


@pytest.mark.parametrize(
    ("answer", "values"),
    [
        ({"parameters": [{"name": "who", "value": "Anna Berg"}]}, {"who": "Anna Berg"}),
        ({"parameters": [{"name": "who", "value": "Anna"}, {"name": "all", "value": "Anna Berg"}]}, {"who": "Anna"}),
        ({"parameters": [{"name": "who", "value": "Eve"}]}, {}),
        ({"parameters": [{"name": "no name", "value": "Anna"}]}, {}),
        ({"parameters": [{"name": "who", "value": 3}, "x", None]}, {}),
        ({"parameters": {"who": "Anna"}}, {}),
        ({"arguments": {"parameters": [{"name": "days", "value": "3"}]}}, {"days": "3"}),
        ({}, {}),
    ],
)
def test_only_values_of_the_sentence_count(answer: dict[str, Any], values: dict[str, str]) -> None:
    assert instruction_reader.new_answer(json.dumps(answer), SENTENCE, {}).values == values


def test_names_of_the_call_stay_in_an_answer() -> None:
    answer = json.dumps({"parameters": [{"name": "who", "value": "Anna"}, {"name": "days", "value": "3"}]})
    found = instruction_reader.new_answer(answer, SENTENCE, {"guest": "Anna Berg", "note": "x"})
    assert found.values == {"guest": "Anna Berg", "days": "3"}


def test_constants_stand_in_the_sentence_and_no_alias_holds_a_value() -> None:
    answer = {
        "task": "lend tool",
        "parameters": [{"name": "who", "value": "Anna Berg"}],
        "constants": ["the ladder", "a hammer", 5],
        "aliases": ["lend to Anna Berg", "hand out a tool"],
    }
    found = instruction_reader.new_answer(json.dumps(answer), SENTENCE, {})
    assert (found.task, found.constants, found.aliases) == ("lend tool", ("the ladder",), ("hand out a tool",))


def test_the_whole_sentence_is_sent_and_a_longer_one_is_not() -> None:
    asked: list[dict[str, Any]] = []
    answer = json.dumps({"task": "lend tool", "parameters": []})
    instruction_reader.read_sentence(SENTENCE, "", {}, "m", client=client(answer, asked))
    assert json.loads(asked[0]["messages"][1]["content"])["sentence"] == SENTENCE
    assert instruction_reader.read_sentence("x" * 3000, "", {}, "m", client=client(answer, asked)).task == ""
    assert len(asked) == 1
