"""Carries out a handler's Playwright calls: at once on a sync page, when awaited on an async one."""

from __future__ import annotations

import inspect
from collections.abc import Generator
from typing import Any

Calls = Generator[Any, Any, Any]


def run_calls(page: Any, calls: Calls) -> Any:
    """Carry out Playwright calls at once on a sync page; return a coroutine that does on an async one."""
    if any(kind.__module__.startswith("playwright.async_api") for kind in type(page).__mro__):
        return _awaited(calls)
    answer = None
    try:
        while True:
            try:
                answer = calls.send(answer)
            except StopIteration:
                return None
    finally:
        calls.close()


async def _awaited(calls: Calls) -> None:
    answer = None
    while True:
        try:
            step = calls.send(answer)
        except StopIteration:
            return
        try:
            answer = await step if inspect.isawaitable(step) else step
        except Exception as error:  # noqa: BLE001  (the calls decide what it means)
            try:
                answer = await calls.throw(error)
            except StopIteration:
                return
