"""The hooks that projects and other plugins may implement."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.hookspec(firstresult=True)
def pytest_ami_make_teacher(task: str, settings: Any) -> Any:
    """Return the teacher for ``task``, or None to leave the choice to marker, fixture and settings."""


@pytest.hookspec
def pytest_ami_run_finished(test: str, run: Any) -> None:
    """Called after each ``ami.run()``, green or not, with its ``Run``."""
