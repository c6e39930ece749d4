"""``ami`` as tests see it: a thin face on one attempt, for sync and for async pages.

Rules of this module:

* The page is the one that was given; it is used, never wrapped.
* What can be said without the page is said in ``attempt``; here is only the order of calls.
* Replay mode runs ``machine.replay`` alone; there is no way from there to a teacher.
"""

from __future__ import annotations

from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Any

from pytest_ami.browser.driver import AsyncDriver, SyncDriver, answered, answered_async
from pytest_ami.browser.session import Session
from pytest_ami.machine.learn import Learned, begin, finish
from pytest_ami.machine.replay import replay
from pytest_ami.machine.task import carry_out
from pytest_ami.model import command as c
from pytest_ami.model.errors import AmiError, AppDownError, ConfigurationError
from pytest_ami.model.outcome import Outcome
from pytest_ami.model.settings import Mode

from .subtasks import RETRIES, errands
from .verification import Trial, tried

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Generator, Iterable, Iterator, Mapping

    from typing_extensions import Self

    from pytest_ami.model.outcome import Run

    from .attempt import Attempt
    from .drift_tracking import Confirmation
    from .plan import Plan
    from .subtasks import Subtask


class _Face:
    """What both faces share."""

    def __init__(self, attempt: Attempt, page: Any, fresh: Mapping[str, Any] | None = None) -> None:
        """Bind an attempt to a page.

        Args:
            attempt: Of the test.
            page: The test's page.
            fresh: With what a context is opened that is like the page's own.
        """
        self._attempt = attempt
        self.page = page
        self._fresh = dict(fresh or {})
        self._session = Session(page, attempt.note)
        self._others: list[_Face] = []

    @property
    def runs(self) -> tuple[Run, ...]:
        """What came of the runs of this test so far."""
        return tuple(self._attempt.runs)

    @property
    def mode(self) -> str:
        """The mode of this run: ``auto``, ``replay``, ``relearn`` or ``off``."""
        return self._attempt.settings.mode.value

    @property
    def confirms(self) -> bool:
        """Whether what is healed is replayed at once, from a clean context, when the test's body was green."""
        settings = self._attempt.settings
        return settings.confirm and settings.mode is Mode.AUTO

    def _doubt(self, plan: Plan, run: Run, state: Any) -> None:
        """Keep in mind what was healed, to replay it when the test's body is over."""
        if run.outcome is Outcome.HEALED:
            number, at = len(self._attempt.proposals) - 1, len(self._attempt.runs) - 1
            candidate = self._attempt.proposals[number]
            self._attempt.trials.append(Trial(number, at, candidate, plan, state, self.page))

    def _due(self, driver: Callable[[Session], Any]) -> Iterator[tuple[Trial, Generator[Any, Any, Confirmation]]]:
        """Yield what is to be replayed from a clean context, and how, each once."""
        while self._attempt.trials:
            trial = self._attempt.trials.pop(0)
            yield trial, tried(trial, self._fresh, driver)

    def close(self) -> None:
        """Let go of the page."""
        for other in self._others:
            other.close()
        self._session.close()

    def on(self, page: Any) -> Self:
        """Return the same ``ami`` on another page of the test, such as one of a second user."""
        other = type(self)(self._attempt, page, self._fresh)
        self._others.append(other)
        return other

    def _program(self, plan: Plan) -> Generator[c.Command, Any, Any]:
        if self._attempt.settings.mode is Mode.REPLAY:
            return _replay_only(plan)
        return carry_out(plan.job, plan.progress)

    def _skip_if_off(self) -> None:
        if self._attempt.settings.mode is Mode.OFF:
            import pytest

            pytest.skip(f"pytest-ami is off ({self._attempt.settings.mode_reason})")

    def _down(self, url: str, acted: c.Acted) -> AppDownError:
        return AppDownError(
            f"APPLICATION DOWN: {url} could not be opened",
            why="The flow was not started; no workflow is blamed.",
            evidence=[acted.detail],
            run=f'pytest "{self._attempt.test}"',
        )

    def _may_demonstrate(self, task: str | None) -> bool:
        mark = self._attempt.mark
        name = task or (mark.task if mark else "")
        if not name:
            raise ConfigurationError(
                "ami.demonstrate() does not know which task is shown",
                why="The test has no learned marker and the call names no task.",
                run='add @pytest.mark.learned("the task"), or call ami.demonstrate("the task", ...)',
            )
        mode = self._attempt.settings.mode
        return mode is Mode.RELEARN or (mode is Mode.AUTO and self._attempt.store.find(name) is None)


