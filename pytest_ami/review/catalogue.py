"""The list of tasks: what there is to review, sorted, filtered and cut into pages. Pure.

Rules of this module:

* A task is as urgent as its failures: number of failed sessions, then number of steps, both descending.
* A filter never changes the order.

It knows sessions and their labels. It must never know a page of the application.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from pytest_ami.model.review.annotation import CORRECT, WRONG
from pytest_ami.store.sessions.session_fold import CONFLICT

if TYPE_CHECKING:
    from pytest_ami.model.review.annotation import Session

T = TypeVar("T")

PAGE = 50
"""Number of rows on a page."""

STATES = ("open", "wrong", "conflict", "reviewed")
"""The states of review by which tasks are filtered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskSummary:
    """One row of the list of tasks.

    Attributes:
        task: The task.
        sessions: Number of its sessions.
        failures: Of these, how many were not green.
        steps: Number of steps of the longest session.
        correct: Number of steps marked correct, over all sessions.
        wrong: Number of steps marked wrong.
        conflicts: Number of steps on which reviewers disagree.
        open: Number of sessions without any verdict.
        latest: The newest session.
        worst: The newest session that was not green; the newest session if all were.
    """

    task: str
    sessions: int
    failures: int
    steps: int
    correct: int
    wrong: int
    conflicts: int
    open: int
    latest: Session
    worst: Session

    @property
    def rank(self) -> tuple[int, int, str]:
        """The place in the list: the most failures first, then the most steps, then the name."""
        return (-self.failures, -self.steps, self.task)


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """A choice of tasks; an empty field chooses all.

    Attributes:
        words: Words that the name of the task contains, in any case of letters.
        outcome: Outcome of the newest session, or ``failures`` for tasks with at least one failure.
        state: One of ``STATES``.
    """

    words: str = ""
    outcome: str = ""
    state: str = ""

    def accepts(self, row: TaskSummary) -> bool:
        """Return whether a task is chosen."""
        name = row.task.casefold()
        return (
            all(word in name for word in self.words.casefold().split())
            and self._has_outcome(row)
            and (self.state not in STATES or self.state in _states(row))
        )

    def _has_outcome(self, row: TaskSummary) -> bool:
        if self.outcome == "failures":
            return row.failures > 0
        return not self.outcome or row.latest.outcome == self.outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut(Generic[T]):
    """One page of rows.

    Attributes:
        rows: The rows of the page.
        page: Its number, from 1.
        pages: Number of pages, at least 1.
        total: Number of rows on all pages.
    """

    rows: tuple[T, ...]
    page: int
    pages: int
    total: int


def summaries(sessions: Iterable[Session]) -> tuple[TaskSummary, ...]:
    """Return one row for each task, in the order of the list.

    Args:
        sessions: Sessions with their labels, newest first.
    """
    by_task: dict[str, list[Session]] = {}
    for session in sessions:
        by_task.setdefault(session.task, []).append(session)
    return tuple(sorted(map(_summary, by_task.values()), key=lambda row: row.rank))


def cut(rows: Sequence[T], page: int, size: int = PAGE) -> Cut[T]:
    """Return one page of rows; a number beyond the last page gives the last page."""
    pages = max(1, -(-len(rows) // size))
    number = min(max(page, 1), pages)
    chosen = tuple(rows[(number - 1) * size : number * size])
    return Cut(rows=chosen, page=number, pages=pages, total=len(rows))


def _summary(sessions: Sequence[Session]) -> TaskSummary:
    labels = [session.labels for session in sessions]
    failed = [session for session in sessions if not session.passed]
    return TaskSummary(
        task=sessions[0].task,
        sessions=len(sessions),
        failures=len(failed),
        steps=max(session.steps for session in sessions),
        correct=sum(found.get(CORRECT, 0) for found in labels),
        wrong=sum(found.get(WRONG, 0) for found in labels),
        conflicts=sum(found.get(CONFLICT, 0) for found in labels),
        open=sum(not found for found in labels),
        latest=sessions[0],
        worst=failed[0] if failed else sessions[0],
    )


def _states(row: TaskSummary) -> set[str]:
    states = {"wrong"} if row.wrong else set()
    states |= {"conflict"} if row.conflicts else set()
    return states | ({"open"} if row.open else {"reviewed"})
