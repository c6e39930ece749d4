"""Checks that a learned test can run: its marker, its page, the bundled sites' packages.

Each check raises a clear error or returns. It must never change a test.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from pytest_ami.model.errors import ConfigurationError

if TYPE_CHECKING:
    from pytest_ami.flow.marker import LearnedMark


@dataclass(frozen=True)
class InvalidMark:
    """Replaces the arguments of an invalid marker."""

    error: ConfigurationError

    def check(self) -> None:
        """Raise the error."""
        raise self.error


def check_marker(item: pytest.Item, mark: pytest.Mark) -> LearnedMark:
    """Return the arguments of a test's ``learned`` marker.

    Raises:
        ConfigurationError: The arguments are not valid, or the test cannot take fixtures.
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


def check_flavour(test: str, kind: str, *, asynchronous: bool) -> None:
    """Raise a clear error if a sync test has an async page, or the reverse.

    Args:
        test: Node id.
        kind: ``sync`` or ``async``, the page's flavour.
        asynchronous: Whether the test is a coroutine function.

    Raises:
        ConfigurationError: The test and the page do not fit.
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
