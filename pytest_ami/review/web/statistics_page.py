"""The page of statistics: totals, trends, tasks, applied golden paths and error patterns, as pictures and numbers."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from pytest_ami.model.printable import printable_within
from pytest_ami.review.catalogue import PAGE
from pytest_ami.review.charts import MeasuredShare, intervals, shares, stacked_bars
from pytest_ami.review.intervals import wilson

from .rendering import page

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from starlette.requests import Request
    from starlette.responses import Response

    from pytest_ami.review.desk import ReviewDesk

MOST_TASKS = 15
"""Number of tasks in a chart: those with the most sessions."""


def statistics(request: Request) -> Response:
    """Answer with the statistics of the store."""
    desk: ReviewDesk = request.app.state.desk
    found = printable_within(desk.statistics())
    tasks = found["tasks"][:MOST_TASKS]
    return page(
        request,
        "statistics.html",
        counts=found["counts"],
        tasks=found["tasks"][:PAGE],
        known=len(found["tasks"]),
        errors=found["errors"],
        average=_average(found["tasks"]),
        charts={
            "trend": _trend(found["counts"]["trend"]),
            "rates": _rates(tasks),
            "applied": _applied(tasks, found["applied"]),
            "verdicts": _verdicts(tasks),
        },
    )


def _trend(days: Sequence[Mapping[str, Any]]) -> Markup:
    columns = []
    for day in days:
        rest = {name: day[name] for name in ("healed", "learned", "stale")}
        plain = max(0, day["greens"] - day["healed"] - day["learned"])
        other = max(0, day["runs"] - plain - sum(rest.values()))
        columns.append((str(day["day"]), {"replayed": plain, **rest, "failed": other}))
    return Markup(stacked_bars("Outcomes of runs by day", columns))  # noqa: S704  (charts escape every text)


def _rates(tasks: Sequence[Mapping[str, Any]]) -> Markup:
    rows = []
    for one in tasks:
        low, high = wilson(one["passed"], one["sessions"])
        rows.append(MeasuredShare(label=one["task"], share=one["success_rate"], low=low, high=high))
    return Markup(intervals("Success rate of each task with its 95 % interval", rows))  # noqa: S704  (as above)


def _applied(tasks: Sequence[Mapping[str, Any]], applied: Sequence[Mapping[str, Any]]) -> Markup:
    """Return how the stored path of each task did, by outcome; a run that had to learn again counts as learned."""
    by_task: dict[str, Counter[str]] = {one["task"]: Counter() for one in tasks}
    for row in applied:
        if row["task"] in by_task:
            by_task[row["task"]]["learned" if row["outcome"] == "relearned" else row["outcome"]] += row["number"]
    order = ("replayed", "healed", "stale", "failed", "learned")
    rows = [(task, {name: counts[name] for name in order}) for task, counts in by_task.items() if counts]
    return Markup(shares("Results of applied paths by task", rows))  # noqa: S704  (charts escape every text)


def _average(tasks: Sequence[Mapping[str, Any]]) -> float | None:
    sessions = sum(one["sessions"] for one in tasks)
    return sum(one["average_steps"] * one["sessions"] for one in tasks) / sessions if sessions else None


def _verdicts(tasks: Sequence[Mapping[str, Any]]) -> Markup:
    rows = [(one["task"], {"correct": one["correct_steps"], "wrong": one["wrong_steps"]}) for one in tasks]
    marked = [row for row in rows if any(row[1].values())]
    return Markup(shares("Steps marked correct and wrong by task", marked) if marked else "")  # noqa: S704  (as above)
