"""Carries out Playwright calls that a generator yields: at once on a sync page, by awaiting on an async page.

Both APIs of Playwright have the same methods. A sync call has its result when it is yielded; an async call has to be
awaited. Knows generators and awaitables. Must never know the purpose of the calls.
"""

from __future__ import annotations

import inspect
from collections.abc import Generator
from typing import Any, TypeVar

from .deadline import Limited

Calls = Generator[Any, Any, Any]
T = TypeVar("T")


def run_sync(calls: Generator[Any, Any, T]) -> T:
    """Return the result of ``calls`` on a sync page: each yielded value is already a result, or a limited call."""
    try:
        answer = next(calls)
        while True:
            try:
                ready = answer.made() if isinstance(answer, Limited) else answer
            except Exception as error:  # noqa: BLE001  (the calls decide what it means)
                answer = calls.throw(error)
            else:
                answer = calls.send(ready)
    except StopIteration as stop:
        value: T = stop.value
        return value


async def run_async(calls: Generator[Any, Any, T]) -> T:
    """Return the result of ``calls`` on an async page: each yielded call is awaited."""
    try:
        answer = next(calls)
        while True:
            try:
                call = answer.awaited() if isinstance(answer, Limited) else answer
                ready = await call if inspect.isawaitable(call) else call
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
