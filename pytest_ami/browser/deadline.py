"""A deadline for each command, on the driver's side: a page that does not answer never holds a run.

Theory of operation. ``page.evaluate`` and most calls on handles have no timeout of their own in Playwright, and a page
that blocks its thread answers nothing. So each command gets a time, and its Playwright call is abandoned when the time
is over:

* on async pages, by ``asyncio.wait_for``;
* on sync pages, by a timer of the event loop that Playwright runs while a sync call waits. The timer raises ``Overdue``
  in the greenlet of the call. Playwright then cancels the call, as it does for an exception of a signal handler.

``driver.late_result`` is the command's result then: the page did not answer, and nobody knows what is on it.

Knows commands and the two ways to wait. Must never know what a command is for.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from greenlet import getcurrent

from pytest_ami.model import command as c

GRACE = 500.0
"""Milliseconds after Playwright's own timeout of an action until the driver gives up."""

SILENCE = 2_000.0
"""The most milliseconds that a page may stay silent beyond the time that it was asked to wait."""

ATTACHING, READING = 10_000.0, 3_000.0
"""Milliseconds to attach a recorder, and to read or detach it."""


EXTRA: tuple[tuple[tuple[type[c.Command], ...], float], ...] = (
    ((c.Survey, c.Choose), 0.0),
    ((c.Act, c.Goto, c.Back, c.CloseTab, c.Observe), GRACE),
    ((c.Settle,), SILENCE / 2),
)
"""Milliseconds beyond the timeout of a command, by kind."""

FIXED: tuple[tuple[tuple[type[c.Command], ...], float], ...] = (
    ((c.StartRecording,), ATTACHING),
    ((c.ReadRecording, c.StopRecording), READING),
)
"""Milliseconds of a command that has no timeout, by kind."""


class Overdue(BaseException):
    """A command did not end in time. It is no ``Exception``, so that no handler goes on after it."""


def limit(command: c.Command) -> float | None:
    """Return the most milliseconds that a command may take; None for one that waits for a person, a model or a test."""
    if isinstance(command, c.Look):
        return min(max(command.timeout, GRACE), command.slice + SILENCE)
    more = next((extra for kinds, extra in EXTRA if isinstance(command, kinds)), None)
    if more is not None:
        return max(command.timeout, GRACE) + more
    return next((most for kinds, most in FIXED if isinstance(command, kinds)), None)


@dataclass(frozen=True, slots=True)
class Limited:
    """A Playwright call that handlers yield unmade, because it has a time of its own; without a result it is None.

    Attributes:
        call: Makes the call.
        milliseconds: Its time.
    """

    call: Callable[[], Any]
    milliseconds: float

    def made(self) -> Any:
        """Make the call on a sync page."""
        late = Overdue()
        try:
            with within(self.milliseconds, late):
                return self.call()
        except Overdue as error:
            if error is not late:
                raise
            return None

    async def awaited(self) -> Any:
        """Make the call on an async page."""
        try:
            return await asyncio.wait_for(self.call(), self.milliseconds / 1000)
        except (asyncio.TimeoutError, TimeoutError):  # not the same in Python 3.10
            return None


@contextmanager
def within(milliseconds: float | None, late: Overdue | None = None) -> Iterator[None]:
    """Limit the sync Playwright calls of a block.

    Args:
        milliseconds: The time; None for no limit.
        late: The exception that ends the block; a new one by default.

    Raises:
        Overdue: The time is over.
    """
    try:
        loop: asyncio.AbstractEventLoop | None = asyncio.get_running_loop()
    except RuntimeError:  # no call of Playwright has been made in this thread
        loop = None
    if loop is None or milliseconds is None:
        yield
        return
    caller, pending = getcurrent(), True

    def end() -> None:
        if pending:
            caller.throw(late or Overdue())

    timer = loop.call_later(milliseconds / 1000, end)
    try:
        yield
    finally:
        pending = False
        timer.cancel()


async def within_async(calls: Any, milliseconds: float | None) -> Any:
    """Return the result of a coroutine that carries out async Playwright calls.

    Raises:
        Overdue: The time is over.
    """
    if milliseconds is None:
        return await calls
    try:
        return await asyncio.wait_for(_marked(calls), milliseconds / 1000)
    except (asyncio.TimeoutError, TimeoutError) as error:  # not the same in Python 3.10
        raise Overdue from error
    except _OwnError as error:
        raise error.error from None


class _OwnError(Exception):
    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error = error


async def _marked(calls: Any) -> Any:
    """Keep a timeout error of the calls apart from the deadline's own."""
    try:
        return await calls
    except Exception as error:
        raise _OwnError(error) from error


def timed(result: Any, milliseconds: float) -> Any:
    """Return a result with the time that it took by the driver's clock, because a page's clock may stand still."""
    if isinstance(result, (c.Seen, c.Acted, c.Surveyed)):
        return replace(result, waited=milliseconds)
    return result
