"""Finds the plan of a similar task for a lesson: what the store knows, and the page on which the lesson begins.

Rules of this module:

* Only a task whose knowledge was not forgotten counts, and only if its stored flow may run.
* A fault here warns, and the lesson goes on without a plan (DESIGN law 10).

It knows the store. It must never decide what a teacher does with a plan.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pytest_ami.engine.secrets.redaction import redact_named
from pytest_ami.memory.page_identity import page_identity
from pytest_ami.model.lesson import SimilarPlan
from pytest_ami.store.recall import recall
from pytest_ami.store.warnings import warn_bookkeeping

from .task_patterns import TaskPattern, most_similar, plan_of_steps

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from pytest_ami.model.lesson import PlanStep
    from pytest_ami.store.workflow_store import WorkflowStore

_PATTERNS = """
SELECT
    task_signature AS task, success_count, applicable_contexts AS contexts, lessons, avg_lesson_calls AS calls,
    avg_lesson_seconds AS seconds, avg_cost_usd AS money
FROM task_patterns
"""


def known_tasks(store: WorkflowStore) -> dict[str, dict[str, Any]]:
    """Return the tasks that have succeeded, each with its pages and the average cost of its lessons.

    Args:
        store: The workflow store.
    """
    return {row["task"]: row for row in recall(store.folder, _PATTERNS)}


def similar_pattern(
    store: WorkflowStore,
    task: str,
    url: str,
    parameters: Collection[str],
    known: Mapping[str, Mapping[str, Any]],
) -> TaskPattern | None:
    """Return the pattern of the task that is most similar to another one on the same site; None if there is none.

    Args:
        store: The workflow store.
        task: The new task.
        url: URL of the page on which it begins; empty if it is not known, so that words decide.
        parameters: Names of its parameters.
        known: What ``known_tasks`` has returned.
    """
    here = page_identity(url)
    flows = [flow for flow in store.find_all() if flow.task in known and flow.task != task]
    if not flows or (url and here is None):
        return None
    from pytest_ami.instructions.selection import likeness  # only a lesson that starts compares tasks

    alike = dict(likeness(task, flows))
    patterns = [
        TaskPattern(
            flow=flow,
            successes=known[flow.task]["success_count"],
            contexts=frozenset(known[flow.task]["contexts"] or ()),
            likeness=alike.get(flow.task, 0.0),
        )
        for flow in flows
    ]
    return most_similar(patterns, here, parameters)


def similar_plan(
    store: WorkflowStore, task: str, url: str, parameters: Collection[str], secrets: Mapping[str, str]
) -> SimilarPlan | None:
    """Return the plan of the most similar task, without secrets; None if there is none.

    Args:
        store: The workflow store.
        task: The new task.
        url: URL of the page on which it begins.
        parameters: Names of its parameters.
        secrets: Secret values by name.
    """
    try:
        pattern = similar_pattern(store, task, url, parameters, known_tasks(store))
    except Exception as error:  # noqa: BLE001  (law 10: bookkeeping never decides about a test)
        warn_bookkeeping(f"The lesson starts without the plan of a similar task: {error}")
        return None
    if pattern is None:
        return None
    plan = plan_of_steps(redact_named(pattern.flow.task, secrets), pattern.flow.steps)
    return SimilarPlan(task=plan.task, steps=tuple(_clean(step, secrets) for step in plan.steps))


def _clean(step: PlanStep, secrets: Mapping[str, str]) -> PlanStep:
    return replace(step, name=redact_named(step.name, secrets), value=redact_named(step.value, secrets))
