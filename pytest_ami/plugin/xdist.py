"""pytest-xdist's hooks; registered only where pytest-xdist is active."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from .run_log import RunLog


class RunIdSender:
    """Sends the run's id to the workers. Their results come back on test reports."""

    def __init__(self, log: RunLog) -> None:
        """Store the controller's log."""
        self._log = log

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Send a new worker the id of the run."""
        node.workerinput["ami_run"] = self._log.run