def _replay_only(plan: Plan) -> Generator[c.Command, Any, None]:
    job, workflow = plan.job, plan.job.workflow
    assert workflow is not None  # noqa: S101  (plan() refuses otherwise)
    plan.progress.replayed = yield from replay(workflow, plan.values, patience=job.patience, heal=job.heal)


def _shown(plan: Plan) -> Generator[c.Command, Any, None]:
    """End a demonstration: what the recorder saw becomes the steps."""
    learned = plan.progress.lessons[-1]
    yield from finish(plan.job.lesson, learned)
    plan.progress.steps = learned.steps


class Ami(_Face):
    """The ``ami`` fixture on a sync page."""

    def run(self, task_or_instruction: str | None = None, /, **params: Any) -> Run:
        """Carry out the test's task: replay it, or learn it where the mode allows that.

        Args:
            task_or_instruction: A task, or free text that names the parameters' values; may be left out when the
                test has a ``learned`` marker.
            **params: Parameter values.

        Returns:
            What came of it: outcome, steps, seconds, model calls, tokens, drift, version.

        Raises:
            ConfigurationError: The call, the page or the project is not set up as needed.
            StaleError: The page has changed and was not relearned.
            AppDownError, NotReadyError: The application is to blame, not the workflow.
            TeacherError: Learning failed.
        """
        self._skip_if_off()
        plan = self._attempt.planner.plan(task_or_instruction, params, self.page.url)
        state = self.page.context.storage_state() if self.confirms else None
        error: AmiError | None = None
        try:
            driver = SyncDriver(self._session, plan.teacher, plan.secrets, self._attempt.remembering.view())
            driver.run(self._program(plan))
        except AmiError as raised:
            error = raised
        run = self._attempt.conclude(plan, error)
        if self.confirms:
            self._doubt(plan, run, state)
        return run

    def confirm(self) -> None:
        """Replay what was healed from clean contexts; the plugin calls it when the test's body was green."""
        for trial, calls in self._due(SyncDriver):
            self._attempt.confirmed(trial.proposal, trial.run, answered(calls))

    def tasks(
        self, subtasks: Iterable[Subtask | Mapping[str, Any] | str], *, retries: int = RETRIES
    ) -> tuple[Run, ...]:
        """Carry out several tasks in order, each with a recorder of its own; what is done is remembered at once.

        Args:
            subtasks: ``Subtask`` objects, or dicts with ``task`` and, if need be, ``params, start, teacher, secrets``.
            retries: How often a failed subtask is tried again, from where it began.

        Returns:
            What came of them.

        Raises:
            ConfigurationError: As ``run``; or a dict names something that a subtask does not have.
            AmiError: A subtask failed to the last; as ``run``.
        """
        self._skip_if_off()
        todo = errands(self._attempt, lambda: self.page.url, self._program, subtasks, retries)
        try:
            errand = next(todo)
            while True:
                driver = SyncDriver(self._session, errand.teacher, errand.secrets, errand.recall)
                try:
                    result = driver.run(errand.program)
                except Exception as error:  # noqa: BLE001  (the errands decide what it means)
                    driver.run(_one(c.StopRecording()))
                    errand = todo.throw(error)
                else:
                    errand = todo.send(result)
        except StopIteration as stop:
            runs: tuple[Run, ...] = stop.value
            return runs
        finally:
            todo.close()

    def open(self, url: str) -> None:
        """Open ``url`` (a path is taken relative to the base URL).

        Raises:
            AppDownError: It cannot be opened.
        """
        acted = SyncDriver(self._session).run(_one(c.Goto(url=url)))
        if not acted.ok:
            raise self._down(url, acted)

    @contextmanager
    def demonstrate(self, task: str | None = None, /, **params: Any) -> Iterator[Any]:
        """Record what the block does as the workflow of the task, unless one is stored already.

        Args:
            task: May be left out when the test has a ``learned`` marker.
            **params: Parameter values; what is typed and equals one becomes ``{{name}}``.

        Yields:
            The page.
        """
        if not self._may_demonstrate(task):
            yield self.page
            return
        plan = self._attempt.planner.plan_demonstration(task, params, self.page.url)
        driver = SyncDriver(self._session, None, plan.secrets)
        plan.progress.lessons.append(Learned())
        driver.run(begin(plan.job.lesson, plan.progress.lessons[-1]))
        try:
            yield self.page
        except BaseException:
            driver.run(_one(c.StopRecording()))
            raise
        driver.run(_shown(plan))
        self._attempt.conclude(plan)


