"""What the plugin adds only when it is needed: a missing page's message, checks, the preamble of a test."""

from __future__ import annotations

import functools
import inspect
from typing import TYPE_CHECKING, Any

import pytest

from .model.errors import ConfigurationError

if TYPE_CHECKING:
    from collections.abc import Callable

    from .marker import Learned


class MissingPage:
    """Says what to install when no plugin gives a ``page``."""

    @pytest.fixture
    def page(self) -> Any:
        """Fail with the two ways to get a page."""
        raise ConfigurationError(
            "There is no page fixture, so there is nothing to run a flow on",
            why="Neither pytest-playwright nor pytest-playwright-asyncio is active, and no conftest defines `page`.",
            run='pip install "pytest-ami[sync]"   # or "pytest-ami[async]" for async tests',
        )


def need_sites() -> None:
    """Raise a clear error when the bundled sites' packages are missing."""
    from importlib.util import find_spec

    missing = [name for name in ("starlette", "uvicorn", "jinja2") if find_spec(name) is None]
    if missing:
        raise ConfigurationError(
            "The bundled sites need packages that are not installed",
            evidence=[f"missing: {', '.join(missing)}"],
            run='pip install "pytest-ami[sites]"',
        )


def check_flavour(test: str, kind: str, *, asynchronous: bool) -> None:
    """Raise a clear error when a sync test has an async page, or the reverse.

    Args:
        test: Node id.
        kind: ``sync`` or ``async``, the page's flavour.
        asynchronous: Whether the test is a coroutine function.
    """
    if asynchronous == (kind == "async"):
        return
    if kind == "async":
        raise ConfigurationError(
            f"{test} is a sync test with an async page",
            why="An async page's calls must be awaited, and a plain function cannot await.",
            evidence=["the page comes from pytest-playwright-asyncio or from playwright.async_api"],
            run="write `async def` for the test, or use pytest-playwright (pip install pytest-ami[sync])",
        )
    raise ConfigurationError(
        f"{test} is an async test with a sync page",
        why="Sync Playwright cannot run inside a running event loop.",
        evidence=["the page comes from pytest-playwright or from playwright.sync_api"],
        run="write a plain `def` for the test, or use pytest-playwright-asyncio (pip install pytest-ami[async])",
    )


def with_preamble(function: Callable[..., Any], mark: Learned, face: Callable[[], Any]) -> Callable[..., Any]:
    """Return ``function`` preceded by opening ``mark.start`` and performing ``mark.params``.

    Args:
        function: The test, sync or async.
        mark: Its marker.
        face: Returns the ``ami`` fixture's value.
    """
    if inspect.iscoroutinefunction(function):

        @functools.wraps(function)
        async def performed_async(*args: Any, **kwargs: Any) -> Any:
            __tracebackhide__ = True
            if mark.start:
                await face().open(mark.start)
            if mark.params is not None:
                await face().run(**mark.params)
            return await function(*args, **kwargs)

        return performed_async

    @functools.wraps(function)
    def performed(*args: Any, **kwargs: Any) -> Any:
        __tracebackhide__ = True
        if mark.start:
            face().open(mark.start)
        if mark.params is not None:
            face().run(**mark.params)
        return function(*args, **kwargs)

    return performed
