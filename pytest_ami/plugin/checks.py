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


def require_sites() -> None:
    """Raise a clear error if packages of the bundled sites are missing.

    Raises:
        ConfigurationError: Packages are missing.
    """
    from importlib.util import find_spec

    missing = [name for name in ("starlette", "uvicorn", "jinja2") if find_spec(name) is None]
    if missing:
        raise ConfigurationError(
            "The bundled sites need packages that are not installed",
            why="The sites are small web applications with optional dependencies.",
            evidence=[f"missing: {', '.join(missing)}"],
            run='pip install "pytest-ami[sites]"',
        )


def require_html() -> None:
    """Raise a clear error if the package that a report for people needs is missing.

    Raises:
        ConfigurationError: It is missing.
    """
    from importlib.util import find_spec

    if find_spec("jinja2") is None:
        raise ConfigurationError(
            "The report of --ami-html needs a package that is not installed",
            why="The page is made from a template.",
            evidence=["missing: jinja2"],
            run='pip install "pytest-ami[html]"',
        )


def require_postgres() -> None:
    """Raise a clear error if the driver of the shared store is missing.

    Raises:
        ConfigurationError: It is missing.
    """
    _require("psycopg", "ami_store", "The shared store is a Postgres database, and its driver is an extra.", "postgres")


def require_redis() -> None:
    """Raise a clear error if the client of the hot tier is missing.

    Raises:
        ConfigurationError: It is missing.
    """
    _require("redis", "ami_hot", "The hot tier is a Redis server, and its client is an extra.", "redis")


def require_s3() -> None:
    """Raise a clear error if the client of the cold tier is missing.

    Raises:
        ConfigurationError: It is missing.
    """
    _require("obstore", "ami_cold", "The cold tier is a bucket of S3, and its client is an extra.", "s3")


def _require(package: str, setting: str, why: str, extra: str) -> None:
    from importlib.util import find_spec

    if find_spec(package) is None:
        raise ConfigurationError(
            f"{setting} needs a package that is not installed",
            why=why,
            evidence=[f"missing: {package}"],
            run=f'pip install "pytest-ami[{extra}]"',
        )


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
