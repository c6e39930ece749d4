"""The question about the plan of a lesson: what is sent, and which answers count."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.model.errors import TeacherError
from pytest_ami.teachers.llm.client import ModelCall, ModelOptions
from pytest_ami.teachers.outline import ANSWER, FEWEST, LONGEST, MOST, outline, read_outline

STEPS = [{"text": f"press button {n}", "action": "click"} for n in range(FEWEST)]


def client(answer: str | Exception, asked: list[dict[str, Any]]) -> Any:
    def create(**request: Any) -> Any:
        asked.append(request)
        if isinstance(answer, Exception):
            raise answer
        return {"choices": [{"message": {"content": answer}}], "usage": {"total_tokens": 80}}

    return SimpleNamespace(chat=SimpleNamespace(completions=SimpleNamespace(create=create)))


def test_one_bounded_question_with_the_task_alone_is_sent_and_recorded() -> None:
    asked: list[dict[str, Any]] = []
    calls: list[ModelCall] = []
    content = json.dumps({"steps": STEPS})
    found = read_outline("x" * 9_000, "m", client=client(content, asked), options=ModelOptions(listener=calls.append))

    assert found == tuple((step["text"], "click") for step in STEPS)
    (request,) = asked
    assert request["max_completion_tokens"] == ANSWER
    assert json.loads(request["messages"][1]["content"]) == {"task": "x" * LONGEST}
    assert [(call.purpose, call.usage.tokens) for call in calls] == [("plan", 80)]


def test_a_request_that_fails_is_an_error_of_the_teacher_with_its_cost() -> None:
    calls: list[ModelCall] = []
    with pytest.raises(TeacherError, match="could not be asked for a plan"):
        read_outline("t", "m", client=client(ValueError("no"), []), options=ModelOptions(listener=calls.append))
    assert [call.usage.calls for call in calls] == [1]


@pytest.mark.parametrize(
    ("answer", "number"),
    [
        (json.dumps({"steps": STEPS}), FEWEST),
        (f"Sure:\n```json\n{json.dumps({'steps': STEPS * 3})}\n```", MOST),
        (json.dumps({"steps": [step["text"] for step in STEPS]}), FEWEST),
        (json.dumps({"steps": STEPS[:-1]}), 0),
        (json.dumps({"steps": [*STEPS[:-1], {"text": " "}, 7, None, {}]}), 0),
        (json.dumps({"steps": "press send"}), 0),
        ("I would press send.", 0),
        ("", 0),
    ],
)
def test_only_a_plan_of_five_to_ten_steps_counts(answer: str, number: int) -> None:
    assert len(outline(answer)) == number


def test_an_unknown_action_is_no_action() -> None:
    found = outline(json.dumps({"steps": [{**step, "action": "fly"} for step in STEPS]}))

    assert {action for _, action in found} == {""}


@given(st.recursive(st.none() | st.text() | st.integers(), lambda inner: st.lists(inner) | st.dictionaries(
    st.sampled_from(("steps", "text", "action")), inner), max_leaves=20))  # fmt: skip
def test_no_answer_raises(data: Any) -> None:
    found = outline(json.dumps(data))

    assert len(found) in {0, *range(FEWEST, MOST + 1)}
    assert all(text and "\n" not in text for text, _ in found)
