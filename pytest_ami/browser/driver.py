"""The two drivers: they carry out what the engine yields, one on sync pages, one on async pages.

Rules of this module:

* Both serve the same table of handlers; the only difference is that one awaits what the other already has.
* No loop is started, no ``asyncio.run`` is called, Playwright is not imported: the page that was given is used.
* On any exit the engine's generator is closed, so that a recording never outlives its attempt.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Generator, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from pytest_ami.model import command as c
from pytest_ami.model.errors import ConfigurationError, HarnessError
from pytest_ami.model.lesson import Question

from .calls import HANDLERS, first_line
from .guarding import RequestGuard
from .recorder import Recording
from .session import ContextSession

if TYPE_CHECKING:
    from pytest_ami.model.lesson import Advice, Pick, Situation

T = TypeVar("T")


def flavour(page: object) -> str:
    """Return ``sync`` or ``async`` for a Playwright page, by its class's module; nothing is imported.

    Raises:
        ConfigurationError: It is not a Playwright page.
    """
    for kind in type(page).__mro__:
        module = kind.__module__
        if module.startswith("playwright.sync_api"):
            return "sync"
        if module.startswith("playwright.async_api"):
            return "async"
    raise ConfigurationError(
        "The page is not a Playwright page",
        why="pytest-ami works on the page that pytest-playwright's `page` fixture gives, or on one made by hand.",
        evidence=[f"got {type(page).__module__}.{type(page).__qualname__}"],
    )


class DriverBase:
    """What a program needs besides the page: the teacher, and the recording under way.

    Args:
        session: The context that is worked on.
        teacher: A ``Teacher`` or ``Demonstrator``, or None for a replay.
        secrets: Secret values by parameter name.
        recall: Says what is known about a URL; None where nothing is.
    """

    carry: Callable[[Generator[Any, Any, Any]], Any]
    """Carries out calls from within a callback of Playwright."""

    def __init__(
        self,
        session: ContextSession,
        teacher: Any = None,
        secrets: Mapping[str, str] | None = None,
        recall: Callable[[str], str] | None = None,
    ) -> None:
        """Keep the parts."""
        self.recall = recall
        self.session = session
        self.teacher = teacher
        self.secrets = dict(secrets or {})
        self.recording: Recording | None = None
        self.guard: RequestGuard | None = None

    def handle(self, command: c.Command) -> Generator[Any, Any, Any]:
        """Return the Playwright calls for ``command``, as a generator."""
        if isinstance(command, c.StartRecording | c.StopRecording):
            return self._start(command) if isinstance(command, c.StartRecording) else self._stop()
        if isinstance(command, c.ReadRecording):
            return self._recorded().read()
        if isinstance(command, c.ForgetSince):
            self._recorded().forget_since(command.keep)
            return _nothing()
        if isinstance(command, c.Recall | c.Perform):
            return self._recall(command) if isinstance(command, c.Recall) else self._perform(command)
        if self.guard is not None and (why := self.guard.keeps(command)):
            return _nothing(c.Acted(ok=False, detail=why))
        handler = HANDLERS.get(type(command))
        if handler is None:
            raise HarnessError(f"No handler for the command {type(command).__name__}")
        return handler(self.session, command)

    def advise(self, situation: Situation | Question) -> Advice | Pick:
        """Ask the teacher."""
        if self.teacher is None:
            raise HarnessError("A replay asked for a teacher", why="That must never happen: it is a bug.")
        asks = self.teacher.choose if isinstance(situation, Question) else self.teacher.advise
        answer: Advice | Pick = asks(situation)
        return answer

    def _recorded(self) -> Recording:
        if self.recording is None:
            raise HarnessError("No recording is under way", why="That must never happen: it is a bug.")
        return self.recording

    def _start(self, command: c.StartRecording) -> Generator[Any, Any, Any]:
        self.recording = Recording(self.session, self.secrets, keep=self.session.keep)
        if command.origins is not None:
            self.guard = RequestGuard(self.session, self.secrets, command, self.carry)
            yield from self.guard.start()
        yield from self.recording.start()

    def _stop(self) -> Generator[Any, Any, Any]:
        guard, self.guard = self.guard, None
        if guard is not None:
            yield from guard.stop()
        recording, self.recording = self.recording, None
        if recording is not None:
            yield from recording.stop()

    def _recall(self, command: c.Recall) -> Generator[Any, Any, str]:
        return self.recall(command.url) if self.recall else ""
        yield

    def _perform(self, command: c.Perform) -> Generator[Any, Any, Any]:
        """Run a demonstration; its own failures are the test's business, so they are not swallowed."""
        yield self.teacher.perform(self.session.home, command.values)
        return c.Acted()


def _nothing(result: Any = None) -> Generator[Any, Any, Any]:
    return result
    yield


def run_sync(calls: Generator[Any, Any, T]) -> T:
    """Return what ``calls`` returns, on a sync page: each call it yields has been answered already."""
    try:
        answer = next(calls)
        while True:
            answer = calls.send(answer)
    except StopIteration as stop:
        value: T = stop.value
        return value


async def run_async(calls: Generator[Any, Any, T]) -> T:
    """Return what ``calls`` returns, on an async page: each call it yields is awaited."""
    try:
        answer = next(calls)
        while True:
            try:
                ready = await answer if inspect.isawaitable(answer) else answer
            except Exception as error:  # noqa: BLE001  (the calls decide what it means)
                answer = calls.throw(error)
            else:
                answer = calls.send(ready)
    except StopIteration as stop:
        value: T = stop.value
        return value


class SyncDriver(DriverBase):
    """Runs programs on sync pages."""

    carry = staticmethod(run_sync)

    def run(self, program: Generator[c.Command, Any, T]) -> T:
        """Carry out ``program`` and return its result."""
        try:
            command = next(program)
            while True:
                try:
                    result = self._do(command)
                except Exception as error:  # noqa: BLE001  (the program decides what it means)
                    command = program.throw(error)
                else:
                    command = program.send(result)
        except StopIteration as stop:
            value: T = stop.value
            return value
        finally:
            program.close()

    def _do(self, command: c.Command) -> Any:
        if isinstance(command, c.AskTeacher):
            return self.advise(command.situation)
        return run_sync(self.handle(command))


class AsyncDriver(DriverBase):
    """Runs programs on async pages, in whatever loop the test runs in."""

    carry = staticmethod(run_async)

    async def run(self, program: Generator[c.Command, Any, T]) -> T:
        """Carry out ``program`` and return its result."""
        try:
            command = next(program)
            while True:
                try:
                    result = await self._do(command)
                except Exception as error:  # noqa: BLE001  (the program decides what it means)
                    command = program.throw(error)
                else:
                    command = program.send(result)
        except StopIteration as stop:
            value: T = stop.value
            return value
        finally:
            program.close()

    async def _do(self, command: c.Command) -> Any:
        if isinstance(command, c.AskTeacher):
            import asyncio

            return await asyncio.to_thread(self.advise, command.situation)
        return await run_async(self.handle(command))


__all__ = ["AsyncDriver", "DriverBase", "SyncDriver", "first_line", "flavour", "run_async", "run_sync"]
