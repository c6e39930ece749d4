"""Attachments for other reports: a fault of ours or of another plugin warns, and fails no test."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from pytest_ami.plugin.attachments import attach_runs
from pytest_ami.store.warnings import AmiWarning


@pytest.mark.parametrize("runs", [[{"outcome": "replayed"}], [{"outcome": object()}]])
def test_runs_that_cannot_be_worded_are_a_warning(runs: list[dict[str, Any]]) -> None:
    plugins = SimpleNamespace(hasplugin=lambda name: name == "allure_pytest")
    config: Any = SimpleNamespace(pluginmanager=plugins, getoption=lambda name, _: name == "allure_report_dir")
    report: Any = SimpleNamespace(nodeid="t.py::test")
    with pytest.warns(AmiWarning, match="The flows of t.py::test are not in the report"):
        attach_runs(config, report, runs)
