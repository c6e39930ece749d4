"""Follows the lessons of one run: ``todo.md``, ``results.md``, and the line that a terminal shows meanwhile.

Rules of this module:

* Nothing is written before a lesson begins: a replay leaves no file.
* Steps are collected and written at the frequency of the settings, and all of them at the end of the lesson.
* A fault here warns. It never fails a lesson or a test (DESIGN law 10).

It knows settings, moves and steps. It must never know a page.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timezone
from typing import TYPE_CHECKING, TypeVar

from pytest_ami.elements.element import TEST_IDS
from pytest_ami.engine.secrets.redaction import redact_named
from pytest_ami.flow.knowledge.task_outlook import task_outlook
from pytest_ami.model.lesson import MoveKind
from pytest_ami.model.outcome import Usage
from pytest_ami.report.lesson_line import LessonProgress
from pytest_ami.report.todo import results, state, text
from pytest_ami.report.todo.files import TodoFiles
from pytest_ami.store.facts import new_id
from pytest_ami.store.journal import make_folder
from pytest_ami.store.warnings import warn_bookkeeping

from .lesson_plan import host, plan_of

if TYPE_CHECKING:
    from pytest_ami.engine.teaching.lesson import Lesson, LessonResult
    from pytest_ami.flow.scope import AttemptScope
    from pytest_ami.model.errors import AmiError
    from pytest_ami.model.lesson import MoveResult
    from pytest_ami.model.outcome import Run
    from pytest_ami.report.todo.state import LogLine, Todo

T = TypeVar("T")

SHORT = 8
"""Characters of the short id of a session: the end of its id, because ids of one moment begin alike."""


@dataclass(slots=True)
class LessonLog:
    """The observer of the lessons of one run.

    Attributes:
        scope: The attempt.
        task: The task.
        session: Id of the run of the task.
        spent: Cost of the question about the plan.
        outlook: The recommended way and the estimated cost, as a line; empty if the lesson only relearns.
    """

    scope: AttemptScope
    task: str
    session: str = field(default_factory=new_id)
    spent: Usage = field(default_factory=Usage)
    outlook: str = ""
    _began: float = 0.0
    _moves: int = 0
    _todo: Todo | None = None
    _files: TodoFiles | None = None
    _pending: list[LogLine] = field(default_factory=list)
    _run: Run | None = None
    _broken: bool = False

    # -- as an observer of the engine ---------------------------------------------------------------------------

    def begin(self, lesson: Lesson) -> Usage:
        """Show the outlook; begin the files, or note that one more lesson begins; return the cost of the plan."""
        self._began = self._began or time.monotonic()
        if not (lesson.demonstrates or lesson.done or lesson.replaces or self.outlook):
            self.outlook = self._outlook(lesson)
        self._show(LessonProgress(self.task, outlook=self.outlook))
        return self._safely(lambda: self._begin(lesson), Usage())

    def move(self, result: MoveResult, url: str, after: str, usage: Usage) -> None:
        """Log a move that succeeded, note one that did not, and show it on the terminal."""
        self._moves += 1
        seconds = time.monotonic() - self._began
        self._show(LessonProgress(self.task, self._moves, summary_of(result), usage, seconds))
        self._safely(lambda: self._move(result, url, after), None)

    def finish(self, lesson: Lesson, learned: LessonResult) -> None:
        """Write the steps that are not written yet; those of a demonstration are known only now."""
        self._safely(lambda: self._finish(lesson, learned), None)

    # -- at the end of the run and of the test --------------------------------------------------------------------

    def conclude(self, run: Run, error: AmiError | None) -> None:
        """Complete the files after a run."""
        if self._began:
            self._show(None)
        self._safely(lambda: self._conclude(run, error), None)

    def settle(self, *, passed: bool, unfit: str = "") -> None:
        """Write the result of the test beside the results of the lesson, and why nothing of it is kept all the same."""
        self._safely(lambda: self._write_results(passed=passed, unfit=unfit), None)

    # -- their parts ----------------------------------------------------------------------------------------------

    def _begin(self, lesson: Lesson) -> Usage:
        make_folder(self.scope.store.folder)  # hidden from git before anything else is in it
        settings = self.scope.settings
        if not settings.todo_writes:
            return Usage()
        plan = None
        if self._todo is None:
            plan = plan_of(lesson, self.scope)
            self.spent = plan.usage
            words = redact_named(lesson.sentence or lesson.task, lesson.secrets)
            url = redact_named(lesson.options.url, lesson.secrets)
            started = f"{datetime.now(timezone.utc):%Y-%m-%dT%H:%M:%SZ}"
            self._todo = state.begin(self.session[-SHORT:], words, started, url, plan.items)
            self._files = TodoFiles(self.scope.artifacts, warn_bookkeeping)
            self._note("plan", plan.source)
            if self.outlook:
                self._note("outlook", self.outlook)
        if lesson.done:
            number, last = len(lesson.done), lesson.done[-1].title()
            self._note("replayed", f"{number} stored steps before this lesson, the last: {last}")
        self._write()
        return plan.usage if plan else Usage()

    def _outlook(self, lesson: Lesson) -> str:
        try:
            names = [parameter.name for parameter in lesson.parameters]
            found = task_outlook(self.scope.store, lesson.task, lesson.options.url, names)
        except Exception as error:  # noqa: BLE001  (law 10: bookkeeping never decides about a test)
            warn_bookkeeping(f"The cost of the lesson in {self.scope.test} is not estimated: {error}")
            return ""
        return str(redact_named(found.title(), lesson.secrets))

    def _move(self, result: MoveResult, url: str, after: str) -> None:
        if self._todo is None:
            return
        summary = summary_of(result)
        if not result.ok:
            self._note("failed", f"{summary}: {result.problem}")
        else:
            element, move = result.element, result.move
            selector = selector_of(element.role, element.name, element.attributes) if element else "page"
            self._pending.append(state.log_line(now(), move.kind.value, selector, url, summary))
            if move.kind is MoveKind.BACK and move.undo:
                self._note("undone", f"the last {move.undo} steps. {move.reason}")
        self._todo = state.move_to(self._todo, after)
        settings = self.scope.settings
        every = 1 if settings.todo_progress_every_step else max(1, settings.todo_progress_every_n_steps)
        if len(self._pending) >= every or not result.ok:
            self._write()

    def _finish(self, lesson: Lesson, learned: LessonResult) -> None:
        if self._todo is None:
            return
        if lesson.demonstrates:
            for step in learned.steps:
                target = step.target
                selector = selector_of(target.role, target.name, target.attributes) if target else "page"
                url = step.route or lesson.options.url
                self._pending.append(state.log_line(now(), step.kind.value, selector, url, step.title()))
        if learned.rejoined is not None and learned.rejoined < len(lesson.remaining):
            self._note("rejoined", f"the stored steps fit again from: {lesson.remaining[learned.rejoined].title()}")
        self._todo = state.move_to(self._todo, redact_named(learned.final_url, lesson.secrets) or self._todo.url)
        self._write()

    def _conclude(self, run: Run, error: AmiError | None) -> None:
        if self._todo is None:
            return
        self._run = run
        self._write()
        failed = f"{run.outcome.value}. {error.what}" if error else ""
        ending = f"{run.outcome.value}, {self._todo.count} steps in {run.seconds:.1f} s"
        label = state.STOPPED if error else state.COMPLETED
        most, check = self.scope.settings.todo_max_progress_lines, self.scope.settings.todo_auto_check
        self._todo = state.complete(self._todo, state.note(now(), label, failed or ending), most, check=check)
        self._write()
        self._write_results(passed=None)

    def _write_results(self, *, passed: bool | None, unfit: str = "") -> None:
        if self._todo is None or self._files is None or self._run is None:
            return
        self._files.write(
            "results", results.results(self._run, self._todo, self.scope.test, passed=passed, unfit=unfit)
        )

    def _note(self, label: str, words: str) -> None:
        assert self._todo is not None  # noqa: S101  (all callers have checked it)
        self._todo = state.remark(
            self._todo, state.note(now(), label, words), self.scope.settings.todo_max_progress_lines
        )

    def _write(self) -> None:
        """Append the collected steps, check off their items, and write the file."""
        assert self._todo is not None  # noqa: S101  (all callers have checked it)
        assert self._files is not None  # noqa: S101  (made together)
        settings = self.scope.settings
        for line in self._pending:
            self._todo = state.append(self._todo, line, settings.todo_max_progress_lines)
            if settings.todo_auto_check:
                self._todo = state.check_off(self._todo, line.kind, host(line.url))
        self._pending.clear()
        self._files.write("todo", text.render(self._todo))

    def _safely(self, act: Callable[[], T], otherwise: T) -> T:
        try:
            return act()
        except Exception as error:  # noqa: BLE001  (law 10: bookkeeping never decides about a test)
            self._todo = None
            warn_bookkeeping(
                f"todo.md of {self.scope.test} is not kept. Why: {type(error).__name__}: {error}. Effect: the lesson "
                "goes on without it. Run next: pytest --ami-todo-writes=false"
            )
            return otherwise

    def _show(self, progress: LessonProgress | None) -> None:
        """Show the progress on the terminal, or None at its end; a fault ends the line, not the lesson."""
        if self._broken or self.scope.live is None:
            return
        try:
            self.scope.live(progress)
        except Exception as error:  # noqa: BLE001  (law 10, as above)
            self._broken = True
            warn_bookkeeping(
                f"The progress of the lesson in {self.scope.test} is not shown. Why: {type(error).__name__}: {error}. "
                "Effect: the lesson goes on without it. Run next: pytest -s"
            )


def summary_of(result: MoveResult) -> str:
    """Return a move in words, with its reason: ``fill textbox "To" with {{to}} (the recipient)``."""
    move, element = result.move, result.element
    words = move.kind.value.replace("_", " ")
    words += f' {element.role} "{element.name}"' if element else ""
    words += f" with {move.value}" if move.value else ""
    return words + (f" ({move.reason})" if move.reason else "")


def selector_of(role: str, name: str, attributes: Mapping[str, str]) -> str:
    """Return a short selector of an element: its test id, its id, or its role and name."""
    for key in TEST_IDS:
        if attributes.get(key):
            return f"[{key}={attributes[key]}]"
    return f"#{attributes['id']}" if attributes.get("id") else f"role={role}[name={name}]"


def now() -> str:
    """Return the time of day, UTC, as ``HH:MM:SS``."""
    return f"{datetime.now(timezone.utc):%H:%M:%S}"
