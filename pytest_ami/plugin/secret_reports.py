"""Redacts the report of a test phase, which the terminal, JUnit XML and every other plugin show.

The failure of a test may quote the test's own lines, its locals and the output of the application. Must never decide
about a test.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pytest_ami.engine.secrets.gate import GATE

if TYPE_CHECKING:
    import pytest


def redact_report(report: pytest.TestReport) -> None:
    """Replace every declared secret in a report: in its failure, its captured output and its properties."""
    if not GATE.closed:
        return
    report.longrepr = _cleaned(report.longrepr)
    report.sections = _cleaned(report.sections)
    report.user_properties = _cleaned(report.user_properties)


def _cleaned(value: Any) -> Any:
    """Return a value without secrets; pytest's own objects of a failure are changed in place."""
    if isinstance(value, str):
        return GATE.text(value)
    if isinstance(value, list):
        return [_cleaned(item) for item in value]
    if isinstance(value, tuple):
        return tuple(_cleaned(item) for item in value)
    if type(value).__module__.startswith("_pytest._code"):
        for name, item in vars(value).items():
            if isinstance(item, (str, list, tuple)) or type(item).__module__.startswith("_pytest._code"):
                setattr(value, name, _cleaned(item))
    return value
