"""Attaches the runs of a test to the reports of pytest-html and Allure, where those are written.

Both plugins are asked through their public interfaces, and imported only if their report was asked for. A fault here
warns: it never fails a test.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pytest

NAME = "learned web flows"
"""Name of the attachments."""


def attach_runs(config: pytest.Config, report: pytest.TestReport, runs: Sequence[dict[str, Any]]) -> None:
    """Attach a text for people and the runs as JSON to the report of a test's call.

    Args:
        config: Of the session.
        report: The report of the test's call.
        runs: The runs of the test, without secrets.
    """
    html = config.pluginmanager.hasplugin("html") and config.getoption("htmlpath", None)
    allure = config.pluginmanager.hasplugin("allure_pytest") and config.getoption("allure_report_dir", None)
    if not runs or not (html or allure):
        return
    from pytest_ami.model.printable import printable, printable_json
    from pytest_ami.report.terminal import in_full
    from pytest_ami.store.warnings import warn_bookkeeping

    try:
        text = printable("\n".join(line for run in runs for line in in_full(report.nodeid, run)))
        if html:
            _to_html(report, text, runs)
        if allure:
            _to_allure(text, printable_json(json.dumps(runs, indent=2, ensure_ascii=False)))
    except Exception as error:  # noqa: BLE001  (another plugin's interface; law 10)
        warn_bookkeeping(f"The flows of {report.nodeid} are not in the report of pytest-html or Allure: {error}")


def _to_html(report: pytest.TestReport, text: str, runs: Sequence[dict[str, Any]]) -> None:
    from pytest_html import extras

    found = [extras.text(text, name=NAME), extras.json(list(runs), name=f"{NAME}.json")]
    vars(report)["extras"] = [*getattr(report, "extras", []), *found]


def _to_allure(text: str, data: str) -> None:
    import allure

    allure.attach(text, name=NAME, attachment_type=allure.attachment_type.TEXT)
    allure.attach(data, name=f"{NAME}.json", attachment_type=allure.attachment_type.JSON)
