"""Lists the tests that perform a task, as the project itself collects them; it is run as a process of its own.

Rules of this module:

* No path and no node id goes in: pytest collects what it collects without arguments. So a journal of a stranger cannot
  have a file imported that is none of the project's tests.
* A test performs a task if its ``learned`` marker names it, or if it uses ``ami`` and its own text names it.

It knows pytest. It must never know a store or a session.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest


class TestListing:
    """A plugin of pytest that notes the tests of one task.

    Attributes:
        found: Their node ids, in the order of the collection.

    Args:
        task: The task.
    """

    __test__ = False

    def __init__(self, task: str) -> None:
        """Know no test yet."""
        self.found: list[str] = []
        self._task = task

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Note the tests that perform the task."""
        self.found = [item.nodeid for item in session.items if self._performs(item)]

    def _performs(self, item: pytest.Item) -> bool:
        mark = item.get_closest_marker("learned")
        if mark is not None:
            return self._task in mark.args[:1]
        code = getattr(getattr(item, "function", None), "__code__", None)
        return "ami" in getattr(item, "fixturenames", ()) and self._task in getattr(code, "co_consts", ())


def main(arguments: Sequence[str]) -> int:
    """Write ``{"tests": [...]}`` to a file, and return pytest's exit code.

    Args:
        arguments: The file, the task, and further arguments of pytest.
    """
    file, task, *options = arguments
    listing = TestListing(task)
    code = pytest.main(["--collect-only", "-q", *options], plugins=[listing])
    Path(file).write_text(json.dumps({"tests": listing.found}), encoding="utf-8", errors="backslashreplace")
    return int(code)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