class AsyncAmi(_Face):
    """The ``ami`` fixture on an async page: the same calls, to be awaited."""

    async def run(self, task_or_instruction: str | None = None, /, **params: Any) -> Run:
        """As ``Ami.run``."""
        self._skip_if_off()
        plan = self._attempt.planner.plan(task_or_instruction, params, self.page.url)
        state = await self.page.context.storage_state() if self.confirms else None
        error: AmiError | None = None
        try:
            driver = AsyncDriver(self._session, plan.teacher, plan.secrets, self._attempt.remembering.view())
            await driver.run(self._program(plan))
        except AmiError as raised:
            error = raised
        run = self._attempt.conclude(plan, error)
        if self.confirms:
            self._doubt(plan, run, state)
        return run

    async def confirm(self) -> None:
        """As ``Ami.confirm``."""
        for trial, calls in self._due(AsyncDriver):
            self._attempt.confirmed(trial.proposal, trial.run, await answered_async(calls))

    async def tasks(
        self, subtasks: Iterable[Subtask | Mapping[str, Any] | str], *, retries: int = RETRIES
    ) -> tuple[Run, ...]:
        """As ``Ami.tasks``."""
        self._skip_if_off()
        todo = errands(self._attempt, lambda: self.page.url, self._program, subtasks, retries)
        try:
            errand = next(todo)
            while True:
                driver = AsyncDriver(self._session, errand.teacher, errand.secrets, errand.recall)
                try:
                    result = await driver.run(errand.program)
                except Exception as error:  # noqa: BLE001  (the errands decide what it means)
                    await driver.run(_one(c.StopRecording()))
                    errand = todo.throw(error)
                else:
                    errand = todo.send(result)
        except StopIteration as stop:
            runs: tuple[Run, ...] = stop.value
            return runs
        finally:
            todo.close()

    async def open(self, url: str) -> None:
        """As ``Ami.open``."""
        acted = await AsyncDriver(self._session).run(_one(c.Goto(url=url)))
        if not acted.ok:
            raise self._down(url, acted)

    @asynccontextmanager
    async def demonstrate(self, task: str | None = None, /, **params: Any) -> AsyncIterator[Any]:
        """As ``Ami.demonstrate``."""
        if not self._may_demonstrate(task):
            yield self.page
            return
        plan = self._attempt.planner.plan_demonstration(task, params, self.page.url)
        driver = AsyncDriver(self._session, None, plan.secrets)
        plan.progress.lessons.append(Learned())
        await driver.run(begin(plan.job.lesson, plan.progress.lessons[-1]))
        try:
            yield self.page
        except BaseException:
            await driver.run(_one(c.StopRecording()))
            raise
        await driver.run(_shown(plan))
        self._attempt.conclude(plan)


def _one(command: c.Command) -> Generator[c.Command, Any, Any]:
    return (yield command)


__all__ = ["Ami", "AsyncAmi"]
