"""A status that no event leads to: tests put a version where they need it, past the table of transitions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pytest_ami.model.workflow import Status, Workflow
from pytest_ami.store.workflow_store import WorkflowStore


def set_status(
    store: WorkflowStore,
    workflow: Workflow,
    status: Status,
    *,
    reason: str,
    text: str | None = None,
    evidence: Sequence[str] = (),
) -> Workflow:
    """Write the fact of a status, as the store does after an event; return the version with that status.

    Args:
        store: Where the version is stored.
        workflow: The version.
        status: Its new status.
        reason: The reason: a machine-readable code if there is a text as well, else a phrase.
        text: The reason for people, a phrase.
        evidence: Evidence, one entry per line.
    """
    lifecycle = store.lifecycle
    lifecycle._append_status(lifecycle._known(workflow), status, reason, text, evidence, lifecycle._occasion("", 1))
    return replace(workflow, status=status)
