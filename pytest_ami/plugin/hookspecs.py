"""The hooks that projects and other plugins may implement."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.hookspec(firstresult=True)
def pytest_ami_make_teacher(task: str, settings: Any) -> Any:
    """Return the teacher for ``task``, or None to leave the choice to the ``ami_teacher`` fixture and the settings.

    A teacher named by the marker or by the command line comes first.

    Args:
        task: The task; empty if the test has no ``learned`` marker.
        settings: The settings of the test.
    """


@pytest.hookspec
def pytest_ami_run_finished(test: str, run: Any) -> None:
    """Receive each ``ami.run()`` of a test after the test, green or not, in the process that ran it.

    The workflow that a green test learned is already stored, and the run names its version.

    Args:
        test: Node id.
        run: The ``Run``.
    """
