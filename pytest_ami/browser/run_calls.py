"""Carries out Playwright calls that a generator yields: at once on a sync page, by awaiting on an async page.

Both APIs of Playwright have the same methods. A sync call has its result when it is yielded; an async call has to be
awaited. Reads the errors of such calls. Knows generators and awaitables. Must never know the purpose of the calls.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from greenlet import getcurrent

from pytest_ami.model.outcome import Cause

Calls = Generator[Any, Any, Any]
T = TypeVar("T")

NEW_DOCUMENT = "context was destroyed"
"""Playwright's message about a document that another one has replaced."""

GONE = ("not attached", "detached from the DOM", "no element", NEW_DOCUMENT)


class Overdue(BaseException):
    """A command did not end in time. It is no ``Exception``, so that no handler goes on after it."""


@contextmanager
def within(milliseconds: float | None, overdue: Overdue | None = None) -> Iterator[None]:
    """Limit the sync Playwright calls of a block.

    Args:
        milliseconds: The time; None for no limit.
        overdue: The exception that ends the block; a new one by default.

    Raises:
        Overdue: The time is over.
    """
    try:
        loop: asyncio.AbstractEventLoop | None = asyncio.get_running_loop()
    except RuntimeError:  # no call of Playwright has been made in this thread
        loop = None
    if loop is None or milliseconds is None:
        yield
        return
    caller, pending = getcurrent(), True

    def end() -> None:
        if pending:
            caller.throw(overdue or Overdue())

    timer = loop.call_later(milliseconds / 1000, end)
    try:
        yield
    finally:
        pending = False
        timer.cancel()


@dataclass(frozen=True, slots=True)
class Limited:
    """A Playwright call that handlers yield unmade, because it has a time of its own; without a result it is None.

    Attributes:
        call: Makes the call.
        milliseconds: Its time.
    """

    call: Callable[[], Any]
    milliseconds: float

    def made(self) -> Any:
        """Make the call on a sync page."""
        overdue = Overdue()
        try:
            with within(self.milliseconds, overdue):
                return self.call()
        except Overdue as error:
            if error is not overdue:
                raise
            return None

    async def awaited(self) -> Any:
        """Make the call on an async page."""
        try:
            return await asyncio.wait_for(self.call(), self.milliseconds / 1000)
        except (asyncio.TimeoutError, TimeoutError):  # not the same in Python 3.10
            return None


def _made(call: Any) -> Any:
    return call.made() if isinstance(call, Limited) else call


async def _awaited(call: Any) -> Any:
    begun = call.awaited() if isinstance(call, Limited) else call
    return await begun if inspect.isawaitable(begun) else begun


def run_sync(calls: Generator[Any, Any, T], make: Callable[[Any], Any] = _made) -> T:
    """Return the result of ``calls`` on a sync page.

    Args:
        calls: The generator.
        make: Returns the result of what it yields; by default that is a result already, or a limited call.
    """
    try:
        answer = next(calls)
        while True:
            try:
                ready = make(answer)
            except Exception as error:  # noqa: BLE001  (the calls decide what it means)
                answer = calls.throw(error)
            else:
                answer = calls.send(ready)
    except StopIteration as stop:
        value: T = stop.value
        return value


async def run_async(calls: Generator[Any, Any, T], make: Callable[[Any], Awaitable[Any]] = _awaited) -> T:
    """Return the result of ``calls`` on an async page.

    Args:
        calls: The generator.
        make: Awaits the result of what it yields; by default that is a call.
    """
    try:
        answer = next(calls)
        while True:
            try:
                ready = await make(answer)
            except Exception as error:  # noqa: BLE001  (the calls decide what it means)
                answer = calls.throw(error)
            else:
                answer = calls.send(ready)
    except StopIteration as stop:
        value: T = stop.value
        return value


def run_calls(page: Any, calls: Calls) -> Any:
    """Carry out Playwright calls at once on a sync page; on an async page, return a coroutine that does it."""
    if any(kind.__module__.startswith("playwright.async_api") for kind in type(page).__mro__):
        return run_async(calls)
    return run_sync(calls)


def first_line(error: Exception) -> str:
    """Return the first line of an error, without Playwright's call log."""
    return str(error).split("\n", 1)[0][:300]


def cause_of(error: Exception) -> Cause:
    """Translate a Playwright error of an action into a cause."""
    text = str(error)
    if "intercepts pointer events" in text:
        return Cause.COVERED
    if any(part in text for part in GONE) or ("waiting for locator" in text and "locator resolved" not in text):
        return Cause.MOVED
    if "net::ERR" in text or "NS_ERROR" in text:
        return Cause.APP_DOWN
    if "not enabled" in text or "not visible" in text or "not stable" in text or "Timeout" in text:
        return Cause.NOT_READY
    return Cause.FLOW_CHANGED
