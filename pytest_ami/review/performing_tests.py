"""A plugin of pytest that lists the tests that perform tasks, as the project itself collects them.

Rules of this module:

* It is loaded with ``-p`` in a process of its own, and no path or node id goes in: pytest collects what it collects
  without arguments. So a journal of a stranger cannot have a file imported that is none of the project's tests.
* A test performs a task if its ``learned`` marker names it, or if it uses ``ami`` and its own code names it.

It knows pytest. It must never know a store or a session.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options for the tasks (none: all), and for the file that gets ``{"tests": [...]}``."""
    parser.addoption("--ami-listed-task", action="append", default=[])
    parser.addoption("--ami-list-to")


def pytest_collection_finish(session: pytest.Session) -> None:
    """Write the node ids of the tests that perform one of the tasks, in the order of the collection."""
    tasks, file = (session.config.getoption(name) for name in ("--ami-listed-task", "--ami-list-to"))
    found = [item.nodeid for item in session.items if _performs(item, tasks)]
    Path(file).write_text(json.dumps({"tests": found}), encoding="utf-8", errors="backslashreplace")


def _performs(item: pytest.Item, tasks: Sequence[str]) -> bool:
    mark = item.get_closest_marker("learned")
    if mark is not None:
        return not tasks or any(task in mark.args[:1] for task in tasks)
    if "ami" not in getattr(item, "fixturenames", ()):
        return False
    code = getattr(getattr(item, "function", None), "__code__", None)
    return not tasks or any(task in getattr(code, "co_consts", ()) for task in tasks)
