"""``ami`` as tests see it: one attempt on one page, for sync and for async pages.

Rules of this module:

* The page belongs to the test; it is used, never wrapped.
* Each call is one generator of Playwright calls in ``_Facade``. ``Ami`` drives it on sync pages, where a call has its
  result at once; ``AsyncAmi`` drives it on async pages, where a call is awaited.
* Decisions that need no page are made in ``attempt``; this module only orders the calls.
* Replay mode runs ``engine.versions`` alone; there is no way from there to a teacher, nor from an expected refusal.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from pytest_ami.browser.driver import AsyncDriver, SyncDriver
from pytest_ami.browser.run_calls import run_async, run_sync
from pytest_ami.browser.session import ContextSession
from pytest_ami.engine.relearn import run_flow
from pytest_ami.engine.teaching.learn import begin, finish
from pytest_ami.engine.teaching.lesson import LessonResult
from pytest_ami.engine.versions.fallback import replay_versions
from pytest_ami.engine.versions.rejection import replay_rejected
from pytest_ami.model import command as c
from pytest_ami.model.errors import AmiError, AppDownError, ConfigurationError
from pytest_ami.model.outcome import Outcome
from pytest_ami.model.settings import Mode
from pytest_ami.report.messages import lesson_error

from .evidence.witness import witness_for
from .subtasks import RETRIES, SubtaskRunner
from .verification import HealCheck, verify

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Mapping
    from contextlib import AbstractAsyncContextManager, AbstractContextManager

    from typing_extensions import Self

    from pytest_ami.model.outcome import Run
    from pytest_ami.model.subtask import Subtask

    from .attempt import Attempt
    from .passive_recording import PassiveRecording
    from .plan import Plan

T = TypeVar("T")


class _Facade:
    """The calls of ``ami``, each as a generator of Playwright calls."""

    _driver: type[SyncDriver | AsyncDriver]
    """The driver for the pages of this facade."""

    def __init__(self, attempt: Attempt, page: Any, context_options: Mapping[str, Any] | None = None) -> None:
        """Bind an attempt to a page.

        Args:
            attempt: The attempt of the test.
            page: The test's page.
            context_options: Arguments for a context like the page's own.
        """
        self._attempt = attempt
        self.page = page
        self._context_options = dict(context_options or {})
        self._session = ContextSession(page, attempt.note)
        self._others: list[_Facade] = []

    @property
    def runs(self) -> tuple[Run, ...]:
        """The runs of this test so far."""
        return tuple(self._attempt.runs)

    @property
    def mode(self) -> str:
        """The mode of this run: ``auto``, ``replay``, ``relearn`` or ``off``."""
        return self._attempt.scope.settings.mode.value

    @property
    def confirms(self) -> bool:
        """Whether healed versions are replayed from a clean context after a green body."""
        settings = self._attempt.scope.settings
        return settings.confirm and settings.mode is Mode.AUTO

    def close(self) -> None:
        """Release the page."""
        for other in self._others:
            other.close()
        self._session.close()

    def on(self, page: Any) -> Self:
        """Return the same ``ami`` on another page of the test, such as one of a second user."""
        other = type(self)(self._attempt, page, self._context_options)
        self._others.append(other)
        return other

    # -- the calls ------------------------------------------------------------------------------------------------

    def _run(self, text: str | None, params: Mapping[str, Any], expect: str) -> Generator[Any, Any, Run]:
        self._skip_if_off()
        home = yield from self._session.home_url()
        plan = self._attempt.planner.plan(text, params, self.page.url, expect, home)
        state = (yield self.page.context.storage_state()) if self.confirms else None
        error: AmiError | None = None
        try:
            yield from self._perform(plan, self._attempt.memory.recall(plan.task))
        except Exception as raised:  # noqa: BLE001  (the code of a teacher may raise anything)
            known = plan.progress.replayed
            error = lesson_error(raised, known.drift if known else None, self._attempt.scope.command)
        run = self._attempt.conclude(plan, error)
        proposal = self._attempt.proposal_of(run)
        if self.confirms and proposal is not None and run.outcome is Outcome.HEALED:
            self._attempt.heal_checks.append(HealCheck(proposal, plan, state, self.page))
        return run

    def _tasks(
        self, subtasks: Iterable[Subtask | Mapping[str, Any] | str], retries: int
    ) -> Generator[Any, Any, tuple[Run, ...]]:
        self._skip_if_off()
        sent, url = lambda: len(self._session.health.read().sent), lambda: self.page.url
        home = self._session.home_url
        runner = SubtaskRunner(self._attempt, url, home, self._perform, self._execute, sent, retries)
        return (yield from runner.run(subtasks))

    def _open(self, url: str) -> Generator[Any, Any, None]:
        acted = yield self._driver(self._session).run(_single(c.Goto(url=url)))
        if not acted.ok:
            raise AppDownError(
                f"APPLICATION DOWN: {url} could not be opened",
                why="The flow did not start. No workflow is affected.",
                evidence=[acted.detail],
                run=self._attempt.scope.command,
            )

    def _confirm(self) -> Generator[Any, Any, None]:
        checks = self._attempt.heal_checks
        while checks:
            check = checks.pop(0)
            confirmation = yield from verify(check, self._context_options, self._driver)
            self._attempt.confirm(check.proposal, confirmation)

    def _perform(self, plan: Plan, recall: Callable[[str], str] | None) -> Generator[Any, Any, None]:
        """Carry out a plan, and keep its evidence.

        Raises:
            AmiError: The flow stopped.
        """
        witness = plan.witness = witness_for(self._attempt.scope, plan.secrets)
        driver = self._driver(self._session, plan.teacher, plan.secrets, recall, witness)
        try:
            yield driver.run(self._program(plan))
        except Exception:
            yield driver.run(_single(c.StopRecording()))
            yield from witness.end(self._session, stopped=True)
            raise
        yield from witness.end(self._session, stopped=plan.stopped)

    def _execute(self, program: Generator[c.Command, Any, Any]) -> Generator[Any, Any, Any]:
        return (yield self._driver(self._session).run(program))

    def _demonstration(self, task: str | None, params: Mapping[str, Any]) -> Generator[Any, Any, _Demonstration | None]:
        """Return the demonstration to record; None if the flow is known, or the mode does not learn."""
        scope = self._attempt.scope
        name = task or (scope.mark.task if scope.mark else "")
        if not name:
            raise ConfigurationError(
                "ami.demonstrate() has no task to record",
                why="The test has no learned marker and the call names no task.",
                run='add @pytest.mark.learned("the task"), or call ami.demonstrate("the task", ...)',
            )
        mode = scope.settings.mode
        if not (mode is Mode.RELEARN or (mode is Mode.AUTO and scope.flows.find(name) is None)):
            return None
        home = yield from self._session.home_url()
        plan = self._attempt.planner.plan_demonstration(task, params, self.page.url, home)
        passive = self._attempt.recording_in(self.page.context)
        return _Demonstration(self._attempt, plan, self._driver(self._session, None, plan.secrets), passive)

    def _aside(self, flow: Generator[Any, Any, T]) -> Generator[Any, Any, T]:
        """Return a flow during which the recording of ``recorded_page`` pauses: a flow is remembered once."""
        recording = self._attempt.recording_in(self.page.context)
        return recording.aside(flow) if recording is not None else flow

    # -- their parts ----------------------------------------------------------------------------------------------

    def _program(self, plan: Plan) -> Generator[c.Command, Any, Any]:
        if plan.expect:
            return plan.guarded(_rejected_only(plan))
        if self._attempt.scope.settings.mode is Mode.REPLAY:
            return plan.guarded(_replay_only(plan))
        return plan.guarded(run_flow(plan.spec, plan.progress))

    def _skip_if_off(self) -> None:
        settings = self._attempt.scope.settings
        if settings.mode is Mode.OFF:
            import pytest

            pytest.skip(f"pytest-ami is off ({settings.mode_reason})")


class _Demonstration:
    """The recording of a ``with ami.demonstrate(...)`` block; each method yields Playwright calls."""

    def __init__(
        self, attempt: Attempt, plan: Plan, driver: SyncDriver | AsyncDriver, passive: PassiveRecording | None
    ) -> None:
        self._attempt = attempt
        self._plan = plan
        self._driver = driver
        self._passive = passive
        self._learned = LessonResult()

    def begin(self) -> Generator[Any, Any, None]:
        """Start recording."""
        if self._passive is not None:
            yield from self._passive.pause()
        self._plan.progress.lessons.append(self._learned)
        yield self._driver.run(begin(self._plan.spec.lesson, self._learned))

    def abandon(self) -> Generator[Any, Any, None]:
        """Stop recording and learn nothing, because the block has failed."""
        yield self._driver.run(_single(c.StopRecording()))
        yield from self._resume()

    def conclude(self) -> Generator[Any, Any, None]:
        """Stop recording, and turn the recorded operations into the steps of a workflow."""
        yield self._driver.run(finish(self._plan.spec.lesson, self._learned))
        yield from self._resume()
        self._plan.progress.steps = self._learned.steps
        self._attempt.conclude(self._plan)

    def _resume(self) -> Generator[Any, Any, None]:
        if self._passive is not None:
            yield from self._passive.resume()


def _replay_only(plan: Plan) -> Generator[c.Command, Any, None]:
    spec = plan.spec
    assert spec.workflow is not None  # noqa: S101  (the planner refuses otherwise)
    ran = yield from replay_versions(spec.workflow, spec.others, spec.values, spec.options)
    progress = plan.progress
    progress.replayed, progress.version, progress.passed_over = ran.replayed, ran.version, ran.passed_over


def _rejected_only(plan: Plan) -> Generator[c.Command, Any, None]:
    spec = plan.spec
    assert spec.workflow is not None  # noqa: S101  (the planner refuses otherwise)
    found = yield from replay_rejected(spec.workflow, spec.values, spec.options)
    plan.progress.rejection, plan.progress.replayed = found, found.replayed


def _single(command: c.Command) -> Generator[c.Command, Any, Any]:
    return (yield command)


def _drive(calls: Generator[Any, Any, T]) -> T:
    """Return the result of ``calls`` on a sync page."""
    try:
        return run_sync(calls)
    finally:
        calls.close()


async def _drive_async(calls: Generator[Any, Any, T]) -> T:
    """Return the result of ``calls`` on an async page."""
    try:
        return await run_async(calls)
    finally:
        calls.close()


class _Block:
    """A ``with ami.demonstrate(...)`` block, on a sync or on an async page."""

    def __init__(self, page: Any, prepare: Callable[[], Generator[Any, Any, _Demonstration | None]]) -> None:
        self._page = page
        self._prepare = prepare
        self._demonstration: _Demonstration | None = None

    def _begin(self) -> Generator[Any, Any, Any]:
        self._demonstration = yield from self._prepare()
        if self._demonstration is not None:
            yield from self._demonstration.begin()
        return self._page

    def _end(self, *, failed: bool) -> Generator[Any, Any, None]:
        if self._demonstration is not None:
            yield from self._demonstration.abandon() if failed else self._demonstration.conclude()

    def __enter__(self) -> Any:
        return _drive(self._begin())

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        _drive(self._end(failed=kind is not None))

    async def __aenter__(self) -> Any:
        return await _drive_async(self._begin())

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        await _drive_async(self._end(failed=kind is not None))


class Ami(_Facade):
    """The ``ami`` fixture on a sync page."""

    _driver = SyncDriver

    def run(self, task_or_instruction: str | None = None, /, *, expect: str = "", **params: Any) -> Run:
        """Carry out the test's task: replay it, or learn it if the mode allows that.

        Args:
            task_or_instruction: A task, or free text that names the parameters' values; may be left out if the
                test has a ``learned`` marker.
            expect: ``rejected`` if the application must refuse the flow, such as a log-in with a wrong password. Then
                the steps are replayed up to the refused one, and nothing is learned.
            **params: Parameter values.

        Returns:
            The run: outcome, steps, seconds, model calls, tokens, drift, version.

        Raises:
            ConfigurationError: The call, the page or the project lacks something; the message names it.
            StaleError: The page has changed and was not relearned.
            FlowError: The outcome differs from the expected one.
            AppDownError, NotReadyError: The cause is the application, not the workflow.
            TeacherError: Learning failed.
        """
        return _drive(self._aside(self._run(task_or_instruction, params, expect)))

    def confirm(self) -> None:
        """Replay healed versions from clean contexts; the plugin calls it after a green body."""
        _drive(self._confirm())

    def tasks(
        self, subtasks: Iterable[Subtask | Mapping[str, Any] | str], *, retries: int = RETRIES
    ) -> tuple[Run, ...]:
        """Carry out several tasks in order, each with a recorder of its own; each is remembered when it is done.

        Args:
            subtasks: ``Subtask`` objects, or dicts with ``task`` and optionally ``params, start, teacher, secrets``.
            retries: The number of further tries of a failed subtask, each from the page where it began.

        Returns:
            The runs.

        Raises:
            ConfigurationError: As for ``run``; or a dict names a field that a subtask does not have.
            AmiError: A subtask failed at every try; as for ``run``.
        """
        return _drive(self._aside(self._tasks(subtasks, retries)))

    def open(self, url: str) -> None:
        """Open ``url`` (a path is taken relative to the base URL).

        Raises:
            AppDownError: The page cannot be opened.
        """
        _drive(self._open(url))

    def demonstrate(self, task: str | None = None, /, **params: Any) -> AbstractContextManager[Any]:
        """Record the block as the workflow of the task, unless one is stored already.

        Args:
            task: The task; may be left out if the test has a ``learned`` marker.
            **params: Parameter values; a typed text that equals one becomes ``{{name}}``.

        Returns:
            The context of the block; its value is the page.
        """
        return _Block(self.page, partial(self._demonstration, task, params))


class AsyncAmi(_Facade):
    """The ``ami`` fixture on an async page: the same calls as coroutines."""

    _driver = AsyncDriver

    async def run(self, task_or_instruction: str | None = None, /, *, expect: str = "", **params: Any) -> Run:
        """As ``Ami.run``."""
        return await _drive_async(self._aside(self._run(task_or_instruction, params, expect)))

    async def confirm(self) -> None:
        """As ``Ami.confirm``."""
        await _drive_async(self._confirm())

    async def tasks(
        self, subtasks: Iterable[Subtask | Mapping[str, Any] | str], *, retries: int = RETRIES
    ) -> tuple[Run, ...]:
        """As ``Ami.tasks``."""
        return await _drive_async(self._aside(self._tasks(subtasks, retries)))

    async def open(self, url: str) -> None:
        """As ``Ami.open``."""
        await _drive_async(self._open(url))

    def demonstrate(self, task: str | None = None, /, **params: Any) -> AbstractAsyncContextManager[Any]:
        """As ``Ami.demonstrate``."""
        return _Block(self.page, partial(self._demonstration, task, params))
