"""Fixtures that every test gets automatically."""

from __future__ import annotations

import gc
import ssl
from collections.abc import Generator, Iterator
from functools import cache
from pathlib import Path
from unittest import mock

import pytest

from pytest_ami.store import facts
from tests.support import examples
from tests.support.blank_store import copied_stores

SLOW_FOLDERS = (Path(__file__).parent / "plugin", Path(__file__).parent / "house")
"""Folders whose tests run pytest on projects, or read all files of the checkout."""

examples.register()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for no garbage in what collection makes, then or later: it all stays, and looking takes a quarter of it."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_unconfigure() -> None:
    """Let the interpreter free everything at its end: native modules report anything else as leaked.

    Last, because pytest itself looks for garbage here, and would look through all that collection made.
    """
    gc.unfreeze()


def pytest_itemcollected(item: pytest.Item) -> None:
    """Count three kinds as slow: properties, which take hundreds of examples; runs of pytest; readers of all code."""
    tried_often = getattr(getattr(item, "function", None), "is_hypothesis_test", False)
    if tried_often or item.path.stem.endswith("_property") or item.path.parent in SLOW_FOLDERS:
        item.add_marker(pytest.mark.slow)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the slow tests, then those in a browser: a long one at the end would let all workers but one wait."""
    items.sort(key=lambda item: [item.get_closest_marker(mark) is None for mark in ("slow", "browser")])


@pytest.fixture(autouse=True)
def own_clock() -> Iterator[None]:
    """Let no test's forged times reach the next one: ids of a process grow, whatever its clock says."""
    last = facts._clock._last
    yield
    facts._clock._last = last


@pytest.fixture(scope="session", autouse=True)
def one_tls_context() -> Iterator[None]:
    """Read the certificates once: every client of a model reads them anew, which takes longer than the test."""
    with mock.patch("ssl.create_default_context", cache(ssl.create_default_context)):
        yield


@pytest.fixture(scope="session", autouse=True)
def one_schema(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Make the tables and views of a store once: a test of the store makes them many times."""
    with copied_stores(tmp_path_factory.mktemp("blank")):
        yield
