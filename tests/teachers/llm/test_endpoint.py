"""Asking an endpoint: pauses, limits and bodies, without a network."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from datetime import datetime, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.teachers.llm.completion import Completion, InvalidResponseError, parse_body, read_completion
from pytest_ami.teachers.llm.endpoint import (
    PauseTooLongError,
    RequestLimits,
    ResponseTooLargeError,
    is_temporary,
    read_within,
    requested_pause,
    send,
)
from pytest_ami.teachers.llm.endpoint_errors import RequestForm, smaller_form
from tests.support.model.manners import DRESSES, Raw

NOW = datetime(2026, 1, 1, tzinfo=timezone.utc)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=6,
)
NAMES = st.sampled_from(
    ("choices", "message", "tool_calls", "function", "name", "arguments", "content", "usage", "error")
)
SHAPES = st.recursive(JSON, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner), max_leaves=10)


class RefusalError(Exception):
    """A client's exception."""

    def __init__(self, status: int | None, headers: dict[str, str] | None = None) -> None:
        super().__init__("no")
        self.status_code = status
        self.response = type("Response", (), {"headers": headers or {}})()


class Client:
    """A client that raises what it is given, and answers when nothing is left."""

    def __init__(self, *errors: Exception) -> None:
        self.errors, self.asked = list(errors), 0
        self.chat = self.completions = self

    def create(self, **_: Any) -> dict[str, Any]:
        self.asked += 1
        if self.errors:
            raise self.errors.pop(0)
        return {"choices": [{"message": {"content": "hello"}}]}


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "7"}, 7),
        ({"retry-after": "0"}, 0),
        ({"retry-after-ms": "250", "retry-after": "7"}, 0.25),
        ({"retry-after": "Thu, 01 Jan 2026 00:00:30 GMT"}, 30),
        ({"retry-after": "Thu, 01 Jan 2015 00:00:30 GMT"}, 0),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "-5"}, None),
        ({"retry-after": "inf"}, None),
        ({}, None),
    ],
)
def test_pauses_that_are_asked_for(headers: dict[str, str], seconds: float | None) -> None:
    assert requested_pause(RefusalError(429, headers), NOW) == seconds
    assert requested_pause(RefusalError(401, headers), NOW) is None


@given(st.text(max_size=40))
def test_any_header_is_read(text: str) -> None:
    pause = requested_pause(RefusalError(503, {"retry-after": text}), NOW)
    assert pause is None or pause >= 0


@pytest.mark.parametrize(("status", "passes"), [(400, False), (401, False), (404, False), (429, True), (503, True)])
def test_what_passes(status: int, passes: bool) -> None:  # noqa: FBT001
    assert is_temporary(RefusalError(status)) is passes
    assert not is_temporary(RefusalError(status, {"x-should-retry": "false"}))


def test_pauses_grow_and_end() -> None:
    slept: list[float] = []
    client = Client(*(RefusalError(503) for _ in range(9)))
    with pytest.raises(RefusalError):
        send(client, {}, RequestLimits(retries=6), read_completion, slept.append)
    assert slept == [0.5, 1, 2, 4, 8, 8]
    assert client.asked == 7
    slept.clear()
    assert (
        send(
            Client(RefusalError(429, {"retry-after": "3"})), {}, RequestLimits(), read_completion, slept.append
        ).content
        == "hello"
    )
    assert slept == [3]


def test_no_pause_is_longer_than_the_patience() -> None:
    client = Client(RefusalError(429, {"retry-after": "31"}))
    with pytest.raises(PauseTooLongError) as caught:
        send(client, {}, RequestLimits(patience=30), read_completion, lambda _: pytest.fail("it waited"))
    assert (caught.value.pause, client.asked) == (31, 1)
    with pytest.raises(RefusalError):
        send(
            Client(RefusalError(503)),
            {},
            RequestLimits(patience=0.2),
            read_completion,
            lambda _: pytest.fail("it waited"),
        )


def test_no_more_is_read_than_is_allowed() -> None:
    later = time.monotonic() + 60
    assert list(read_within(iter([b"ab", b"c"]), later, 3)) == [b"ab", b"c"]
    with pytest.raises(ResponseTooLargeError):
        list(read_within(iter([b"ab", b"cd"]), later, 3))
    with pytest.raises(TimeoutError):
        list(read_within(iter([b"ab"]), time.monotonic() - 1))


@pytest.mark.slow
@given(SHAPES)
def test_any_data_is_an_answer_or_none(data: Any) -> None:
    try:
        answer = read_completion(data)
    except InvalidResponseError:
        return
    assert isinstance(answer, Completion)
    assert {type(part) for call in answer.calls for part in call} <= {str}
    assert isinstance(answer.content, str)
    assert answer.total_tokens >= 0


@given(st.text(), st.sampled_from(("", "data: ", "event: x\ndata: ")))
def test_any_body_is_data_or_no_answer(text: str, before: str) -> None:
    with suppress(InvalidResponseError):
        assert isinstance(read_completion(parse_body(before + text)), Completion)


@given(st.text(max_size=60), st.lists(st.tuples(st.sampled_from(("click", "fill")), st.text(max_size=30)), max_size=3))
def test_a_stream_says_what_the_answer_says(content: str, calls: list[tuple[str, str]]) -> None:
    told = [{"function": {"name": name, "arguments": given}} for name, given in calls]
    message = {"content": content, "tool_calls": told}
    whole = {"model": "m", "usage": {"total_tokens": 7}, "choices": [{"message": message, "finish_reason": "stop"}]}
    sent = DRESSES["streamed"](json.loads(json.dumps(whole)))
    assert isinstance(sent, Raw)
    assert read_completion(parse_body(sent.body.decode())) == read_completion(whole)


WORDS = (
    "image_url",
    "tool",
    "max_tokens",
    "max_completion_tokens",
    "context length",
    "system role",
    "too large",
    "at most",
)


@given(st.lists(st.sampled_from(WORDS)), st.sampled_from((400, 404, 500, 429, None)), st.booleans(), st.booleans())
def test_asking_for_less_comes_to_an_end(said: list[str], status: int | None, pictured: bool, drop: bool) -> None:  # noqa: FBT001
    error, form, seen = RefusalError(status), RequestForm(), []
    error.args = (" ".join(said),)
    while (less := smaller_form(form, error, pictured=pictured and form.pictures, may_drop_pictures=drop)) is not None:
        assert less not in seen
        seen.append(form)
        form = less
        assert len(seen) <= 7
    assert status in (400, 404, 500) or not seen
    assert form.pictures or drop
