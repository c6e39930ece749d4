"""The lines of `ami replay` and `ami relearn`. Must never know how the tests ran."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pytest_ami.cli.commands import counted
from pytest_ami.model.printable import as_argument, of_printable


@of_printable
def lines(report: Mapping[str, Any]) -> Iterator[str]:
    """Yield the report for people.

    Args:
        report: Its JSON.
    """
    outcomes = ", ".join(f"{number} {name}" for name, number in report["outcomes"].items()) or "no flow was performed"
    calls = counted(report["model_calls"], "model call")
    yield f"{counted(report['tests'], 'test')} in {counted(report['shards'], 'shard')}: {outcomes}; {calls}"
    yield f"{counted(report['facts'], 'fact')} absorbed"
    yield from (f"{name} was written: git add it." for name in report["written"])
    for test in report["red"]:
        yield f"red: {test}"
        yield f"  run next: pytest --ami-mode={report['mode']} {as_argument(test)}"
    for one in report["broken"]:
        yield f"not run: {', '.join(one['tests'])}"
        yield f"  {one['why']}"
