"""A plugin of pytest that writes how each test ended, for the process that has started a shard.

Rules of this module:

* The reports decide, not the terminal: colours, other plugins and options such as ``--no-summary`` change its lines.
* A test that has not come to its end, because ``-x`` stopped the run, is not among them.
* With pytest-xdist the controller has the reports, and writes.

It knows reports of pytest. It must never know a store.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option for the file that gets ``{node id: whether it was red}``."""
    parser.addoption("--ami-outcomes-to")


def pytest_configure(config: pytest.Config) -> None:
    """Collect the reports, but not in a worker of pytest-xdist."""
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Outcomes(Path(config.getoption("--ami-outcomes-to"))), "ami_outcomes")


class _Outcomes:
    def __init__(self, file: Path) -> None:
        self._file = file
        self._red: dict[str, bool] = {}
        self._ended: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._red[report.nodeid] = self._red.get(report.nodeid, False) or report.failed
        if report.failed or report.when == "teardown":
            self._ended.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        found = {name: red for name, red in self._red.items() if name in self._ended}
        self._file.write_text(json.dumps(found), encoding="utf-8", errors="backslashreplace")
