"""What one attempt brings to the memory of pages, and what it is told from it.

Rules of this module:

* Operations are kept back until the attempt, or a subtask of it, has succeeded; those of a failed one are dropped.
* A stored way that does not fit the page any more is counted against at once: that is a fact either way.
* Nothing is written in replay mode, and no fault here decides about a test: it warns (DESIGN law 10).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pytest_ami.decide.pages import operations_of
from pytest_ami.model.settings import Mode

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_ami.model.operation import Operation
    from pytest_ami.store.memory import Memory
    from pytest_ami.store.workflows import WorkflowStore

    from .plan import Plan


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson that was carried out: the task, its operations, the page at its end, the values that may be shown."""

    task: str
    operations: tuple[Operation, ...] = field(repr=False)
    final_url: str
    values: dict[str, str] = field(repr=False)


@dataclass(slots=True)
class Remembering:
    """The memory's side of one attempt.

    Attributes:
        store: The workflow store, whose memory it is.
        mode: Of the run.
        test: Node id.
        attempt: Number of the attempt.
    """

    store: WorkflowStore
    mode: Mode
    test: str
    attempt: int
    _lessons: list[Lesson] = field(default_factory=list)

    @property
    def learns(self) -> bool:
        """Whether anything may be written, and a teacher asked."""
        return self.mode in (Mode.AUTO, Mode.RELEARN)

    def view(self) -> Callable[[str], str] | None:
        """Return what says what is known about a page, for one subtask; None where nobody is taught."""
        return self.store.memory.subtask() if self.learns else None

    def keep(self, plan: Plan) -> None:
        """Keep what a lesson recorded until it is known whether it was any good."""
        learned = plan.progress.learned
        if learned is None or not learned.recorded:
            return
        shown = {name: value for name, value in plan.values.items() if name not in plan.secrets}
        before = plan.progress.steps[: len(plan.progress.steps) - len(learned.steps)]
        operations = (*operations_of(before, plan.job.start), *learned.recorded)
        self._lessons.append(Lesson(_named(plan), operations, learned.final_url, shown))

    def blame(self, plan: Plan) -> None:
        """Count a stored way that did not fit the page against it."""
        if self.learns and plan.job.workflow is not None:
            operations = operations_of(plan.job.workflow.steps, plan.job.start)
            self._safely(lambda memory: memory.blame(operations, task=_named(plan), test=self.test))

    def save(self, *, finished: bool = True) -> None:
        """Write down what was kept.

        Args:
            finished: Whether the tasks are finished, so that they are summed up; else ``sum_up`` does it later.
        """
        lessons, self._lessons = self._lessons, []
        if not self.learns or not lessons:
            return
        with self.store.memory.still():
            for lesson in lessons:
                self._safely(lambda memory, one=lesson: self._add(memory, one))  # type: ignore[misc]
            if finished:
                self.sum_up({lesson.task: lesson.values for lesson in lessons})

    def sum_up(self, tasks: dict[str, dict[str, str]]) -> None:
        """Write one phrase for each finished task.

        Args:
            tasks: Values that may be shown, by task.
        """
        for task, values in tasks.items():
            self._safely(lambda memory, one=task, shown=values: memory.finish_task(one, values=shown))  # type: ignore[misc]

    def drop(self) -> None:
        """Forget what was kept."""
        self._lessons.clear()

    def tasks(self) -> dict[str, dict[str, str]]:
        """Return values by task of what is kept, as ``sum_up`` takes them."""
        return {lesson.task: lesson.values for lesson in self._lessons}

    def _add(self, memory: Memory, lesson: Lesson) -> None:
        memory.add(
            lesson.operations,
            task=lesson.task,
            skip_cognitive_phrase=True,
            final_url=lesson.final_url,
            values=lesson.values,
            test=self.test,
            attempt=self.attempt,
        )

    def _safely(self, write: Callable[[Memory], object]) -> None:
        try:
            write(self.store.memory)
        except Exception as error:  # noqa: BLE001  (law 10: bookkeeping never decides about a test)
            from pytest_ami.store.complaint import complain

            complain(f"The memory of pages was not written: {error}")


def _named(plan: Plan) -> str:
    """Return the task, a secret that was written into it by its name."""
    task = plan.task
    for name, secret in plan.secrets.items():
        task = task.replace(secret, f"{{{{{name}}}}}") if secret else task
    return task
