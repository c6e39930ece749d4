"""Wording of page operations and finished tasks, for teachers and for people.

It knows remembered entities and wording. It must never know where they are kept, or how a prompt is built.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_ami.model.memory import PageOperation

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pytest_ami.model.memory import IntentSequence, Stretch

LONGEST = 600
"""Maximum length of a phrase, in characters."""

STEPS = 15
"""Maximum number of steps that the text lists for one page operation."""

FAILING = "FAILING"
"""Marks a page operation that fails more often than it works."""


def operation_of(sequence: IntentSequence) -> PageOperation:
    """Return a remembered sequence in the form that a teacher gets."""
    return PageOperation(
        id=sequence.id,
        description=sequence.tasks[0] if sequence.tasks else sequence.description,
        intents=sequence.intents,
        successes=sequence.successes,
        uses=sequence.successes + sequence.failures,
        failing=sequence.failing,
        leads=sequence.leads,
    )


def format_operations(operations: Sequence[PageOperation], number: int = 0) -> str:
    """Return page operations as numbered intents with their steps, or an empty string if there are none.

    Args:
        operations: In the order of the text.
        number: Number of recorded operations, if it is higher than the number of ``operations``.
    """
    if not operations:
        return ""
    total = max(number, len(operations))
    lines = [f"Page operations ({total} recorded)"]
    for i, operation in enumerate(operations, 1):
        times = f"worked {operation.successes} of {operation.uses}"
        mark = f"{FAILING}: " if operation.failing else ""
        lines.append(f"{i}. {operation.description or 'unnamed task'} ({mark}{times})")
        lines += [f"   - {intent.title()}" for intent in operation.intents[:STEPS]]
        if len(operation.intents) > STEPS:
            lines.append(f"   ({len(operation.intents) - STEPS} more steps are not listed)")
        if operation.leads:
            lines.append(f"   leads to {operation.leads}")
    if total > len(operations):
        lines.append(f"({total - len(operations)} more are not listed)")
    return "\n".join(lines)


def summary_text(task: str, stretches: Sequence[Stretch | None], route: Callable[[str], str]) -> str:
    """Return a summary of a task, page by page.

    Args:
        task: Parameter values as ``{{name}}``.
        stretches: The intents of the task by page, in order.
        route: Returns the route of a state.
    """
    parts = [
        f"on {route(stretch.state)}: {', '.join(intent.title() for intent in stretch.intents)}"
        for stretch in stretches
        if stretch is not None
    ]
    text = f"{task}: {'; then '.join(parts) or 'looked only'}"
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
