"""`ami memory` and `ami forget`: what the memory knows, what rests on a task, and what was forgotten and why.

Does: asks the SQL views, and forgets or restores a task.
Gives: the two commands; `tables` prints their results.
Must never: decide what is known, or write a fact itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pytest_ami.cli.commands import command, say

if TYPE_CHECKING:
    from pytest_ami.store.workflow_store import WorkflowStore

QUERIES = {
    "tasks": "FROM task_patterns ORDER BY last_used_at DESC, task_signature",
    "failures": "FROM failure_knowledge ORDER BY frequency DESC, last_seen DESC, id",
    "sites": "FROM site_profiles ORDER BY last_crawled_at DESC, domain",
    "agents": "FROM agent_metrics ORDER BY total_calls DESC, agent",
    "entries": "FROM memory_entries ORDER BY last_accessed_at DESC, id",
    "cold": """
        SELECT file, task, because, reason, c.restored, count(*) AS facts, min(c.happened) AS happened
        FROM cold_facts c LEFT JOIN (SELECT fact, reason FROM forgettings) g ON g.fact = c.because
        WHERE NOT warm GROUP BY file, task, because, reason, c.restored ORDER BY happened DESC, file, task
    """,
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

MISSING = "SELECT count(DISTINCT id) AS facts FROM cold_facts WHERE restored AND NOT warm AND task = '{task}'"
"""Query for the facts of a task that count again, and are still in the cold tier."""


@command("memory", "ami memory failures")
@click.argument("part", type=click.Choice(list(QUERIES)), default="tasks")
@click.option("--restore", default="", metavar="FACT", help="Undo one forgetting or pruning: its id in the log.")
def memory(part: str, folder: Path | None, *, restore: str, as_json: bool) -> None:
    """Show what the memory knows: tasks, failures, sites, agents, entries, cold facts, or the log of forgetting.

    tasks: the plan, the success, the time and the cost of each task. failures: failures with one signature, and what
    helped. sites: pages, ways and limits of each site. agents: calls, latency, cost and success of each model, and
    which one begins a lesson, and why. entries: size, use and time to live of each entry. cold: what was moved to the
    cold tier, and why. log: what was forgotten and pruned, why, and what was restored.

    Absorbs waiting journals first. Changes nothing else, unless --restore brings back what one entry of the log forgot.
    """
    from pytest_ami.cli.project import open_store

    from . import agents, tables

    if restore:
        _restore(restore, folder)
    store = open_store(folder, absorb=True)
    rows = [tables.plain(row) for row in store.facts(QUERIES[part])]
    report: dict[str, Any] = {"part": part, "rows": rows}
    lines = tables.lines(part, rows)
    if part == "agents":
        report["choices"] = agents.choices(store, folder)
        lines = chain(lines, agents.lines(rows, report["choices"]))
    say(lines, report, as_json=as_json)


@command("forget", 'ami forget "send email"')
@click.argument("task")
@click.option("--why", default="", metavar="TEXT", help="The reason, for the log.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.option("--undo", is_flag=True, help="Restore what was forgotten about the task.")
def forget(task: str, folder: Path | None, *, why: str, yes: bool, undo: bool, as_json: bool) -> None:
    """Forget what the memory knows about a task.

    Lists everything that rests on the task, asks, and then forgets it: one fact with the reason, which `ami memory log`
    shows. The facts move to the cold tier, and --undo brings them back. The stored workflow stays and replays as
    before; `ami reject` and `ami prune` retire workflows.
    """
    from pytest_ami.cli.project import writable_store

    from . import tables

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
    if undo:
        report["missing"] = store.facts(MISSING.format(task=quoted))[0]["facts"]
    say(tables.forgotten(report, listed=yes), report, as_json=as_json)


def _restore(fact: str, folder: Path | None) -> None:
    """Undo one forgetting or pruning.

    Raises:
        ConfigurationError: The log has no such entry, or it was undone before.
    """
    from pytest_ami.cli.project import writable_store
    from pytest_ami.model.errors import ConfigurationError

    with writable_store(folder, "restore") as store:
        known = [row["fact"] for row in store.facts("SELECT fact FROM forgettings WHERE NOT restored")]
        if fact not in known:
            raise ConfigurationError(
                "The log of the memory has no such entry that can be undone",
                why="An entry is named by the whole id of its fact, and can be undone once.",
                evidence=[f"{len(known)} can be undone"],
                run="ami memory log --json",
            )
        store.memory.restore(fact, "a person restored it")


def _resting(store: WorkflowStore, quoted: str) -> list[dict[str, str]]:
    return [{"what": row["what"], "name": row["name"]} for row in store.facts(RESTING.format(task=quoted))]


def _agreed(task: str, resting: Sequence[Mapping[str, str]]) -> bool:
    from . import tables

    for line in tables.resting(task, resting):
        click.echo(line)
    return click.confirm("Forget it?", default=False)
