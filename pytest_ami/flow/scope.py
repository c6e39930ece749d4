"""The fixed facts of one attempt of one test, shared by all modules that plan, conclude and commit it.

Frozen data. This module must never know a page or the result of a run.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypedDict

from pytest_ami.model.settings import Mode
from pytest_ami.teachers.budget import RunBudget

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytest_ami.model.settings import Settings
    from pytest_ami.report.lesson_line import LessonProgress
    from pytest_ami.store.workflow_store import WorkflowStore

    from .marker import LearnedMark


class Where(TypedDict):
    """The origin of a fact: the test and its attempt."""

    test: str
    attempt: int


@dataclass(frozen=True, slots=True)
class AttemptScope:
    """One attempt of one test before anything happens in it.

    Attributes:
        test: Node id.
        number: 1, or more for a retry.
        settings: The settings resolved for this test.
        store: The workflow store.
        mark: The ``learned`` marker, or None.
        teacher: The value of the ``ami_teacher`` fixture, or None.
        purse: The cost of all lessons of this process.
        live: Shows the progress of a lesson, and None at its end; None if nobody watches.
    """

    test: str
    number: int
    settings: Settings
    store: WorkflowStore
    mark: LearnedMark | None = None
    teacher: Any = None
    purse: RunBudget = field(default_factory=RunBudget)
    live: Callable[[LessonProgress | None], None] | None = None

    @property
    def where(self) -> Where:
        """Node id and attempt, for facts."""
        return {"test": self.test, "attempt": self.number}

    @property
    def artifacts(self) -> Path:
        """The folder for the files that lessons of this attempt leave; it may not exist yet."""
        from pytest_ami.teachers.llm.transcript import folder_name

        return self.store.folder / "runs" / self.store.journal.run / folder_name(self.test, self.number)

    @property
    def learns(self) -> bool:
        """Whether a teacher may be asked and anything learned may be written."""
        return self.settings.mode in (Mode.AUTO, Mode.RELEARN)
