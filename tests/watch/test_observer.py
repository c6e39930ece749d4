"""Which client of Playwright can be observed, and that a fault of the observation is no fault of the test."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

import pytest
from playwright._impl.connection import Connection

from pytest_ami.engine.secrets.gate import GATE
from pytest_ami.model.errors import ConfigurationError
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.store.warnings import AmiWarning
from pytest_ami.watch import page
from pytest_ami.watch.attempt import WatchedAttempt
from pytest_ami.watch.calls import CallCounter
from pytest_ami.watch.examination import FailedCall, examined
from pytest_ami.watch.observer import METHOD, Observer
from pytest_ami.watch.records import KnownCall
from tests.support.own_loop import on_own_loop

FRAMES = [{"file": "/project/test_it.py", "line": 3, "function": "test_it"}]


class Client:
    """Stands for the client: notes the messages, and answers each one."""

    def __init__(self, answers: Mapping[str, Any]) -> None:
        self.answers, self.sent = answers, []  # type: ignore[var-annotated]

    def send(self, method: str, options: Mapping[str, Any]) -> Any:
        self.sent.append((method, bool(options.get("internal"))))
        future = asyncio.get_running_loop().create_future()
        answer = self.answers.get(method)
        future.set_exception(answer) if isinstance(answer, Exception) else future.set_result(answer)
        return future


def sending(self: Client, object: Any, method: str, params: Any, options: Any) -> Any:  # noqa: A002  (Playwright's)
    return self.send(method, options)


def carried_out(client: Client, method: str, attempt: WatchedAttempt | None, **params: Any) -> Any:
    """Send a call of a test through an observed client."""

    async def talk() -> Any:
        observer = Observer()
        with mock.patch.object(Connection, METHOD, sending):
            observer.install()
            observer.attempt = attempt
            page_ = SimpleNamespace(context=SimpleNamespace(_guid="c"))
            frame = SimpleNamespace(_type="Frame", _guid="f", url="http://a.test/", _connection=client, page=page_)
            answer = getattr(Connection, METHOD)(
                client, frame, method, {"selector": "#a", **params}, {"frames": FRAMES}
            )
            result = await answer
            for _ in range(3):  # each look may lead to another one
                await asyncio.sleep(0)
            observer.remove()
        return result

    return on_own_loop(talk)


def fresh() -> WatchedAttempt:
    return WatchedAttempt("t", 1, Path("/project"), {})


LOOKED = {"value": {"s": 'button|x\x00{"tag": "button", "role": "button", "name": "Go"}'}}


def test_an_action_costs_a_message_before_it_that_is_internal_and_changes_neither_result_nor_order() -> None:
    attempt, client = fresh(), Client({"click": {"done": 1}, "evalOnSelector": LOOKED})
    assert carried_out(client, "click", attempt) == {"done": 1}
    assert client.sent == [("evalOnSelector", True), ("click", False)]
    assert attempt.seen[0].element is not None
    assert attempt.seen[0].element.name == "Go"


def known(method: str, digest: str) -> dict[str, KnownCall]:
    key = f"test_it|{method}||#a|1"
    return {key: KnownCall(key=key, method=method, selector="#a", digest=digest)}


def test_the_text_for_a_known_password_field_is_a_secret_although_the_page_never_answers() -> None:
    gone = RuntimeError("gone")
    client = Client({"fill": 1, "queryCount": gone, "evalOnSelector": gone})
    try:
        attempt = WatchedAttempt("t", 1, Path("/project"), known("fill", "input|secret"))
        carried_out(client, "fill", attempt, value="hunter2-and-more")
        assert "hunter2" not in GATE.text("it is hunter2-and-more")
    finally:
        GATE.forget()
    assert [method for method, _ in client.sent] == ["registerSelectorEngine", "queryCount", "fill", "evalOnSelector"]
    assert not attempt.seen[0].answered


def test_a_known_element_costs_one_count_and_a_context_one_message_before_its_first_document() -> None:
    asked = ["registerSelectorEngine", "queryCount", "click"]
    for answer, more in ((1, []), (0, ["queryCount", "evalOnSelector"])):
        attempt = WatchedAttempt("t", 1, Path("/project"), known("click", "a|"))
        client = Client({"click": 1, "queryCount": {"value": answer}, "evalOnSelector": LOOKED})
        assert carried_out(client, "click", attempt) == 1
        assert [method for method, _ in client.sent] == [*asked, *more]
        assert attempt.seen[0].answered


def test_a_look_that_fails_is_repeated_after_the_action_and_harms_nobody() -> None:
    attempt, client = fresh(), Client({"click": "done", "evalOnSelector": RuntimeError("gone")})
    assert carried_out(client, "click", attempt) == "done"
    assert [method for method, _ in client.sent] == ["evalOnSelector", "click", "evalOnSelector"], client.sent
    assert attempt.seen[0].element is None


def test_a_garbled_answer_of_the_page_is_no_fault_of_the_test() -> None:
    for text in ("", "x\x00{", 'x\x00{"tag": 3}'):
        answer = {"value": {"s": text}}
        assert carried_out(Client({"click": 1, "evalOnSelector": answer}), "click", fresh()) == 1


def test_the_error_of_a_call_without_a_memory_passes_as_it_is() -> None:
    error = ValueError("own error")
    with pytest.raises(ValueError, match="own error") as raised:
        carried_out(Client({"click": error, "evalOnSelector": LOOKED}), "click", fresh())
    assert raised.value is error


def test_between_two_tests_nothing_is_observed() -> None:
    client = Client({"click": 1})
    assert carried_out(client, "click", None) == 1
    assert client.sent == [("click", False)]


def test_a_client_of_another_shape_is_refused_and_left_as_it_is() -> None:
    with mock.patch.object(Connection, METHOD, autospec=False) as other:
        with pytest.raises(ConfigurationError, match="cannot be observed"):
            Observer().install()
        assert getattr(Connection, METHOD) is other


def test_an_error_of_the_tests_own_listener_stays_for_the_tests_own_call() -> None:
    error = ZeroDivisionError("in a listener")

    class Listening(Client):
        _error: Exception | None = error

        def send(self, method: str, options: Mapping[str, Any]) -> Any:
            if self._error:  # as the client does
                raised, self._error = self._error, None
                raise raised
            return super().send(method, options)

    with pytest.raises(ZeroDivisionError) as raised:
        carried_out(Listening({"click": 1, "evalOnSelector": LOOKED}), "click", fresh())
    assert raised.value is error


def test_a_page_that_does_not_answer_is_no_reason_to_wait() -> None:
    frame, options = SimpleNamespace(_guid="f", page=None), {"internal": False}
    call = CallCounter(Path("/project")).call("click", {"selector": "#a"}, FRAMES)
    assert call is not None

    def silent(*_: Any) -> Any:
        return asyncio.get_running_loop().create_future()

    async def talk() -> Any:
        at = FailedCall(fresh(), silent, frame, call, Fingerprint(tag="button"), options)
        return await asyncio.wait_for(examined(at, TimeoutError("own")), 5)

    with mock.patch.object(page, "ANSWER", 0.01), pytest.warns(AmiWarning, match="was not examined"):
        assert on_own_loop(talk) is None


def test_only_an_expectation_that_the_page_refused_can_prove_something() -> None:
    refused, unanswered = RuntimeError("not yet"), RuntimeError("the page is gone")
    refused._details = {"timedOut": True}  # type: ignore[attr-defined]
    client = Client({})
    for answer, holds in ((None, True), (refused, False), (unanswered, True)):
        client.answers = {"expect": answer}

        async def talk() -> bool:
            return await page.holds(lambda _, *rest: client.send(rest[0], rest[2]), SimpleNamespace(), {})

        assert on_own_loop(talk) is holds
