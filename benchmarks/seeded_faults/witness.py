"""A pytest plugin for the runs of this benchmark: writes down what was selected, how long it took, and what failed.

It writes to the file that the variable ``SEEDED_FAULTS_WITNESS`` names. Processes that tests start do not load it.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

VARIABLE = "SEEDED_FAULTS_WITNESS"


def pytest_collection_finish(session: pytest.Session) -> None:
    """Note the tests that were selected, and from where the package was imported."""
    package = sys.modules.get("pytest_ami")
    selected = [item.nodeid for item in session.items]
    _note({"selected": selected, "package": getattr(package, "__file__", "")})


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Note one phase of a test."""
    _note({"test": report.nodeid, "seconds": report.duration, "failed": report.failed})


def pytest_exception_interact(
    node: pytest.Item | pytest.Collector,
    call: pytest.CallInfo[object],
    report: pytest.CollectReport | pytest.TestReport,
) -> None:
    """Note the error of a failure; that of a module that cannot be collected has no report of its own."""
    error = call.excinfo.typename if call.excinfo else ""
    _note({"test": node.nodeid, "error": error, "failed": isinstance(report, pytest.CollectReport)})


def _note(entry: dict[str, object]) -> None:
    with Path(os.environ[VARIABLE]).open("a", encoding="utf-8") as file:
        file.write(json.dumps(entry) + "\n")
