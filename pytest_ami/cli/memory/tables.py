"""The lines of `ami memory` and `ami forget`.

It knows the columns of the views and wording. It must never know a store.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pytest_ami.cli.commands import counted
from pytest_ami.model.printable import as_argument, of_printable
from pytest_ami.report.tables import heading, table

MOST = 20
"""Rows that are printed; JSON has all of them."""


@of_printable
def resting(task: str, found: Sequence[Mapping[str, str]]) -> Iterator[str]:
    """Yield what rests on a task.

    Args:
        task: The task.
        found: Its entries, ``what`` and ``name``.
    """
    yield f'What the memory knows about "{task}":'
    yield from table(("", one["what"], one["name"][:100]) for one in found[:MOST])
    if len(found) > MOST:
        yield f"  ({len(found) - MOST} more are not listed)"


def forgotten(report: Mapping[str, Any], *, listed: bool) -> Iterator[str]:
    """Yield the outcome of `ami forget`.

    Args:
        report: Its JSON.
        listed: Whether to list what rests on the task.
    """
    task = report["task"]
    if "restored" in report:
        yield f'Restored: "{task}"' if report["restored"] else f'Nothing was forgotten about "{task}"'
        if report["missing"]:
            facts = counted(report["missing"], "fact")
            yield f"{facts} of it did not come back from the cold tier. Run next: ami doctor"
    elif not report["resting"]:
        yield f'The memory knows nothing about "{task}". The tasks it knows: ami memory tasks'
    else:
        if listed:
            yield from resting(task, report["resting"])
        done = f'Forgotten: "{task}". To restore it: ami forget {as_argument(task)} --undo'
        yield done if report["forgotten"] else "Nothing was changed"


def plain(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row as JSON data: nested JSON is parsed, and times are text."""
    return {name: _value(value) for name, value in row.items()}


def _value(value: Any) -> Any:
    if isinstance(value, str) and value[:1] in ("[", "{"):
        try:
            return json.loads(value)
        except ValueError:
            return value
    return value if value is None or isinstance(value, (str, int, float, list)) else str(value)


@of_printable
def lines(part: str, rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the table of one part of the memory."""
    if not rows:
        yield _EMPTY.get(part, f"The memory knows no {part} yet")
        return
    titles, cells = _TABLES[part]
    yield from table((heading(*titles), *(tuple(map(str, cells(row))) for row in rows[:MOST])))
    if len(rows) > MOST:
        yield f"({len(rows) - MOST} more: ami memory {part} --json)"


def _number(value: float | None, pattern: str) -> str:
    return "-" if value is None else pattern.format(value)


def _task(row: Mapping[str, Any]) -> tuple[str, ...]:
    return (
        row["task_signature"],
        f"{len(row['successful_plan'])}",
        f"{row['success_count']}/{row['runs']}",
        _number(row["avg_duration_ms"], "{:.0f} ms"),
        _number(row["avg_lesson_seconds"], "{:.1f} s"),
        _number(row["avg_lesson_calls"], "{:.1f}"),
        _number(row["avg_cost_usd"], "${:.4f}"),
    )


def _failure(row: Mapping[str, Any]) -> tuple[str, ...]:
    helped = [f"{one['strategy']} {one['success_rate']:.0%} of {one['uses']}" for one in row["solutions"]]
    where = " ".join(part for part in (row["error_message"], f"on {row['route']}" if row["route"] else "") if part)
    return (f"{row['frequency']}", row["error_type"], row["root_cause"], where[:80], ", ".join(helped) or "-")


def _site(row: Mapping[str, Any]) -> tuple[str, ...]:
    pages, ways = len(row["key_pages"]), len(row["navigation_paths"])
    counts = (pages, ways, row["selector_changes"], row["rate_limits"], row["captchas"])
    return (row["domain"], *(f"{number}" for number in counts), f"{row['last_crawled_at'] or ''}"[:16])


def _agent(row: Mapping[str, Any]) -> tuple[str, ...]:
    return (
        row["agent"] or "(unnamed)",
        f"{row['total_calls']}",
        f"{row['lessons']}",
        _number(row["success_rate"], "{:.0%}"),
        f"{row['held']}/{row['held'] + row['failed']}",
        _number(row["avg_latency_seconds"], "{:.2f} s"),
        _number(row["p99_latency_seconds"], "{:.2f} s"),
        _number(row["latency_ratio"], "{:.1f}x"),
        _number(row["avg_cost_usd"], "${:.4f}"),
    )


def _entry(row: Mapping[str, Any]) -> tuple[str, ...]:
    ttl = _number(row["ttl_seconds"] and row["ttl_seconds"] / 86_400, "{:.0f} days")
    counts = (f"{row['access_count']}", f"{row['size_bytes']}", f"{row['ref_count']}")
    return (row["type"], row["id"][:8], *counts, ttl, f"{row['last_accessed_at']}"[:16], row["task_id"])


def _event(row: Mapping[str, Any]) -> tuple[str, ...]:
    word = row["kind"].removeprefix("memory_") + (", undone" if row["restored"] else "")
    about = row["task"] or (counted(row["entries"], "id") if row["entries"] else "")
    return (f"{row['happened']}"[:16], word, about, row["reason"] or "")


def _cold(row: Mapping[str, Any]) -> tuple[str, ...]:
    about = row["task"] or "(several tasks)"
    again = "counts again" if row["restored"] else row["reason"] or ""
    return (f"{row['happened']}"[:16], f"{row['facts']}", about, again, row["file"][:12])


_EMPTY = {"log": "Nothing was forgotten", "cold": "Nothing is in the cold tier"}
_TABLES = {
    "tasks": (("task", "steps", "green", "replay", "lesson", "calls", "cost"), _task),
    "failures": (("times", "cause", "reason", "step", "what helped"), _failure),
    "sites": (("site", "pages", "ways", "moved", "rate limits", "captchas", "last seen"), _site),
    "agents": (("agent", "calls", "lessons", "green", "held", "latency", "p99", "now/before", "cost"), _agent),
    "entries": (("type", "id", "uses", "bytes", "refs", "lives", "last used", "task"), _entry),
    "cold": (("moved", "facts", "task", "because", "file"), _cold),
    "log": (("time", "event", "about", "reason"), _event),
}
