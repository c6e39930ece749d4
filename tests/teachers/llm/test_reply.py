"""Answers of a model: every one becomes a move that can be carried out, or a reason; never an exception."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.model.lesson import Element, Move, MoveKind, MoveResult, Observation, PlanStep, SimilarPlan, Situation
from pytest_ami.model.workflow import Parameter
from pytest_ami.teachers.llm import reply
from pytest_ami.teachers.llm.reply import RefusedAnswer, to_move
from pytest_ami.teachers.llm.tools import NAMES

SITUATION = Situation(
    task="send email",
    parameters=(
        Parameter(name="to"),
        Parameter(name="cc"),
        Parameter(name="n"),
        Parameter(name="pin", secret=True),
    ),
    values={"to": "another@example.com", "cc": "another@example.com", "n": "7"},
    observation=Observation(
        elements=(
            Element(ref="e1", role="textbox", name="To"),
            Element(ref="e2", role="textbox", name="Cc"),
            Element(ref="e3", role="textbox", name="PIN", type="password", state=("secret",)),
            Element(ref="e4", role="button", name="Send"),
        )
    ),
    made=(MoveResult(move=Move(kind=MoveKind.CLICK)),),
)

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=12,
)
KEYS = st.sampled_from(("element", "value", "key", "url", "on", "undo", "reason", "label", "aliases", "key_elements"))
ARGUMENTS = st.dictionaries(KEYS, JSON | st.sampled_from(("e1", "e3", 1, "{{to}}", "{{pin}}", "{{no}}")))


def call(name: str, **arguments: Any) -> Move | RefusedAnswer:
    return reply.read_move([(name, json.dumps(arguments))], "", SITUATION)


def moved(name: str, **arguments: Any) -> Move:
    found = call(name, **arguments)
    assert isinstance(found, Move), found
    return found


def refused(name: str, **arguments: Any) -> str:
    found = call(name, **arguments)
    assert isinstance(found, RefusedAnswer), found
    return found.reason


@pytest.mark.parametrize("ref", ["e1", "1", 1, "[e1]", "E1", 1.0])
def test_elements_may_be_named_in_many_ways(ref: object) -> None:
    assert moved("click", element=ref).ref == "e1"


@pytest.mark.parametrize("ref", ["e99", 0, -1, None, "", "Send", True, ["e1"], {"a": 1}, 1.5, 10**30, float("nan")])
def test_unknown_elements_are_refused(ref: object) -> None:
    assert "lement" in refused("click", element=ref)


def test_every_kind_of_move_has_a_tool() -> None:
    assert {*NAMES, "uncheck", "follow_plan"} == {kind.value for kind in MoveKind}
    assert moved("check", element="e1").kind is MoveKind.CHECK
    assert moved("check", element="e1", on=False).kind is MoveKind.UNCHECK
    assert moved("press", key="Enter").value == "Enter"
    assert moved("press", key="Enter", element="e1").ref == "e1"
    assert moved("goto", url="/inbox?q={{to}}").value == "/inbox?q={{to}}"
    assert moved("back", undo=99, reason="wrong").undo == 1
    assert moved("wait").kind is MoveKind.WAIT
    assert moved("give_up", reason="no way").reason == "no way"
    done = moved(
        "done",
        label="Send mail",
        description="To another@example.com.",
        key_elements=["Send", 3],
        aliases="a, b, a",
    )
    assert (done.label, done.description) == ("Send mail", "To {{to}}.")
    assert (done.key_elements, done.aliases) == (("Send",), ("a", "b"))


def test_templates_are_kept_and_tidied() -> None:
    assert moved("fill", element="e1", value="Re: {{ to }}").value == "Re: {{to}}"
    assert moved("fill", element="e1", value="${to}").value == "{{to}}"
    assert moved("fill", element="e1", value="").value == ""
    assert moved("fill", element="e3", value="{{pin}}").value == "{{pin}}"


def test_literal_values_become_templates() -> None:
    assert moved("fill", element="e1", value="another@example.com").value == "{{to}}"
    assert moved("fill", element="e2", value="another@example.com").value == "{{cc}}"
    assert moved("fill", element="e1", value="Mail another@example.com now").value == "Mail {{to}} now"
    assert moved("fill", element="e1", value="xanother@example.com").value == "xanother@example.com"
    assert moved("fill", element="e1", value=7).value == "{{n}}"
    assert moved("fill", element="e1", value="17 or 7").value == "17 or 7"


def test_bad_values_are_refused() -> None:
    assert "no parameter 'bcc'" in refused("fill", element="e1", value="{{bcc}}")
    assert "as text" in refused("fill", element="e1")
    assert "as text" in refused("select", element="e1", value=" ")
    assert "literal" in refused("fill", element="e3", value="1234")
    assert "{{pin}}" in refused("fill", element="e3", value="another@example.com")
    assert "http" in refused("goto", url="javascript:alert(1)")
    assert "secret" in refused("goto", url="http://x.test/?p={{pin}}")
    assert "key" in refused("press", key="{{to}}")
    assert "no tool 'fly'" in refused("fly")


@pytest.mark.parametrize(
    "content",
    [
        '{"tool": "click", "arguments": {"element": "e4"}}',
        'I {think} so:\n```json\n{"name": "click", "arguments": "{\\"element\\": 4}"}\n```\nGood.',
        '<think>{"tool": "wait"}</think><call>{"name": "click", "parameters": {"element": "e4"}}</call>',
        '{"action": "click", "element": "e4"} and then {"action": "wait"}',
        '{"tool_calls": [{"function": {"name": "click", "arguments": "{\\"element\\": \\"e4\\"}"}}]}',
        '{"click": {"element": "e4"}}',
        'With {{to}} in mind: {"function": "click", "args": {"element": "e4"}}',
    ],
)
def test_json_in_text_counts_when_there_is_no_tool_call(content: str) -> None:
    found = reply.read_move([], content, SITUATION)
    assert isinstance(found, Move), found
    assert (found.kind, found.ref) == (MoveKind.CLICK, "e4")


def test_the_first_of_several_calls_counts() -> None:
    found = reply.read_move([("click", '{"element": "e4"}'), ("wait", "{}")], "", SITUATION)
    assert isinstance(found, Move)
    assert found.kind is MoveKind.CLICK


@pytest.mark.parametrize(
    ("calls", "content", "reason"),
    [
        ([], " ", "empty"),
        ([], "I would rather not.", "neither"),
        ([], '{"tool": "fly"}', "no tool 'fly'"),
        ([("click", '{"element": "e')], "", "cut off"),
        ([("click", "[]")], "", "not a JSON object"),
        ([], '{"tool": "cli', "cut off"),
        ([], "[" * 50_000 + '{"a":' * 50_000, "neither"),
    ],
)
def test_says_why_an_answer_is_of_no_use(calls: list[tuple[str, str]], content: str, reason: str) -> None:
    found = reply.read_move(calls, content, SITUATION, cut_off=True)
    assert isinstance(found, RefusedAnswer)
    assert reason in found.reason


def check_sound(found: Move | RefusedAnswer) -> None:
    if isinstance(found, RefusedAnswer):
        assert found.reason
        return
    assert found.ref == "" or found.ref in {element.ref for element in SITUATION.observation.elements}
    if found.ref == "e3" and found.kind in (MoveKind.FILL, MoveKind.SELECT, MoveKind.UPLOAD):
        assert found.value == "" or "{{" in found.value


@given(st.text())
def test_any_text_gets_an_answer(text: str) -> None:
    check_sound(reply.read_move([], text, SITUATION))
    check_sound(reply.read_move([("click", text), (text, "")], text, SITUATION))


@pytest.mark.slow
@given(JSON)
def test_any_json_gets_an_answer(data: object) -> None:
    check_sound(reply.read_move([], json.dumps(data), SITUATION))
    check_sound(reply.read_move([("fill", json.dumps(data))], "", SITUATION))


@pytest.mark.slow
@given(st.sampled_from((*NAMES, "fly", "")), ARGUMENTS)
def test_any_arguments_get_an_answer(name: str, arguments: dict[str, object]) -> None:
    check_sound(reply.read_move([(name, json.dumps(arguments))], "", SITUATION))
    check_sound(reply.read_move([], json.dumps({"tool": name, "arguments": arguments}), SITUATION))


@pytest.mark.parametrize(
    ("arguments", "through", "then"),
    [
        ({"through": 2}, 2, ""),
        ({"through": "1", "then": "Save draft"}, 1, "Save draft"),
        ({"through": 0, "then": "Archive"}, 0, "Archive"),
    ],
)
def test_the_first_steps_of_a_plan_are_one_move(arguments: dict[str, Any], through: int, then: str) -> None:
    steps = (PlanStep(kind="click", role="button", name="Compose"), PlanStep(kind="click", name="Send"))
    shown = Situation(task="save draft", plan=SimilarPlan(task="send email", steps=steps))

    move = to_move("follow_plan", arguments, shown)

    assert isinstance(move, Move)
    assert (move.kind, move.through, move.value) == (MoveKind.FOLLOW_PLAN, through, then)
    assert isinstance(to_move("follow_plan", arguments, Situation(task="save draft")), RefusedAnswer)


@pytest.mark.parametrize("arguments", [{}, {"through": 3}, {"through": -1}, {"through": 0}, {"through": "all"}])
def test_a_plan_is_followed_through_a_step_that_it_has(arguments: dict[str, Any]) -> None:
    steps = (PlanStep(kind="click", role="button", name="Compose"), PlanStep(kind="click", name="Send"))
    shown = Situation(task="save draft", plan=SimilarPlan(task="send email", steps=steps))

    assert isinstance(to_move("follow_plan", arguments, shown), RefusedAnswer)
