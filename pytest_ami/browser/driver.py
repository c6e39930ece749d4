"""The two drivers carry out the commands that the engine yields: one on sync pages, one on async pages.

Rules of this module:

* Both use the same table of handlers. The only difference is that the async driver awaits each result.
* No event loop is started, ``asyncio.run`` is never called, Playwright is not imported: the user's page is used.
* Each command has a deadline of the driver's own: see ``deadline``.
* On any exit the engine's generator is closed, so that a recording never outlives its attempt.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from pytest_ami.engine.boundary.document_origins import ForeignDocumentError
from pytest_ami.model import command as c
from pytest_ami.model.dialog import DialogRecord
from pytest_ami.model.errors import ConfigurationError, bug
from pytest_ami.model.lesson import Question

from .bundle import disarmed
from .calls import HANDLERS, Handler, Workbench
from .deadline import late_result, limit, timed, within_async
from .guards.interception import release
from .page_queries import origins_of
from .run_calls import Calls, Overdue, run_async, run_sync, within

if TYPE_CHECKING:
    from pytest_ami.model.lesson import Advice, Pick, Situation

    from .pictures.witness import Witness
    from .session import ContextSession

T = TypeVar("T")
NO_DIALOGS = DialogRecord()


def flavour(page: object) -> str:
    """Return ``sync`` or ``async`` for a Playwright page, by the module of its class; nothing is imported.

    Raises:
        ConfigurationError: ``page`` is not a Playwright page.
    """
    for kind in type(page).__mro__:
        module = kind.__module__
        if module.startswith("playwright.sync_api"):
            return "sync"
        if module.startswith("playwright.async_api"):
            return "async"
    raise ConfigurationError(
        "The page is not a Playwright page",
        why="pytest-ami needs the `page` fixture of pytest-playwright, or a Playwright page that the test made itself.",
        evidence=[f"got {type(page).__module__}.{type(page).__qualname__}"],
        run='pip install "pytest-ami[sync]"   # or "pytest-ami[async]" for async tests',
    )


class DriverBase:
    """A workbench, and the table of handlers that carry out commands on it.

    Args:
        session: The context to work on.
        teacher: A ``Teacher`` or ``Demonstrator``, or None for a replay.
        secrets: Secret values by parameter name.
        recall: Returns the known facts about a URL; None if there is no memory of pages.
        witness: Keeps the evidence of the flow; None for none.
    """

    carry: Callable[[Calls], Any]
    """Carries out calls from within a callback of Playwright."""

    def __init__(
        self,
        session: ContextSession,
        teacher: Any = None,
        secrets: Mapping[str, str] | None = None,
        recall: Callable[[str], str] | None = None,
        witness: Witness | None = None,
    ) -> None:
        """Put the parts on a workbench."""
        self._witness = witness
        self.bench = Workbench(
            session=session,
            carry=self.carry,
            ask=self.ask,
            teacher=teacher,
            secrets=dict(secrets or {}),
            recall=recall,
        )

    def before(self, command: c.Command) -> Calls:
        """Remove routes of guards that are over, and keep what the evidence of the flow needs before a command."""
        yield from release(self.bench.session)
        if self._witness is not None:
            yield from self._witness.before(self.bench.session, command)

    def handle(self, command: c.Command) -> Calls:
        """Return the Playwright calls for ``command``, as a generator."""
        guard = self.bench.guard
        if guard is not None and (why := guard.keeps(command)):
            return _refused(why)
        handler = HANDLERS.get(type(command))
        if handler is None:
            name = type(command).__name__
            raise bug(f"No handler for the command {name}", "The driver does not know it")
        if isinstance(command, c.Act) and command.origins is not None:
            return self._within(command, handler)
        return handler(self.bench, command)

    def _within(self, command: c.Act, handler: Handler) -> Calls:
        """Carry out an action, unless its document is now one of a foreign origin."""
        frame = self.bench.session.frame_of(command)
        found = (yield from origins_of(frame)) if frame is not None else ()
        foreign = next((origin for origin in found if origin not in (command.origins or ())), None)
        if foreign is not None:
            raise ForeignDocumentError((f"the document is on {foreign or 'no origin'}",))
        return (yield from handler(self.bench, command))

    def released(self) -> Calls:
        """End what a program left to the page: routes, and the check of an action that it did not carry out."""
        session = self.bench.session
        yield from release(session)
        session.dialogs.release()
        if session.armed is not None:
            yield from disarmed(session, session.armed)

    def expired(self, command: c.Command, milliseconds: float) -> Any:
        """Return the result of a command whose time is over."""
        recording = self.bench.recording
        operations = tuple(recording.operations) if recording else ()
        return late_result(self.bench.session, command, milliseconds, operations)

    def result(self, command: c.Command, result: Any, began: float) -> Any:
        """Return the result of a command with the time that it took and with the dialogs that came."""
        seen = result.seen if isinstance(result, c.Acted) else None
        result = timed(result, (time.monotonic() - began) * 1000 - (seen.waited if seen else 0.0))
        record = self.bench.session.dialogs.read()
        if record != NO_DIALOGS and isinstance(result, (c.Acted, c.Seen)):
            result = replace(result, dialogs=record)
            if seen is not None:
                result = replace(result, seen=replace(seen, dialogs=record))
        if self._witness is not None:
            self._witness.note(command, result)
        return result

    def ask(self, situation: Situation | Question) -> Any:
        """Ask the teacher; return the answer or an awaitable of it."""
        return self._answer(situation)

    def _answer(self, situation: Situation | Question) -> Advice | Pick:
        teacher = self.bench.teacher
        if teacher is None:
            raise bug("A replay asked for a teacher", "A replay has no teacher")
        asks = teacher.choose if isinstance(situation, Question) else teacher.advise
        answer: Advice | Pick = asks(situation)
        return answer


def _refused(why: str) -> Calls:
    yield from ()
    return c.Acted(ok=False, detail=why)


class SyncDriver(DriverBase):
    """Runs programs on sync pages."""

    carry = staticmethod(run_sync)

    def _carried_out(self, command: c.Command) -> Any:
        run_sync(self.before(command))
        began, most = time.monotonic(), limit(command)
        try:
            with within(most):
                result = run_sync(self.handle(command))
        except Overdue:
            result = self.expired(command, most or 0.0)
        return self.result(command, result, began)

    def run(self, program: Generator[c.Command, Any, T]) -> T:
        """Carry out ``program`` and return its result."""
        try:
            return run_sync(program, self._carried_out)
        finally:
            run_sync(self.released())
            program.close()


class AsyncDriver(DriverBase):
    """Runs programs on async pages, in the test's own event loop."""

    carry = staticmethod(run_async)

    async def _carried_out(self, command: c.Command) -> Any:
        await run_async(self.before(command))
        began, most = time.monotonic(), limit(command)
        try:
            result = await within_async(run_async(self.handle(command)), most)
        except Overdue:
            result = self.expired(command, most or 0.0)
        return self.result(command, result, began)

    async def run(self, program: Generator[c.Command, Any, T]) -> T:
        """Carry out ``program`` and return its result."""
        try:
            return await run_async(program, self._carried_out)
        finally:
            await run_async(self.released())
            program.close()

    def ask(self, situation: Situation | Question) -> Any:
        """Ask the teacher in a thread, so that the event loop continues while a model answers."""
        import asyncio

        return asyncio.to_thread(self._answer, situation)


__all__ = ["AsyncDriver", "DriverBase", "SyncDriver", "flavour"]
