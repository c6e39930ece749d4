"""pytest-xdist's hooks; registered only where pytest-xdist is active."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from .run_log import Book


class Couriers:
    """Carries the run's id to the workers. What they have to say comes back on their reports."""

    def __init__(self, book: Book) -> None:
        """Keep the controller's book."""
        self._book = book

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Tell a new worker which run it belongs to."""
        node.workerinput["ami_run"] = self._book.run
