"""The part `agents` of `ami memory`: the model that begins each kind of lesson and why, and the models that are slow.

It knows the settings of the project and the order of models. It must never ask a model.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_ami.model.printable import of_printable

if TYPE_CHECKING:
    from pytest_ami.store.workflow_store import WorkflowStore

_KINDS = "SELECT DISTINCT kind FROM model_starts ORDER BY kind"


def choices(store: WorkflowStore, folder: Path | None) -> list[dict[str, Any]]:
    """Return for each kind of task which of the project's models begins a lesson, and why; nothing for one model.

    Args:
        store: The store.
        folder: The store's folder, if the command line names it.
    """
    from pytest_ami.cli.project import ProjectConfig
    from pytest_ami.flow.teacher_context import choose_order
    from pytest_ami.teachers.choose import model_names

    models = model_names(ProjectConfig.find(Path.cwd()).settings(os.environ, folder).model)
    if len(models) < 2:  # noqa: PLR2004
        return []
    found = []
    for row in store.facts(_KINDS):
        order = choose_order(store, models, row["kind"])
        found.append({"kind": row["kind"], "models": list(order.models), "reason": order.reason})
    return found


@of_printable
def lines(rows: Sequence[Mapping[str, Any]], chosen: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the lines below the table: models that have become slow, and the model that begins each kind of task."""
    yield from slow_lines(rows)
    yield from (f"{one['kind']}: {one['reason']}" for one in chosen)


def slow_lines(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield a line for each model that has become slow.

    Args:
        rows: ``agent``, ``slow_calls`` and ``slow_ratio`` of models, as the view ``agent_metrics`` has them.
    """
    for row in rows:
        if row["slow_calls"]:
            agent, ratio, calls = row["agent"] or "(unnamed)", row["slow_ratio"], row["slow_calls"]
            yield f"{agent} has been {ratio:.1f} times slower for {calls} calls"
