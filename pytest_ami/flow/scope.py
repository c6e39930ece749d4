"""The fixed facts of one attempt of one test, shared by all modules that plan, conclude and commit it.

Frozen data. This module must never know a page or the result of a run.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypedDict

from pytest_ami.model.printable import as_argument
from pytest_ami.model.settings import Mode
from pytest_ami.store.evidence.artifacts import EvidenceWriter
from pytest_ami.teachers.budget import RunBudget

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytest_ami.instructions.index import Index
    from pytest_ami.model.settings import Settings
    from pytest_ami.model.workflow import Workflow
    from pytest_ami.report.lesson_line import LessonProgress
    from pytest_ami.store.workflow_store import WorkflowStore

    from .marker import LearnedMark


@dataclass(frozen=True, slots=True)
class KnownFlows:
    """The flows that an attempt can replay: those of the store, and those that it has learned itself.

    A flow that this attempt has learned is in no store yet. It comes before the stored version of its task.

    Attributes:
        store: The workflow store.
        learned: The flows that the attempt has learned, by task.
    """

    store: WorkflowStore
    learned: dict[str, Workflow]

    def note(self, workflow: Workflow) -> None:
        """Note a flow that the attempt has learned; one with a step that a person marked wrong is not replayed."""
        if self.store.feedback.marks.mark_on(replace(workflow, id="")) is None:
            self.learned[workflow.task] = workflow

    def forget(self, workflow: Workflow) -> None:
        """Forget a flow that the attempt has learned and that did not fit the page when it ran again."""
        if self.is_learned(workflow):
            del self.learned[workflow.task]

    def is_learned(self, workflow: Workflow) -> bool:
        """Return whether the attempt has learned a flow."""
        return any(flow.id == workflow.id for flow in self.learned.values())

    def find(self, task: str) -> Workflow | None:
        """Return the flow of a task that runs, or None; see ``WorkflowStore.find``."""
        return self.learned.get(task) or self.store.find(task)

    def find_all(self) -> tuple[Workflow, ...]:
        """Return the flow of every task that runs; see ``WorkflowStore.find_all``."""
        stored = (flow for flow in self.store.find_all() if flow.task not in self.learned)
        return (*stored, *self.learned.values())

    def index(self) -> Index:
        """Return an index of all flows for the matcher; see ``WorkflowStore.index``."""
        from pytest_ami.instructions.index import Index  # only instructions need it

        return Index(self.find_all()) if self.learned else self.store.index()


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
        learned: The flows that the attempt has learned so far, by task.
        traced: Whether pytest-playwright records a trace of the test.
    """

    test: str
    number: int
    settings: Settings
    store: WorkflowStore
    mark: LearnedMark | None = None
    teacher: Any = None
    purse: RunBudget = field(default_factory=RunBudget)
    live: Callable[[LessonProgress | None], None] | None = None
    learned: dict[str, Workflow] = field(default_factory=dict)
    traced: bool = False

    @property
    def command(self) -> str:
        """The command that runs this test."""
        return f"pytest {as_argument(self.test)}"

    @property
    def flows(self) -> KnownFlows:
        """The flows that can be replayed."""
        return KnownFlows(self.store, self.learned)

    @property
    def where(self) -> Where:
        """Node id and attempt, for facts."""
        return {"test": self.test, "attempt": self.number}

    @property
    def evidence(self) -> EvidenceWriter:
        """The writer of the run's pictures and steps."""
        return EvidenceWriter(self.store.folder, self.store.journal.run)

    @property
    def artifacts(self) -> Path:
        """The folder for the files that lessons of this attempt leave; it may not exist yet."""
        from pytest_ami.teachers.llm.transcript import folder_name

        return self.store.folder / "runs" / self.store.journal.run / folder_name(self.test, self.number)

    @property
    def learns(self) -> bool:
        """Whether a teacher may be asked and anything learned may be written."""
        return self.settings.mode in (Mode.AUTO, Mode.RELEARN)

    def begins_anew(self, workflow: Workflow | None, expect: str = "") -> bool:
        """Return whether a run learns its flow from the start: none is known, or the mode asks for another one.

        Args:
            workflow: The flow that is known; None for none.
            expect: ``rejected`` if the application is expected to refuse the flow: then the known one is replayed.
        """
        asked = self.settings.mode is Mode.RELEARN and not expect
        return workflow is None or (asked and not self.flows.is_learned(workflow))
