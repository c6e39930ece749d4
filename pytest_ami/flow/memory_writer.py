"""Writes the operations of one attempt to the memory of pages, and reads from it for the teacher.

Rules of this module:

* Operations are held back until the attempt, or a subtask of it, has succeeded; those of a failed one are dropped.
* A stored way that does not fit the page any more counts as failed at once, because that is a fact either way.
* Nothing is written in replay mode, and no fault here decides about a test: it warns (DESIGN law 10).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from pytest_ami.engine.secrets.redaction import redact_named
from pytest_ami.memory.page_history import operations_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_ami.model.operation import Operation
    from pytest_ami.store.pages.page_memory import Memory

    from .plan import Plan
    from .scope import AttemptScope


@dataclass(frozen=True, slots=True)
class LearnedOperations:
    """The operations of one lesson that succeeded.

    Attributes:
        task: The task, without secrets.
        operations: The operations of the flow.
        final_url: The page at the end.
        values: Parameter values without secrets.
        session: Name of the session, ``{task_id}_{subtask_id}``.
        description: The task in the words of the teacher, without secrets; empty if it gave none.
    """

    task: str
    operations: tuple[Operation, ...] = field(repr=False)
    final_url: str
    values: dict[str, str] = field(repr=False)
    session: str = ""
    description: str = ""
    run: str = ""


@dataclass(slots=True)
class MemoryWriter:
    """The access of one attempt to the memory of pages.

    Attributes:
        scope: The attempt.
    """

    scope: AttemptScope
    _pending: list[LearnedOperations] = field(default_factory=list)

    def recall(self, task: str = "") -> Callable[[str], str] | None:
        """Return a function from a URL to the known operations there, for one subtask; None if nothing is taught.

        Args:
            task: The task; what people have taught about it comes before the operations.
        """
        if not self.scope.learns:
            return None
        operations, advice = self.scope.store.memory.subtask(), cache(self._advice)  # a replay asks for neither
        return lambda url: "\n".join(filter(None, (advice(task), operations(url))))

    def _advice(self, task: str) -> str:
        """Return the errors that people marked at a task and the procedure of the golden path that matches it."""
        from pytest_ami.memory.error_patterns import ErrorPatternAnalyzer
        from pytest_ami.memory.guidance import guidance
        from pytest_ami.memory.task_matcher import TaskMatcher
        from pytest_ami.store.warnings import warn_bookkeeping

        try:
            feedback = self.scope.store.feedback
            match = TaskMatcher(feedback.paths(), self.scope.settings.near).find_matching_path(task)
            hints = ErrorPatternAnalyzer().generate_correction_hints(feedback.errors(task))
        except Exception as error:  # noqa: BLE001  (law 10: bookkeeping never decides about a test)
            warn_bookkeeping(f"The lesson gets no advice of people about its task: {error}")
            return ""
        return guidance(match.path if match else None, hints)

    def keep(self, plan: Plan, number: int) -> None:
        """Hold the operations of a lesson back until ``save`` or ``drop``.

        Args:
            plan: The plan of the lesson.
            number: Number of the lesson within the attempt, from 1.
        """
        learned = plan.progress.learned
        if learned is None or not learned.recorded:
            return
        before = plan.progress.steps[: len(plan.progress.steps) - len(learned.steps)]
        operations = (*operations_of(before, plan.spec.options.url), *learned.recorded)
        self._pending.append(
            LearnedOperations(
                task=_without_secrets(plan),
                operations=operations,
                final_url=learned.final_url,
                values=plan.shown,
                session=f"{self.scope.test}_{number}",
                description=redact_named(learned.final.description, plan.secrets) if learned.final else "",
                run=plan.session,
            )
        )

    def record_failure(self, plan: Plan) -> None:
        """Count a stored way that did not fit the page as failed."""
        if self.scope.learns and plan.workflow is not None:
            operations = operations_of(plan.workflow.steps, plan.spec.options.url)
            task = _without_secrets(plan)
            self._safely(lambda memory: memory.blame(operations, task=task, test=self.scope.test))

    def save(self, *, finished: bool = True) -> None:
        """Write the operations that were held back.

        Args:
            finished: Whether the tasks are finished and get a summary now; if not, ``summarize`` writes it later.
        """
        pending, self._pending = self._pending, []
        if not self.scope.learns or not pending:
            return
        with self.scope.store.memory.snapshot():
            for lesson in pending:
                self._safely(lambda memory, lesson=lesson: self._add(memory, lesson))  # type: ignore[misc]
            if finished:
                self.summarize({lesson.task: lesson.values for lesson in pending})

    def summarize(self, tasks: dict[str, dict[str, str]]) -> None:
        """Write one phrase for each finished task.

        Args:
            tasks: Parameter values without secrets, by task.
        """
        for task, values in tasks.items():
            self._safely(lambda memory, task=task, values=values: memory.finish_task(task, values=values))  # type: ignore[misc]

    def drop(self, run: str = "") -> None:
        """Forget the operations that were held back: those of one run of a task, by its id, or all."""
        self._pending[:] = [lesson for lesson in self._pending if run and lesson.run != run]

    @property
    def tasks(self) -> dict[str, dict[str, str]]:
        """Values by task of the operations that are held back, as input of ``summarize``."""
        return {lesson.task: lesson.values for lesson in self._pending}

    def _add(self, memory: Memory, lesson: LearnedOperations) -> None:
        memory.add(
            lesson.operations,
            session_id=lesson.session,
            task=lesson.task,
            description=lesson.description,
            skip_cognitive_phrase=True,
            final_url=lesson.final_url,
            values=lesson.values,
            **self.scope.where,
        )

    def _safely(self, write: Callable[[Memory], object]) -> None:
        try:
            write(self.scope.store.memory)
        except Exception as error:  # noqa: BLE001  (law 10: bookkeeping never decides about a test)
            from pytest_ami.store.warnings import warn_bookkeeping

            warn_bookkeeping(f"The memory of pages was not written: {error}")


def _without_secrets(plan: Plan) -> str:
    """Return the task; a secret written into it is replaced by its name."""
    task: str = redact_named(plan.task, plan.secrets)
    return task
