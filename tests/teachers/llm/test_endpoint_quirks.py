"""Endpoints as they are: every quirk over HTTP, with the real client, and what must come of it."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from pytest_ami.model.errors import TeacherError
from pytest_ami.model.lesson import Element, MoveKind, Situation
from pytest_ami.teachers.llm.teacher import LLMTeacher
from tests.support import logins
from tests.support.logins import FIELDS
from tests.support.model.manners import DRESSES, FLOODS, LACKS, MALICE, Raw
from tests.support.model.server import ModelServer

pytestmark = pytest.mark.slow

KEY = "sk-local-key"
SECRET = "hunter2-secret"
LOGIN = replace(logins.LOGIN, values={"username": "ann", "password": SECRET})
LONG = replace(
    LOGIN,
    observation=replace(
        LOGIN.observation,
        elements=(
            *FIELDS,
            *(Element(ref=f"e{i}", role="link", name=f"Chapter {i} of the long handbook") for i in range(4, 900)),
        ),
    ),
)


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as running:
        yield running


@pytest.fixture
def teacher(server: ModelServer) -> Iterator[LLMTeacher]:
    made = LLMTeacher(server.model, base_url=server.base_url, api_key=KEY, timeout=15)
    yield made
    made.close()


def impatient(server: ModelServer, **limits: Any) -> LLMTeacher:
    return LLMTeacher("m", base_url=server.base_url, api_key=KEY, **{"timeout": 15, "retries": 0, **limits})


def failing(teacher: LLMTeacher, server: ModelServer, situation: Situation = LOGIN) -> TeacherError:
    """Return how a lesson stops: with the endpoint, evidence and a command, without key, secret or pages of text."""
    began = time.monotonic()
    with pytest.raises(TeacherError) as caught:
        teacher.advise(situation)
    teacher.close()
    error = caught.value
    assert time.monotonic() - began < 30
    assert error.what
    assert error.why
    assert error.run
    assert any(server.base_url in line for line in error.evidence)
    assert KEY not in str(error)
    assert SECRET not in str(error)
    assert len(str(error)) < 3_000
    return error


def fills_user(teacher: LLMTeacher, situation: Situation = LOGIN) -> int:
    """Ask, check that the answer was understood, and return how many calls that took."""
    advice = teacher.advise(situation)
    assert (advice.move.kind, advice.move.ref, advice.move.value) == (MoveKind.FILL, "e1", "{{username}}")
    assert advice.usage.tokens > 0
    return advice.usage.calls


# -- shapes of answers ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", DRESSES)
def test_an_answer_is_understood_in_any_shape(server: ModelServer, teacher: LLMTeacher, name: str) -> None:
    server.dressed(name)
    assert fills_user(teacher) == 1


def test_a_cut_off_answer_may_have_more_room_and_is_never_completed(server: ModelServer, teacher: LLMTeacher) -> None:
    server.truncated()
    error = failing(teacher, server)
    assert "cut off" in str(error)
    assert ["max_completion_tokens" in request for request in server.requests] == [True, False]


@pytest.mark.parametrize("dress", ["call_in_fence", "call_in_tag", "content_as_parts", "legacy_function_call"])
def test_half_a_call_is_no_call_in_any_shape(server: ModelServer, teacher: LLMTeacher, dress: str) -> None:
    server.dressed(dress).truncated()
    if dress in ("call_in_fence", "call_in_tag"):
        assert "cut off" in str(failing(teacher, server))


def test_a_picture_of_the_usage_is_made_where_there_is_none(server: ModelServer, teacher: LLMTeacher) -> None:
    server.dressed("usage_null")
    assert 200 < teacher.advise(LOGIN).usage.tokens < 5_000


# -- what endpoints refuse ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", LACKS)
def test_what_an_endpoint_lacks_is_done_without_from_then_on(server: ModelServer, name: str) -> None:
    server.lacking(name)
    teacher = impatient(server)
    assert fills_user(teacher) <= 3
    assert fills_user(teacher) == 1
    teacher.close()


def test_an_endpoint_that_can_do_next_to_nothing(server: ModelServer) -> None:
    server.lacking("tools", "image_url", "any_limit", "system", "parts")
    teacher = impatient(server)
    assert fills_user(teacher) <= 6
    assert fills_user(teacher) == 1
    teacher.close()
    assert set(server.requests[-1]) == {"model", "messages"}
    assert [message["role"] for message in server.requests[-1]["messages"]] == ["user"]


def test_nothing_is_asked_for_that_only_some_endpoints_know(server: ModelServer, teacher: LLMTeacher) -> None:
    fills_user(teacher)
    assert set(server.requests[0]) == {"model", "messages", "tools", "max_completion_tokens"}


def test_a_context_that_is_too_small_is_asked_for_less_once(server: ModelServer, teacher: LLMTeacher) -> None:
    server.roomy(4_500)
    assert fills_user(teacher, LONG) == 2
    assert fills_user(teacher, LONG) == 1
    long, short = (len(json.dumps(request["messages"])) for request in server.requests[:2])
    assert short < long * 0.6
    assert "image_url" not in json.dumps(server.requests[1])
    assert not teacher.wants_screenshot


def test_a_context_that_is_far_too_small_is_told(server: ModelServer, teacher: LLMTeacher) -> None:
    server.roomy(500)
    assert "too long" in failing(teacher, server, LONG).what
    assert server.calls == 2


@pytest.mark.parametrize("message", ["max_tokens", "tool", "image", "context length", "system message"])
def test_a_refusal_that_never_ends_comes_to_an_end(server: ModelServer, message: str) -> None:
    server.refusing(400, f"No {message} here")
    failing(impatient(server), server)
    assert server.calls <= 4


# -- errors ----------------------------------------------------------------------------------------------------


def test_a_pause_that_is_asked_for_is_made(server: ModelServer, teacher: LLMTeacher) -> None:
    server.rate_limited(1, 0.6)
    began = time.monotonic()
    fills_user(teacher)
    assert time.monotonic() - began >= 0.6
    assert server.calls == 2


@pytest.mark.parametrize("pause", [3600, "Fri, 01 Jan 2100 00:00:00 GMT"])
def test_a_pause_beyond_all_patience_ends_the_lesson_at_once(server: ModelServer, pause: float | str) -> None:
    server.rate_limited(1, pause)
    error = failing(impatient(server, retries=2, patience=30), server)
    assert "rate limit" in error.what
    assert "asks for a pause" in error.why
    assert server.calls == 1


def test_attempts_end_with_the_patience(server: ModelServer) -> None:
    server.slow(5)
    began = time.monotonic()
    error = failing(impatient(server, timeout=0.3, retries=20, patience=1.0), server)
    assert "did not answer" in error.what
    assert time.monotonic() - began < 2.5


def test_no_quota_is_not_asked_again(server: ModelServer) -> None:
    server.refusing(429, "insufficient_quota: You exceeded your current quota, please check your billing")
    error = failing(impatient(server, retries=3), server)
    assert "out of quota" in error.what
    assert server.calls == 1


@pytest.mark.parametrize("status", [408, 409, 500, 502, 503, 529])
def test_trouble_of_the_server_passes(server: ModelServer, teacher: LLMTeacher, status: int) -> None:
    server.flaky(2, status)
    assert fills_user(teacher) == 1
    assert server.calls == 3


@pytest.mark.parametrize(
    ("raw", "what"),
    [
        (Raw(b"<!doctype html><title>Sign in to the network</title>", "text/html"), "web page"),
        (Raw(b"<html>Welcome to nginx</html>", "application/json"), "web page"),
        (Raw(b'{"choices": [{"mess', "application/json"), "not JSON"),
        (Raw(b""), "not JSON"),
        (Raw(b'{"choices":' * 100_000), "not JSON"),
        (Raw(b"[" * 100_000), "not JSON"),
        (Raw(b'{"error": {"message": "No credits", "code": 402}}'), "out of quota"),
        (Raw(b'{"error": "model is broken"}'), "answered with an error"),
        (Raw(b'data: {"error": {"message": "Overloaded", "code": 503}}\n\n', "text/event-stream"), "server error"),
        (Raw(b'{"choices": []}'), "two answers in a row"),
        (Raw(b"null"), "two answers in a row"),
        (Raw(b'{"choices": [{"message": null, "finish_reason": "content_filter"}]}'), "two answers in a row"),
        (Raw(b'{"choices": [{"message": {"refusal": "I may not do that."}}]}'), "I may not do that"),
        (
            Raw(b'data: {"choices": [{"delta": {"tool_calls": [{"function": {"name": "click"', "text/event-stream"),
            "two",
        ),
        (Raw(b'{"error": {"message": "gone"}}', status=410), "refused the question"),
        (Raw(b"<html>Bad gateway</html>", "text/html", 502), "server error"),
        (Raw(b"", status=204), "not JSON"),
        (Raw(b"{", again=0.05), "did not answer within 1 s"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_what_is_no_answer_is_told_apart(server: ModelServer, raw: Raw, what: str) -> None:
    server.sending(raw)
    assert what in str(failing(impatient(server, timeout=1), server))


def test_a_stream_that_breaks_off_is_no_answer(server: ModelServer, teacher: LLMTeacher) -> None:
    call = {"function": {"name": "click", "arguments": '{"element": "e3"}'}}
    sent = DRESSES["streamed"]({"model": "m", "usage": None, "choices": [{"message": {"tool_calls": [call]}}]})
    assert isinstance(sent, Raw)
    server.sending(replace(sent, body=sent.body[: len(sent.body) // 2]))
    assert "cut off" in str(failing(teacher, server))


# -- malice ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", MALICE)
def test_malice_comes_to_nothing(server: ModelServer, teacher: LLMTeacher, name: str) -> None:
    server.malicious(name)
    error = failing(teacher, server)
    assert "two answers in a row" in error.what
    assert server.calls == 2
    assert SECRET not in json.dumps(server.requests)
    assert len(json.dumps(server.requests[-1]["messages"])) < 20_000


@pytest.mark.parametrize("name", MALICE)
def test_one_malicious_answer_is_corrected(server: ModelServer, teacher: LLMTeacher, name: str) -> None:
    server.malicious(name, 1)
    assert fills_user(teacher) == 2


@pytest.mark.parametrize("name", FLOODS)
def test_a_flood_is_not_read_to_its_end(server: ModelServer, name: str) -> None:
    server.malicious(name)
    error = failing(impatient(server, retries=2), server)
    assert "too large" in error.what
    assert server.calls == 1


def test_a_wrong_answer_is_the_tests_to_judge(server: ModelServer, teacher: LLMTeacher) -> None:
    server.wrong(1)
    advice = teacher.advise(LOGIN)
    assert (advice.move.ref, advice.move.value) == ("e2", "{{username}}")
