"""Deadlines of commands: how long each may take, and its result when the time is over. No browser."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import pytest

from pytest_ami.browser import deadline
from pytest_ami.browser.calls import HANDLERS
from pytest_ami.browser.deadline import late_result, limit, timed, within_async
from pytest_ami.browser.run_calls import Limited, Overdue, run_async, run_sync
from pytest_ami.model import command as c
from pytest_ami.model.errors import NotReadyError
from pytest_ami.model.look import ElementQuery, Health
from pytest_ami.model.outcome import Cause

ENDLESS = (c.AskTeacher, c.Perform, c.Recall, c.ForgetSince)
"""Commands that wait for a person, a model or a test, or for nothing."""

SESSION: Any = SimpleNamespace(health=SimpleNamespace(read=Health), paced=False, aim="#x")


def made(kind: type[c.Command], **more: Any) -> Any:
    """Return a command with the least that it needs."""
    needs: dict[str, Any] = {"url": "/", "value": "x", "key": "Enter", "paths": ("a",), "keep": 0, "situation": None}
    names = {name for base in kind.__mro__ for name in getattr(base, "__slots__", ())}
    return kind(**{name: value for name, value in needs.items() if name in names}, **more)


def awaited(work: Coroutine[Any, Any, Any]) -> Any:
    """Return the result of a coroutine, run in a thread: the test process may have a browser, whose loop is running."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


def commands() -> list[Any]:
    kinds = [kind for kind in HANDLERS if kind is not c.Survey]
    return [*(made(kind) for kind in kinds), c.Survey(target=ElementQuery(kind="click"))]


@pytest.mark.parametrize("command", commands(), ids=lambda one: type(one).__name__)
def test_every_command_that_asks_a_page_has_a_deadline(command: Any) -> None:
    most = limit(command)

    assert (most is None) is isinstance(command, ENDLESS)
    assert most is None or most >= deadline.GRACE


def test_a_look_ends_with_the_patience_of_its_step() -> None:
    assert limit(c.Look(slice=250, timeout=15_000)) == 250 + deadline.SILENCE
    assert limit(c.Look(slice=250, timeout=1_000)) == 1_000
    assert limit(c.Look(slice=0, timeout=0)) == deadline.GRACE


def test_a_late_result_says_that_the_page_did_not_answer_and_nothing_else() -> None:
    seen = late_result(SESSION, c.Look(), 2_000)
    acted = late_result(SESSION, c.Click(), 2_000)

    assert (seen.lost, seen.met, seen.candidates) == (True, False, ())
    assert seen.silent == acted.detail == "the page did not answer within 2.0 s"
    assert (acted.ok, acted.cause) == (False, Cause.NOT_READY)
    assert SESSION.paced
    assert late_result(SESSION, c.StopRecording(), 1) is None
    assert late_result(SESSION, c.ReadRecording(), 1)[0] == ()
    with pytest.raises(NotReadyError):
        late_result(SESSION, c.Observe(), 1)


def test_the_time_of_a_result_is_the_drivers() -> None:
    assert timed(c.Seen(waited=0), 40).waited == 40
    assert timed(c.Acted(), 40).waited == 40
    assert timed(("operations",), 40) == ("operations",)


def test_an_async_command_is_abandoned_when_its_time_is_over() -> None:
    async def for_ever() -> None:
        await asyncio.sleep(60)

    async def own_timeout() -> None:
        raise TimeoutError("the page's own")

    with pytest.raises(Overdue):
        awaited(within_async(for_ever(), 10))
    with pytest.raises(TimeoutError, match="own"):
        awaited(within_async(own_timeout(), 1_000))


def test_no_handler_goes_on_after_its_deadline() -> None:
    assert not issubclass(Overdue, Exception)


def test_a_limited_call_has_no_result_when_its_time_is_over() -> None:
    async def for_ever() -> str:
        await asyncio.sleep(60)
        return "never"

    async def at_once() -> str:
        return "now"

    def calls(call: Any) -> Any:
        return (yield Limited(call, 10))

    assert awaited(run_async(calls(for_ever))) is None
    assert awaited(run_async(calls(at_once))) == "now"
    assert run_sync(calls(lambda: "now")) == "now"


def test_an_error_of_a_limited_call_reaches_its_handler() -> None:
    def fails() -> None:
        raise ValueError("no")

    def calls() -> Any:
        try:
            yield Limited(fails, 10)
        except ValueError:
            return "handled"

    assert run_sync(calls()) == "handled"
