"""Statistics of a store: counts, success, cost and a trend, in a few queries that read the table once each.

Rules of this module:

* It is fast on a million facts: frequent kinds (operations) are counted without parsing, and the data of a fact is
  parsed once.
* It counts only facts in the database; ``read`` absorbs first.

It knows SQL and the sizes of files. It must never know how numbers are shown.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    import duckdb

UNSTABLE = 2
"""The fewest times that a task was learned again before it is called unstable."""

SLOWEST = 5
"""Number of tasks in the list of the slowest ones."""

DAYS = 30
"""Length of the trend, in days."""

_KINDS = "SELECT kind, count(*) AS number FROM facts GROUP BY kind ORDER BY number DESC, kind"
_STATUSES = "SELECT status, count(*) AS number FROM lifecycle GROUP BY status ORDER BY status"
_TASKS = "SELECT count(DISTINCT task) FROM facts WHERE kind = 'version' AND workflow <> '' AND task <> ''"
_RUNS = """
WITH told AS (
    SELECT task, happened::DATE AS day,
           from_json(data, '{"outcome":"VARCHAR","passed":"BOOLEAN","seconds":"DOUBLE","lesson":
               {"seconds":"DOUBLE","calls":"BIGINT","tokens":"BIGINT","money":"DOUBLE"}}') AS said
    FROM facts WHERE kind = 'test_finished' AND workflow <> ''
), runs AS (
    SELECT task, day, said.outcome AS outcome, said.seconds AS seconds, said.lesson AS lesson,
           said.outcome IN ('replayed', 'healed') AND said.lesson.seconds IS NOT NULL AS saves,
           coalesce(said.passed, said.outcome IN ('replayed', 'healed', 'relearned', 'learned'), false) AS green
    FROM told
)
SELECT
    CASE WHEN grouping(task) = 0 THEN 'task' WHEN grouping(day) = 0 THEN 'day' ELSE 'all' END AS over,
    task, day,
    count(*) AS runs,
    count(*) FILTER (green) AS greens,
    count(*) FILTER (outcome = 'healed') AS healed,
    count(*) FILTER (outcome = 'stale') AS stale,
    count(*) FILTER (outcome IN ('learned', 'relearned')) AS learned,
    count(*) FILTER (outcome = 'relearned') AS relearned,
    median(seconds) AS seconds,
    count(*) FILTER (green AND saves) AS instead,
    sum(lesson.seconds - seconds) FILTER (green AND saves) AS saved_seconds,
    sum(lesson.calls) FILTER (green AND saves) AS saved_calls,
    sum(lesson.tokens) FILTER (green AND saves) AS saved_tokens,
    sum(lesson.money) FILTER (green AND saves) AS saved_money
FROM runs GROUP BY GROUPING SETS ((), (task), (day))
"""
_CALLS = """
WITH calls AS (
    SELECT from_json(data, '{"model":"VARCHAR","seconds":"DOUBLE","tokens":"BIGINT","money":"DOUBLE"}') AS said
    FROM facts WHERE kind = 'model_call'
)
SELECT coalesce(said.model, '') AS model, count(*) AS calls, coalesce(sum(said.tokens), 0) AS tokens,
       coalesce(sum(said.money), 0) AS money, coalesce(sum(said.seconds), 0) AS seconds,
       count(*) FILTER (said.money IS NULL) AS unpriced
