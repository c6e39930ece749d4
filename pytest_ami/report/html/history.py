"""The earlier runs of a store as a report shows them: outcomes of runs, trend and times of each task. Pure.

It knows rows of a query. It must never know a store.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import isfinite
from statistics import median
from typing import Any

from pytest_ami.model.outcome import known_outcome

MOST_RUNS = 30
"""The recent runs in the chart."""

MOST_OUTCOMES = 20
"""The outcomes in the trend of a task."""

RED = "red"
"""The entry of a trend for a flow that was carried out in a test that was not green."""

RECENT_RUNS = f"""
SELECT run, strftime(min(happened), '%Y-%m-%dT%H:%M:%SZ') AS at, json_extract_string(data, '$.outcome') AS outcome,
       count(*) AS number
FROM facts
WHERE kind = 'test_finished' AND run IN (
    SELECT run FROM facts WHERE kind = 'test_finished' GROUP BY run ORDER BY max(id) DESC LIMIT {MOST_RUNS}
)
GROUP BY run, outcome ORDER BY min(id)
"""  # noqa: S608  (the number is ours)
"""Query for the numbers of outcomes of recent runs."""

TRENDS = f"""
SELECT task, list(run ORDER BY id) AS runs, list(outcome ORDER BY id) AS outcomes, list(seconds ORDER BY id) AS seconds,
       list(passed ORDER BY id) AS passed
FROM (
    SELECT id, task, run, json_extract_string(data, '$.outcome') AS outcome,
           coalesce(try_cast(json_extract_string(data, '$.seconds') AS DOUBLE), 0) AS seconds,
           coalesce(json_extract_string(data, '$.passed') = 'true', false) AS passed,
           row_number() OVER (PARTITION BY task ORDER BY id DESC) AS back
    FROM facts WHERE kind = 'test_finished' AND task <> ''
)
WHERE back <= {MOST_OUTCOMES} GROUP BY task
"""  # noqa: S608  (the number is ours)
"""Query for the latest outcomes of each task."""


def recent_runs(rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the recent runs, oldest first, each with the number of its flows by outcome.

    Args:
        rows: The rows of ``RECENT_RUNS``.
    """
    found: dict[str, dict[str, Any]] = {}
    for row in rows:
        entry = found.setdefault(row["run"], {"run": row["run"], "at": row["at"] or "", "counts": {}})
        entry["at"] = min(entry["at"], row["at"] or entry["at"])
        outcome = known_outcome(row["outcome"])
        entry["counts"][outcome] = entry["counts"].get(outcome, 0) + row["number"]
    return list(found.values())


def trends(rows: Iterable[Mapping[str, Any]], current: str) -> dict[str, dict[str, Any]]:
    """Return for each task its latest outcomes, and the times of its replays before the current run.

    Args:
        rows: The rows of ``TRENDS``.
        current: Id of the current run.

    Returns:
        By task: ``trend`` (outcomes, oldest first) and ``before`` (number, median, least and most seconds of earlier
        replays; empty without any).
    """
    return {row["task"]: _trend(row, current) for row in rows}


def _trend(row: Mapping[str, Any], current: str) -> dict[str, Any]:
    entries = list(zip(row["runs"], map(known_outcome, row["outcomes"]), row["seconds"], row["passed"], strict=True))
    good = ("replayed", "healed", "relearned", "learned")
    shown = [RED if outcome in good and not passed else outcome for _, outcome, _, passed in entries]
    replays = [(run, seconds) for run, outcome, seconds, _ in entries if outcome in ("replayed", "healed")]
    earlier = [seconds for run, seconds in replays if run != current and isfinite(seconds)]
    return {"trend": shown, "before": _spread(earlier)}


def _spread(seconds: Sequence[float]) -> list[float]:
    if not seconds:
        return []
    return [len(seconds), *(round(value, 3) for value in (median(seconds), min(seconds), max(seconds)))]
