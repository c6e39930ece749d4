"""The local endpoint: its switches, its dresses and its refusals; what it says is the policy's, whatever it wears."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pytest_ami.teachers.llm.calls import loads, written_calls
from pytest_ami.teachers.llm.completion import parse_body, read_completion
from pytest_ami.teachers.llm.tools import NAMES, TOOLS
from tests.support.model.manners import DRESSES, FLOODS, LACKS, MALICE, STRAYING
from tests.support.model.policy import Call, answer, answers
from tests.support.model.server import ModelServer

CALL = Call("fill", {"element": "e2", "value": 'It\'s {{to}}, "quoted"', "reason": "b{r}aces"})
CHAT = "/v1/chat/completions"
BODY: dict[str, Any] = {"model": "m", "messages": [{"role": "user", "content": "TASK\nx"}], "tools": TOOLS}


def server(*calls: Call) -> ModelServer:
    return ModelServer(policy=lambda _messages, _tools: calls or (CALL,))


def said(made: ModelServer, body: dict[str, Any] = BODY) -> Any:
    raw = made.respond(CHAT, body)
    text = raw.body.decode("utf-8", "replace")
    return raw.status, json.loads(text) if raw.content_type == "application/json" else text


@pytest.mark.parametrize("name", [name for name in DRESSES if name != "packed"])
def test_a_dress_changes_the_shape_and_never_what_is_said(name: str) -> None:
    with server() as made:
        found = read_completion(parse_body(made.dressed(name).respond(CHAT, BODY).body.decode()))
    told = [(called, loads(given)) for called, given in found.calls] or written_calls(found.content, NAMES)
    wanted = {key: str(value) for key, value in CALL.arguments.items()}
    assert told[0][0] == "fill"
    if name != "loose_in_prose" and "loose" not in name:  # quotes of both kinds cannot be written loosely
        assert told[0][1] == wanted


@pytest.mark.parametrize("name", LACKS)
def test_a_lack_refuses_a_full_question_and_no_plain_one(name: str) -> None:
    picture = {"type": "image_url", "image_url": {"url": "data:,"}}
    messages = [
        {"role": "system", "content": "x"},
        {"role": "user", "content": [{"type": "text", "text": "x"}, picture]},
    ]
    full = {**BODY, "messages": messages, "max_tokens": 1, "max_completion_tokens": 1, "seed": 1}
    with server() as made:
        made.lacking(name)
        status, body = said(made, full)
        assert status == LACKS[name].status
        assert body["error"]["message"] == LACKS[name].message
        assert said(made, {"model": "m", "messages": [{"role": "user", "content": "x"}]})[0] == 200


@pytest.mark.parametrize("name", [*MALICE, *STRAYING, *FLOODS])
def test_malice_lasts_as_long_as_it_is_asked_for(name: str) -> None:
    with server() as made:
        honest = made.respond(CHAT, BODY).body
        hostile = made.malicious(name, 1).respond(CHAT, BODY)
        assert hostile.body != honest
        assert b"e2" in made.respond(CHAT, BODY).body


def test_switches_are_used_up_or_reset() -> None:
    with server() as made:
        made.flaky(1, 503).garbage(1).wrong(1)
        assert said(made)[0] == 503
        assert said(made)[1]["choices"][0]["message"]["content"] is not None
        assert said(made)[1]["choices"][0]["message"]["tool_calls"]
        made.refusing(401, "no").truncated().slow(5).reset()
        status, body = said(made)
        assert status == 200
        assert json.loads(body["choices"][0]["message"]["tool_calls"][0]["function"]["arguments"]) == CALL.arguments
        assert made.calls == 4
        with pytest.raises(KeyError):
            made.dressed("nonsense")


def test_a_wrong_answer_names_the_element_beside() -> None:
    with server(Call("click", {"element": "e1"})) as made:
        given = said(made.wrong(1))[1]["choices"][0]["message"]["tool_calls"][0]["function"]["arguments"]
    assert json.loads(given) == {"element": "e2"}


def test_a_pause_is_asked_for_in_the_header() -> None:
    with server() as made:
        raw = made.rate_limited(1, 7).respond(CHAT, BODY)
    assert (raw.status, dict(raw.headers)) == (429, {"retry-after": "7"})


def test_a_question_that_is_too_long_is_refused() -> None:
    with server() as made:
        made.roomy(100)
        assert said(made)[0] == 200
        assert said(made, {"messages": [{"role": "user", "content": "x" * 1000}]})[0] == 400


def test_several_calls_and_none_that_is_not_offered() -> None:
    with server(CALL, Call("click", {"element": "e3"})) as made:
        assert len(said(made)[1]["choices"][0]["message"]["tool_calls"]) == 2
    assert answer(BODY["messages"], TOOLS).name in NAMES
    assert all(call.name in NAMES for call in answers(BODY["messages"], TOOLS))
