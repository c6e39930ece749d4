"""What the plugin adds only when it is needed: a missing page's message, checks, the preamble of a test."""

from __future__ import annotations

import functools
import inspect
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from pytest_ami.model.errors import AmiError, ConfigurationError

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_ami.flow.marker import Learned


class MissingPage:
    """Says what to install when no plugin gives a ``page``."""

    @pytest.fixture
    def page(self, request: pytest.FixtureRequest) -> Any:
        """The page of another plugin; without one, fail and say how to get one."""
        try:
            return request.getfixturevalue("page")  # what this fixture has overridden
        except pytest.FixtureLookupError:
            raise ConfigurationError(
                "There is no page fixture, so there is nothing to run a flow on",
                why="Neither pytest-playwright nor its asyncio twin is active, and no conftest defines `page`.",
                run='pip install "pytest-ami[sync]"   # or "pytest-ami[async]" for async tests',
            ) from None


@dataclass(frozen=True)
class Wrong:
    """Stands for the arguments of a marker that is wrong."""

    error: ConfigurationError

    def check(self) -> None:
        """Raise the error."""
        raise self.error


def check_marker(item: pytest.Item, mark: pytest.Mark) -> Learned:
    """Return the arguments of a test's ``learned`` marker.

    Raises:
        ConfigurationError: They are wrong, or the test cannot take fixtures.
    """
    from pytest_ami.flow.marker import parse

    learned = parse(mark.args, mark.kwargs, item.nodeid)
    owner, unittest = getattr(item, "cls", None), sys.modules.get("unittest")
    if owner is not None and unittest is not None and issubclass(owner, unittest.TestCase):
        raise ConfigurationError(
            f"{item.nodeid}: the learned marker does not work on unittest.TestCase classes",
            why="Their methods cannot take fixtures such as page.",
            run="make it a plain class or function",
        )
    return learned


def shorten(call: pytest.CallInfo[None], *, ours: bool) -> bool:
    """Take our frames out of a failure; return whether a line of the user's remains to be shown.

    Args:
        call: What a phase of a test came to.
        ours: Whether the test uses the ``ami`` fixture.
    """
    if call.excinfo is None or not (ours or isinstance(call.excinfo.value, AmiError)):
        return True
    from pytest_ami.report.frames import trim

    error = call.excinfo.value
    users = trim(error)
    if users:
        call.excinfo = pytest.ExceptionInfo.from_exception(error)
    return users


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
            _skip_if_off(face())
            if mark.start:
                await face().open(mark.start)
            if mark.params is not None:
                await face().run(**mark.params)
            return await function(*args, **kwargs)

        return performed_async

    @functools.wraps(function)
    def performed(*args: Any, **kwargs: Any) -> Any:
        _skip_if_off(face())
        if mark.start:
            face().open(mark.start)
        if mark.params is not None:
            face().run(**mark.params)
        return function(*args, **kwargs)

    return performed


def with_confirmation(function: Callable[..., Any], face: Any) -> Callable[..., Any]:
    """Return ``function`` followed by replaying what it healed from a clean context, if it is green so far.

    Args:
        function: The test, sync or async.
        face: The ``ami`` fixture's value.
    """
    if inspect.iscoroutinefunction(function):

        @functools.wraps(function)
        async def confirmed_async(*args: Any, **kwargs: Any) -> Any:
            value = await function(*args, **kwargs)
            await face.confirm()
            return value

        return confirmed_async

    @functools.wraps(function)
    def confirmed(*args: Any, **kwargs: Any) -> Any:
        value = function(*args, **kwargs)
        face.confirm()
        return value

    return confirmed


def context_arguments(request: pytest.FixtureRequest) -> dict[str, Any]:
    """Return with what the test's own context was opened, as far as pytest-playwright's fixture and marker say it."""
    try:
        given = dict(request.getfixturevalue("browser_context_args"))
    except pytest.FixtureLookupError:
        given = {}
    marker = request.node.get_closest_marker("browser_context_args")
    return {**given, **(marker.kwargs if marker else {})}


def _skip_if_off(face: Any) -> None:
    if face.mode == "off":
        pytest.skip("pytest-ami is off")
