"""Reads what a store knows about a task before it is carried out. ``outlook`` makes the recommendation.

It knows the store. It must never decide about a lesson or a replay: an outlook is for people.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pytest_ami.store.recall import recall

from .outlook import LessonCost, Outlook, TaskEvidence, outlook
from .similar_plan import known_tasks, similar_pattern

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from pytest_ami.store.workflow_store import WorkflowStore

_HISTORY = """
SELECT
    (SELECT arg_max(outcome, fact) FROM sessions WHERE task = '{task}') AS last,
    (
        SELECT count(*) FROM known_facts
        WHERE kind = 'lesson' AND task = '{task}' AND json_extract_string(data, '$.kept') = 'false' AND id > coalesce((
            SELECT max(id) FROM facts
            WHERE kind = 'lesson' AND task = '{task}' AND json_extract_string(data, '$.kept') = 'true'
        ), '')
    ) AS failures
"""


def task_outlook(store: WorkflowStore, task: str, url: str = "", parameters: Collection[str] = ()) -> Outlook:
    """Return the outlook of a task.

    Args:
        store: The workflow store.
        task: The task.
        url: URL of the page on which it begins; empty if it is not known.
        parameters: Names of its parameters.
    """
    flow, known = store.find(task), known_tasks(store)
    pattern = None if flow else similar_pattern(store, task, url, parameters, known)
    similar = pattern.flow.task if pattern else ""
    history = next(iter(recall(store.folder, _HISTORY.format(task=task.replace("'", "''")))), {})
    return outlook(
        TaskEvidence(
            stored=len(flow.steps) if flow else 0,
            drifted=history.get("last") == "stale",
            failures=history.get("failures", 0),
            similar=similar,
            own=_cost(known[name] for name in (task,) if name in known),
            others=_cost(known[name] for name in (similar,) if name in known),
            all=_cost(known.values()),
        )
    )


def _cost(rows: Iterable[Mapping[str, Any]]) -> LessonCost | None:
    """Return the average cost of the lessons of some tasks; None if there were none."""
    taught = [row for row in rows if row["lessons"] and row["calls"] is not None]
    number = sum(row["lessons"] for row in taught)
    if not number:
        return None
    sums = {key: sum((row[key] or 0) * row["lessons"] for row in taught) for key in ("calls", "seconds", "money")}
    return LessonCost(lessons=number, **{key: total / number for key, total in sums.items()})
