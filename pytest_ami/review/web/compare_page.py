"""The comparison of two versions of a path: their recorded results, and the differences of their steps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from pytest_ami.model.errors import ConfigurationError
from pytest_ami.model.printable import printable_line
from pytest_ami.report.comparison import VersionComparison
from pytest_ami.report.comparison import compare as compare_versions
from pytest_ami.review.charts import MeasuredShare, intervals
from pytest_ami.review.version_results import VersionResults, conclusion, results_of

from .rendering import page
from .requests import text

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from pytest_ami.model.workflow import Workflow
    from pytest_ami.review.desk import ReviewDesk

_TWO = 2


def compare(request: Request) -> Response:
    """Answer with two versions side by side; without a choice, with the current version and the one before it."""
    desk: ReviewDesk = request.app.state.desk
    task = text(request, "task")
    versions = desk.versions(task)
    if len(versions) < _TWO:
        raise ConfigurationError(
            "There are no two versions to compare",
            why=f"The task has {len(versions)}.",
            evidence=[f"task: {task}"],
            run="ami list",
        )
    a, b = _chosen(versions, text(request, "a"), text(request, "b"), desk.runs_now(task))
    sessions = desk.sessions(task)
    results = [results_of(sessions, one.id) for one in (a, b)]
    return page(
        request,
        "compare.html",
        task=task,
        versions=versions[::-1],
        sides=list(zip(("A", "B"), (a, b), results, strict=True)),
        conclusion=conclusion(*results),
        chart=_chart(a, b, results),
        changes=_changes(a, b, compare_versions(a, b)),
    )


def _chosen(versions: tuple[Workflow, ...], a: str, b: str, current: str) -> tuple[Workflow, Workflow]:
    by_id = {one.id: one for one in versions}
    second = by_id.get(b) or by_id.get(current) or versions[-1]
    others = [one for one in versions if one.id != second.id]
    before = [one for one in others if one.version < second.version]
    first = by_id.get(a) or by_id.get(second.provenance.parent) or (before or others)[-1]
    return first, second


def _chart(a: Workflow, b: Workflow, results: list[VersionResults]) -> Markup:
    rows = [
        MeasuredShare(label=f"{name}: version {one.version}", share=found.rate, low=found.low, high=found.high)
        for name, one, found in zip(("A", "B"), (a, b), results, strict=True)
    ]
    return Markup(intervals("Share of green replays with its 95 % interval", rows))  # noqa: S704  (charts escape texts)


def _changes(a: Workflow, b: Workflow, found: VersionComparison) -> list[dict[str, Any]]:
    return [
        {
            "change": one.change,
            "old": _step(a, one.old),
            "new": _step(b, one.new),
            "differences": [(d.what, _value(d.old), _value(d.new)) for d in one.differences],
        }
        for one in found.steps
    ]


def _step(workflow: Workflow, number: int | None) -> str:
    return f"{number}. {workflow.steps[number - 1].title()}" if number else ""


def _value(value: Any) -> str:
    shown = "" if value is None else value if isinstance(value, str) else str(value)
    return printable_line(shown)[:300]
