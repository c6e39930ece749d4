"""`ami memory` and `ami forget`: what the memory knows, what rests on a task, and what was forgotten and why.

The SQL views decide what is known. This module asks them, and prints. It must never write a fact itself.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pytest_ami.model.printable import of_printable
from pytest_ami.report.tables import heading, table

from .commands import command, counted, say

if TYPE_CHECKING:
    from pytest_ami.store.workflow_store import WorkflowStore

MOST = 20
"""Rows that are printed; JSON has all of them."""

QUERIES = {
    "tasks": "FROM task_patterns ORDER BY last_used_at DESC, task_signature",
    "failures": "FROM failure_knowledge ORDER BY frequency DESC, last_seen DESC, id",
    "sites": "FROM site_profiles ORDER BY last_crawled_at DESC, domain",
    "agents": "FROM agent_metrics ORDER BY total_calls DESC, agent",
    "entries": "FROM memory_entries ORDER BY last_accessed_at DESC, id",
    "log": """
        SELECT fact, happened, kind, task, entries, reason, restored FROM forgettings
        UNION ALL
        SELECT id, happened, kind, '', 0, json_extract_string(data, '$.reason'), false FROM facts
        WHERE kind = 'memory_restored' ORDER BY fact
    """,
}
"""The query of each part of the memory."""

RESTING = """
SELECT 'session' AS what, session_id AS name, id AS fact FROM memory_sessions WHERE task = '{task}'
UNION ALL
SELECT 'phrase', text, id FROM (
    SELECT id, json_extract_string(data, '$.text') AS text FROM known_facts
    WHERE kind = 'memory_phrase' AND task = '{task}'
)
UNION ALL
SELECT 'task pattern', task_signature, '' FROM task_patterns WHERE task_signature = '{task}'
UNION ALL
SELECT 'failure', error_type || ' at ' || error_message, '' FROM failure_knowledge WHERE list_contains(tasks, '{task}')
ORDER BY ALL
"""
"""Query for everything that rests on a task."""

STANDING = "SELECT fact FROM forgettings WHERE kind = 'memory_forgotten' AND NOT restored AND task = '{task}'"
"""Query for the forgettings of a task that were not undone."""


@command("memory", "ami memory failures")
@click.argument("part", type=click.Choice(list(QUERIES)), default="tasks")
def memory(part: str, folder: Path | None, *, as_json: bool) -> None:
    """Show what the memory knows: tasks, failures, sites, agents, entries, or the log of forgetting.

    tasks: the plan, the success, the time and the cost of each task. failures: failures with one signature, and what
    helped. sites: pages, ways and limits of each site. agents: calls, latency, cost and success of each model. entries:
    size, use and time to live of each entry. log: what was forgotten and pruned, why, and what was restored.

    Absorbs waiting journals first and changes nothing else.
    """
    from .project import open_store

    rows = [_plain(row) for row in open_store(folder).facts(QUERIES[part])]
    say(_lines(part, rows), {"part": part, "rows": rows}, as_json=as_json)


@command("forget", 'ami forget "send email"')
@click.argument("task")
@click.option("--why", default="", metavar="TEXT", help="The reason, for the log.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.option("--undo", is_flag=True, help="Restore what was forgotten about the task.")
def forget(task: str, folder: Path | None, *, why: str, yes: bool, undo: bool, as_json: bool) -> None:
    """Forget what the memory knows about a task.

    Lists everything that rests on the task, asks, and then forgets it: one fact with the reason, which `ami memory log`
    shows. Nothing is deleted, and --undo restores it. The stored workflow stays and replays as before; `ami reject` and
    `ami prune` retire workflows.
    """
    from .project import writable_store

    with writable_store(folder, "forget") as store:
        quoted = task.replace("'", "''")
        if undo:
            found = [row["fact"] for row in store.facts(STANDING.format(task=quoted))]
            for fact in found:
                store.memory.restore(fact, why or "a person restored it")
            report: dict[str, Any] = {"task": task, "restored": len(found)}
        else:
            resting = _resting(store, quoted)
            agreed = bool(resting) and (yes or as_json or _agreed(task, resting))
            if agreed and (yes or not as_json):
                store.memory.forget(task, why or "a person forgot it")
            report = {"task": task, "resting": resting, "forgotten": agreed and (yes or not as_json)}
    say(_forgotten(report, listed=yes), report, as_json=as_json)


def _resting(store: WorkflowStore, quoted: str) -> list[dict[str, str]]:
    return [{"what": row["what"], "name": row["name"]} for row in store.facts(RESTING.format(task=quoted))]


def _agreed(task: str, resting: Sequence[Mapping[str, str]]) -> bool:
    for line in _resting_lines(task, resting):
        click.echo(line)
    return click.confirm("Forget it?", default=False)


@of_printable
def _resting_lines(task: str, resting: Sequence[Mapping[str, str]]) -> Iterator[str]:
    yield f'What the memory knows about "{task}":'
    yield from table(("", one["what"], one["name"][:100]) for one in resting[:MOST])
    if len(resting) > MOST:
        yield f"  ({len(resting) - MOST} more are not listed)"


def _forgotten(report: Mapping[str, Any], *, listed: bool) -> Iterator[str]:
    task = report["task"]
    if "restored" in report:
        yield f'Restored: "{task}"' if report["restored"] else f'Nothing was forgotten about "{task}"'
    elif not report["resting"]:
        yield f'The memory knows nothing about "{task}". The tasks it knows: ami memory tasks'
    else:
        if listed:
            yield from _resting_lines(task, report["resting"])
        done = f'Forgotten: "{task}". To restore it: ami forget "{task}" --undo'
        yield done if report["forgotten"] else "Nothing was changed"


def _plain(row: Mapping[str, Any]) -> dict[str, Any]:
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
def _lines(part: str, rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    if not rows:
        yield "Nothing was forgotten" if part == "log" else f"The memory knows no {part} yet"
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


_TABLES = {
    "tasks": (("task", "steps", "green", "replay", "lesson", "calls", "cost"), _task),
    "failures": (("times", "cause", "reason", "step", "what helped"), _failure),
    "sites": (("site", "pages", "ways", "moved", "rate limits", "captchas", "last seen"), _site),
    "agents": (("agent", "calls", "lessons", "green", "latency", "p99", "now/before", "cost"), _agent),
    "entries": (("type", "id", "uses", "bytes", "refs", "lives", "last used", "task"), _entry),
    "log": (("time", "event", "about", "reason"), _event),
}
