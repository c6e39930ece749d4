"""The order of tasks in a review: the tasks that need a person come first. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

PAGE = 50
"""Number of tasks on one page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewTask:
    """One task in the list of a review.

    Attributes:
        session_id: Id of its latest session.
        task: The task.
        failures: Number of runs that were not green.
        steps: Number of steps of its latest session.
    """

    session_id: str
    task: str
    failures: int = 0
    steps: int = 0


def sorted_tasks(tasks: Iterable[ReviewTask]) -> tuple[ReviewTask, ...]:
    """Return tasks by number of failures, then by number of steps, both descending; equal ones by name and session."""
    return tuple(sorted(tasks, key=lambda one: (-one.failures, -one.steps, one.task, one.session_id)))


def page_of(tasks: Sequence[ReviewTask], number: int, size: int = PAGE) -> tuple[ReviewTask, ...]:
    """Return one page of sorted tasks.

    Args:
        tasks: All tasks, sorted.
        number: Number of the page, from 1; a number out of range gives an empty page.
        size: Number of tasks on a page.
    """
    return tuple(tasks[(number - 1) * size : number * size]) if number > 0 else ()
