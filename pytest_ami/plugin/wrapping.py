"""Wraps a test function for one call: the flow before its body, the check of healed versions after it.

A sync function becomes a sync one and an async function an async one, so that a test runs in its own loop.
This module must never decide whether a test passes.
"""

from __future__ import annotations

import functools
import inspect
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_ami.flow.marker import LearnedMark


def with_preamble(function: Callable[..., Any], mark: LearnedMark, facade: Callable[[], Any]) -> Callable[..., Any]:
    """Return ``function`` preceded by opening ``mark.start`` and performing ``mark.params``.

    Args:
        function: The test, sync or async.
        mark: The marker of the test.
        facade: Returns the ``ami`` fixture's value.
    """
    if inspect.iscoroutinefunction(function):

        @functools.wraps(function)
        async def performed_async(*args: Any, **kwargs: Any) -> Any:
            _skip_if_off(facade())
            if mark.start:
                await facade().open(mark.start)
            if mark.params is not None:
                await facade().run(**mark.params)
            return await function(*args, **kwargs)

        return performed_async

    @functools.wraps(function)
    def performed(*args: Any, **kwargs: Any) -> Any:
        _skip_if_off(facade())
        if mark.start:
            facade().open(mark.start)
        if mark.params is not None:
            facade().run(**mark.params)
        return function(*args, **kwargs)

    return performed


def with_confirmation(function: Callable[..., Any], facade: Any) -> Callable[..., Any]:
    """Return ``function`` followed by a replay of healed versions from a clean context, if the body is green.

    Args:
        function: The test, sync or async.
        facade: The ``ami`` fixture's value.
    """
    if inspect.iscoroutinefunction(function):

        @functools.wraps(function)
        async def confirmed_async(*args: Any, **kwargs: Any) -> Any:
            value = await function(*args, **kwargs)
            await facade.confirm()
            return value

        return confirmed_async

    @functools.wraps(function)
    def confirmed(*args: Any, **kwargs: Any) -> Any:
        value = function(*args, **kwargs)
        facade.confirm()
        return value

    return confirmed


def _skip_if_off(facade: Any) -> None:
    if facade.mode == "off":
        pytest.skip("pytest-ami is off")