FROM calls GROUP BY ALL ORDER BY calls DESC, model
"""
_SLOW = "SELECT agent, slow_calls, slow_ratio FROM agent_metrics WHERE slow_calls > 0 ORDER BY agent"
_REVIEW = {
    "tasks": "SELECT * FROM task_statistics ORDER BY sessions DESC, task",
    "errors": "SELECT * FROM error_patterns ORDER BY frequency DESC, task_pattern LIMIT 100",
    "applied": "SELECT task, outcome, count(*) AS number FROM path_applications GROUP BY ALL ORDER BY task, outcome",
}
_REPLAYS = """
WITH told AS (
    SELECT id, run, worker, test, attempt, from_json(data, '{"outcome":"VARCHAR","seconds":"DOUBLE"}') AS said
    FROM facts WHERE kind = 'test_finished' AND test <> ''
), attempts AS (
    SELECT test, sum(said.seconds) AS seconds FROM told
    GROUP BY test, run, worker, attempt
    HAVING bool_and(said.outcome IN ('replayed', 'healed') AND said.seconds >= 0)
    QUALIFY row_number() OVER (PARTITION BY test ORDER BY max(id) DESC) <= 20
)
SELECT test, round(median(seconds), 3) AS seconds FROM attempts GROUP BY test ORDER BY test
"""
"""The latest replays of each test; an attempt may have run several flows."""

_PLANS = """
WITH shards AS (
    SELECT id, json_extract_string(data, '$.shard.build') AS build, json_extract_string(data, '$.shard.plan') AS plan,
        json_extract_string(data, '$.shard.number') || '/' || json_extract_string(data, '$.shard.of') AS shard
    FROM facts WHERE kind = 'run_finished' AND coalesce(json_extract_string(data, '$.shard.build'), '') <> ''
)
SELECT build, plan, string_agg(DISTINCT shard, ', ' ORDER BY shard) AS shards FROM shards
WHERE build = (SELECT arg_max(build, id) FROM shards) GROUP BY build, plan ORDER BY plan
"""
_SPAN = "SELECT min(happened), max(happened), count(DISTINCT run) FROM facts WHERE run <> ''"


def count(connection: duckdb.DuckDBPyConnection) -> dict[str, Any]:
    """Return the statistics of the facts in an open database.

    Returns:
        Plain data. ``facts`` by kind, ``tasks``, ``versions`` by status, ``runs`` (totals of attempts of tests that
        ended with a workflow), ``saved`` (what the green replays would have cost as lessons, less what they took),
        ``unstable`` (tasks that were learned again and again, the worst first), ``slowest``
        (tasks by median seconds), ``trend`` (one entry for each of the last days with runs), ``models`` (calls, tokens,
        dollars and seconds of each, and its calls without a known price), ``slow`` (models that have become slow),
        ``test_runs``, ``first`` and ``last`` (times of facts, UTC).
    """
    kinds = dict(_rows(connection, _KINDS))
    groups = _mappings(connection, _RUNS)
    total = next((row for row in groups if row["over"] == "all"), {})
    by_task = [row for row in groups if row["over"] == "task" and row["seconds"] is not None]
    by_task.sort(key=lambda row: (-row["seconds"], row["task"]))
    unstable = [row for row in groups if row["over"] == "task" and row["relearned"] >= UNSTABLE]
    unstable.sort(key=lambda row: (-row["relearned"] / row["runs"], row["task"]))
    (today,) = connection.execute("SELECT now()::TIMESTAMP::DATE").fetchall()[0]
    days = sorted((row for row in groups if row["over"] == "day" and row["day"]), key=lambda row: row["day"])
    first, last, runs = _rows(connection, _SPAN)[0]
    return {
        "facts": {"total": sum(kinds.values()), "kinds": kinds},
        "tasks": _rows(connection, _TASKS)[0][0],
        "versions": dict(_rows(connection, _STATUSES)),
        "test_runs": runs,
        "runs": _of(total),
        "saved": _saved(total),
        "unstable": [{"task": row["task"], **_of(row)} for row in unstable],
        "slowest": [{"task": row["task"], **_of(row)} for row in by_task[:SLOWEST]],
        "trend": [{"day": str(row["day"]), **_of(row)} for row in days if (today - row["day"]).days < DAYS],
        "models": _mappings(connection, _CALLS),
        "slow": _mappings(connection, _SLOW),
        "first": first.isoformat(timespec="seconds") + "Z" if first else None,
        "last": last.isoformat(timespec="seconds") + "Z" if last else None,
    }


def read(folder: Path) -> dict[str, Any]:
    """Absorb the waiting journals of a store, and return its statistics as ``count`` does.

    Raises:
        StoreError: The store cannot be read.
    """
    return _absorbed(folder, count)


def review(folder: Path) -> dict[str, Any]:
    """Absorb the waiting journals of a store, and return what the page of statistics shows.

    Returns:
        ``counts`` as from ``count``, ``tasks`` (rows of the view ``task_statistics``, the most sessions first),
        ``errors`` (rows of the view ``error_patterns``, the most frequent first), and ``applied`` (number of sessions
        that replayed a stored path, by task and outcome).

    Raises:
        StoreError: The store cannot be read.
    """

    def question(connection: duckdb.DuckDBPyConnection) -> dict[str, Any]:
        return {"counts": count(connection), **{name: _mappings(connection, sql) for name, sql in _REVIEW.items()}}

    return _absorbed(folder, question)


def _absorbed(folder: Path, question: Callable[[duckdb.DuckDBPyConnection], dict[str, Any]]) -> dict[str, Any]:
    from pytest_ami.store.duckdb.database import Database
    from pytest_ami.store.duckdb.journal_query import scratch
    from pytest_ami.store.workflow_store import WorkflowStore

    WorkflowStore(folder).absorb()
    found = Database(folder, readonly=True).look(question, or_journals=True)
    if found is not None:
        return found
    connection = scratch(folder)
    try:
        return question(connection)
    finally:
        connection.close()


def replay_seconds(folder: Path) -> dict[str, float]:
    """Return the median seconds of the latest replays of each test, by node id; the store is not written.

    Raises:
        StoreError: The store cannot be read.
    """
    from pytest_ami.store.workflow_store import WorkflowStore

    rows = WorkflowStore(folder, readonly=True).facts(_REPLAYS)
    return {row["test"]: row["seconds"] for row in rows}


def shard_plans(folder: Path) -> list[dict[str, str]]:
    """Return how the shards of the latest CI pipeline were split: more than one row means that they disagree.

    Returns:
        Rows of ``build`` (the run of the pipeline), ``plan`` (digest of the split), and ``shards`` (such as
        ``1/4, 2/4``).

    Raises:
        StoreError: The store cannot be read.
    """
    from pytest_ami.store.workflow_store import WorkflowStore

    return WorkflowStore(folder, readonly=True).facts(_PLANS)


def sizes(folder: Path) -> dict[str, int]:
    """Return the disk usage of a store in bytes: ``database, journals, artifacts, other, total``."""
    found = {"database": 0, "journals": 0, "artifacts": 0, "other": 0}
    for path in folder.rglob("*"):
        with suppress(OSError):  # removed meanwhile, or no permission
            if path.is_file() and not path.is_symlink():
                top = path.relative_to(folder).parts[0]
                kind = {"journal": "journals", "runs": "artifacts"}.get(top, "other")
                found["database" if top.startswith("workflows.duckdb") and "corrupt" not in top else kind] += (
                    path.stat().st_size
                )
    return {**found, "total": sum(found.values())}


def _of(row: dict[str, Any]) -> dict[str, Any]:
    runs = row.get("runs", 0)
    return {
        "runs": runs,
        "greens": row.get("greens", 0),
        "rate": round(row["greens"] / runs, 4) if runs else None,
        "healed": row.get("healed", 0),
        "stale": row.get("stale", 0),
        "learned": row.get("learned", 0),
        "relearned": row.get("relearned", 0),
        "median_seconds": row.get("seconds"),
    }


def _saved(row: dict[str, Any]) -> dict[str, Any]:
    return {
        "replays": row.get("instead") or 0,
        "seconds": round(row.get("saved_seconds") or 0.0, 1),
        "calls": int(row.get("saved_calls") or 0),
        "tokens": int(row.get("saved_tokens") or 0),
        "money": round(row.get("saved_money") or 0.0, 6),
    }


def _rows(connection: duckdb.DuckDBPyConnection, sql: str) -> list[tuple[Any, ...]]:
    return connection.execute(sql).fetchall()


def _mappings(connection: duckdb.DuckDBPyConnection, sql: str) -> list[dict[str, Any]]:
    result = connection.execute(sql)
    names = [column[0] for column in result.description or ()]
    return [dict(zip(names, row, strict=True)) for row in result.fetchall()]
