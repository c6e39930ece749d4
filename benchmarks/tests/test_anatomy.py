"""The anatomy of a replay is read from a trace: each message belongs to its step, and its time to one part."""

from __future__ import annotations

import json
from typing import Any

from benchmarks.anatomy import Message, by_step, lines, messages, middle, numbered, protocol_calls


def before(call: str, began: float, kind: str, method: str, **more: Any) -> str:
    return json.dumps({"type": "before", "callId": call, "startTime": began, "class": kind, "method": method, **more})


def after(call: str, ended: float, text: str | None = None) -> str:
    return json.dumps({"type": "after", "callId": call, "endTime": ended, "result": {"value": {"s": text}}})


def asking(name: str) -> dict[str, Any]:
    return {"params": {"expression": "(...)", "arg": {"value": {"a": [{"s": name}, {"s": "{}"}], "id": 1}}}}


TRACE = [
    json.dumps({"type": "context-options", "version": 8}),
    before("a", 10, "Frame", "evaluateExpression", **asking("look")),
    after("a", 30, json.dumps({"waited": 12})),
    before("g", 31, "Tracing", "tracingGroup", title="1. click button"),
    before("b", 35, "Page", "mouseClick", params={"x": 1, "y": 2}),
    after("b", 40),
    before("c", 41, "Frame", "evaluateExpression", **asking("look")),
    after("c", 141, json.dumps({"waited": 98})),
    after("g", 142),
    before("d", 150, "Frame", "expect", title="Expect"),
    after("d", 160),
]


def test_a_message_belongs_to_the_step_whose_group_is_open() -> None:
    assert messages(TRACE) == [
        Message("before the first step", "look", 10, 30, 12),
        Message("1. click button", "mouseClick", 35, 40),
        Message("1. click button", "look", 41, 141, 98),
        Message("1. click button", "expect", 150, 160),
    ]


def test_the_parts_of_all_steps_are_the_whole_time() -> None:
    found = by_step(messages(TRACE))
    first = {"look": 8, "effect": 12, "act": 0, "ours": 0, "test": 0}
    press = {"look": 2, "effect": 98, "act": 5, "ours": 5 + 1 + 9, "test": 10}
    assert found["before the first step"] == {**first, "trips": ["look"]}
    assert found["1. click button"] == {**press, "trips": ["mouseClick", "look"]}
    assert sum(part for step in found.values() for part in step.values() if not isinstance(part, list)) == 160 - 10


def test_counts_that_differ_between_runs_are_shown_as_such() -> None:
    once = by_step(messages(TRACE))
    twice = by_step([*messages(TRACE), Message("1. click button", "look", 170, 180, 1)])
    steps = middle([once, twice])
    replay = {"trips": [3, 4], "steps": steps, "outside_ms": 7.5}
    assert [step["trips"] for step in steps] == [[1, 1], [2, 3]]
    script = {"trips": [2, 2], "steps": middle([once])}
    counts = {"protocol": {"replay": 24, "script": 65}, "fields": {"replay": 10, "script": 30}}
    shown = lines({"replay": replay, "script": script, **counts, "n": 2})
    assert shown[0] == "anatomy, replay: 3 to 4 messages, 24 calls of the browser's protocol"
    assert any(line.startswith("anatomy, script: 2 messages, 65 calls") for line in shown)


def test_each_call_of_a_script_is_a_step() -> None:
    sent = [Message("", "click", 0, 5), Message("", "fill", 6, 9), Message("", "expect", 10, 11)]
    assert [(one.step, one.name) for one in numbered(sent)] == [
        ("1. click", "click"),
        ("2. fill", "fill"),
        ("2. fill", "expect"),
    ]


def test_only_calls_between_the_marks_are_counted() -> None:
    log = """
        pw:protocol SEND ► {"id":1,"method":"Browser.getVersion"}
        pw:protocol SEND ► {"id":2,"params":{"expression":"'ami-anatomy'"}}
        pw:protocol ◀ RECV {"id":2}
        pw:protocol SEND ► {"id":3,"method":"Input.insertText"}
        pw:protocol SEND ► {"id":4,"params":{"expression":"'ami-anatomy'"}}
    """
    assert protocol_calls(log) == 1
