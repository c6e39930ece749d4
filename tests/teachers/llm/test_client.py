"""The model client: each call is counted, priced and reported once, whatever it is for."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from pytest_ami.model.errors import TeacherError
from pytest_ami.model.outcome import Usage
from pytest_ami.model.workflow import Parameter
from pytest_ami.teachers.llm.client import ModelCall, ModelClient, ModelOptions
from pytest_ami.teachers.llm.endpoint import RequestLimits
from pytest_ami.teachers.llm.instruction_reader import read_values
from pytest_ami.teachers.llm.prices import Price

KEY = "sk-local/key+1"
HELLO = {"messages": [{"role": "user", "content": "hello there"}]}
PRICES = {"m": Price(1_000_000.0, 2_000_000.0)}


class Endpoint:
    """A custom client that raises, or answers with, one thing after the other; the last one stays."""

    def __init__(self, *answers: Any) -> None:
        self.answers, self.requests = list(answers), list[dict[str, Any]]()
        self.chat, self.embeddings = SimpleNamespace(completions=self), self

    def create(self, **request: Any) -> Any:
        self.requests.append(request)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, Exception):
            raise answer
        return answer


def completion(**usage: int) -> dict[str, Any]:
    return {"choices": [{"message": {"content": "good morning"}}], "usage": usage}


def client(calls: list[ModelCall], *answers: Any) -> ModelClient:
    options = ModelOptions(prices=PRICES, listener=calls.append)
    return ModelClient("m", api_key=KEY, options=options, client=Endpoint(*answers))


@pytest.mark.parametrize(
    ("usage", "tokens", "money"),
    [
        ({"prompt_tokens": 7, "completion_tokens": 2, "total_tokens": 9}, 9, 11),
        ({"prompt_tokens": 7, "completion_tokens": 2}, 9, 11),
        ({}, 6, 9),  # estimated: three tokens each
    ],
)
def test_a_completion_is_counted_priced_and_reported(usage: dict[str, int], tokens: int, money: float) -> None:
    calls: list[ModelCall] = []
    asked = client(calls, completion(**usage))
    assert asked.complete(HELLO, "choose").content == "good morning"
    (call,) = calls
    assert (call.model, call.purpose, call.problem) == ("m", "choose", "")
    assert (call.usage.calls, call.usage.tokens, call.usage.money) == (1, tokens, money)
    assert asked.spent == call.usage


def test_a_failed_call_is_a_call_without_tokens_and_without_the_key() -> None:
    calls: list[ModelCall] = []
    asked = client(calls, ValueError(f"refused {KEY} and sk-local%2Fkey%2B1"))
    with pytest.raises(ValueError, match="refused"):
        asked.complete(HELLO)
    assert (calls[0].completion, calls[0].problem) == (None, "refused [key] and [key]")
    assert (asked.spent.calls, asked.spent.tokens) == (1, 0)
    assert "[key]" in str(asked.explain(ValueError(f"refused {KEY}")))


def test_embeddings_are_calls_like_any_other() -> None:
    vectors = [{"index": 1, "embedding": [2.0]}, {"index": 0, "embedding": [1.0]}]
    calls: list[ModelCall] = []
    asked = client(calls, {"data": vectors, "usage": {"prompt_tokens": 5, "total_tokens": 5}})
    assert asked.embed(["a", "b"]) == [[1.0], [2.0]]
    assert (calls[0].purpose, calls[0].usage.tokens, calls[0].usage.money) == ("embed", 5, 5)
    with pytest.raises(ValueError, match="3 texts were sent and 2 vectors came back"):
        asked.embed(["a", "b", "c"])
    assert asked.spent.calls == 2


def test_a_retry_belongs_to_its_call(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pytest_ami.teachers.llm.endpoint._FIRST_PAUSE", 0.0)
    calls: list[ModelCall] = []
    asked = client(calls, TimeoutError("slow"), completion())
    assert asked.complete(HELLO).content == "good morning"
    assert (len(calls), asked.spent.calls) == (1, 1)


def test_the_limits_reach_the_client() -> None:
    endpoint = Endpoint(completion())
    ModelClient("m", limits=RequestLimits(timeout=7), client=endpoint).complete(HELLO)
    assert endpoint.requests[0] == {**HELLO, "model": "m", "timeout": 7}


def test_a_reader_that_fails_shows_no_key() -> None:
    calls: list[ModelCall] = []
    endpoint = Endpoint(ValueError(f"refused {KEY}"))
    endpoint.with_options = lambda **_: endpoint  # type: ignore[attr-defined]
    endpoint.api_key = KEY  # type: ignore[attr-defined]
    with pytest.raises(TeacherError) as caught:
        read_values(
            "mail bob", (Parameter(name="to"),), {}, "m", client=endpoint, options=ModelOptions(listener=calls.append)
        )
    assert KEY not in str(caught.value)
    assert (calls[0].purpose, calls[0].problem) == ("read", "refused [key]")
    assert isinstance(calls[0].usage, Usage)
