"""A deadline for each command, on the driver's side: a page that does not answer never holds a run.

Theory of operation. ``page.evaluate`` and most calls on handles have no timeout of their own in Playwright, and a page
that blocks its thread answers nothing. So each command gets a time, and its Playwright call is abandoned when the time
is over:

* on async pages, by ``asyncio.wait_for``;
* on sync pages, by a timer of the event loop that Playwright runs while a sync call waits. The timer raises ``Overdue``
  in the greenlet of the call. Playwright then cancels the call, as it does for an exception of a signal handler.

``late_result`` is the command's result then. It says that the page did not answer; it never says what is on the page.

Knows commands and the two ways to wait. Must never know what a command is for.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pytest_ami.model import command as c
from pytest_ami.model.errors import NotReadyError
from pytest_ami.model.operation import PageState
from pytest_ami.model.outcome import Cause

from .run_calls import Overdue

if TYPE_CHECKING:
    from pytest_ami.model.operation import Operation

    from .session import ContextSession

GRACE = 500.0
"""Milliseconds after Playwright's own timeout of an action until the driver gives up."""

SILENCE = 2_000.0
"""The most milliseconds that a page may stay silent beyond the time that it was asked to wait."""

ATTACHING, READING = 10_000.0, 3_000.0
"""Milliseconds to attach a recorder, and to read or detach it."""


EXTRA: tuple[tuple[tuple[type[c.Command], ...], float], ...] = (
    ((c.Survey, c.Choose), 0.0),
    ((c.Act, c.Goto, c.Back, c.CloseTab, c.Observe), GRACE),
    ((c.Settle, c.AwaitAnswers), SILENCE / 2),
)
"""Milliseconds beyond the timeout of a command, by kind."""

FIXED: tuple[tuple[tuple[type[c.Command], ...], float], ...] = (
    ((c.StartRecording,), ATTACHING),
    ((c.ReadRecording, c.StopRecording), READING),
)
"""Milliseconds of a command that has no timeout, by kind."""


def limit(command: c.Command) -> float | None:
    """Return the most milliseconds that a command may take; None for one that waits for a person, a model or a test."""
    if isinstance(command, c.Look):
        return min(max(command.timeout, GRACE), command.slice + SILENCE)
    more = next((extra for kinds, extra in EXTRA if isinstance(command, kinds)), None)
    if more is not None:
        return max(command.timeout, GRACE) + more
    return next((most for kinds, most in FIXED if isinstance(command, kinds)), None)


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


def late_result(
    session: ContextSession, command: c.Command, milliseconds: float, operations: tuple[Operation, ...] = ()
) -> Any:
    """Return the result of a command whose time is over.

    Raises:
        NotReadyError: The command has no result without the page.
    """
    why = f"the page did not answer within {milliseconds / 1000:.1f} s"
    if isinstance(command, (c.Look, c.Settle, c.AwaitAnswers)):
        session.paced = True
        return c.Seen(met=False, lost=True, loaded=False, silent=why, health=session.health.read())
    if isinstance(command, c.Survey):
        return c.Surveyed()
    if isinstance(command, (c.Act, c.Choose, c.Goto, c.Back, c.CloseTab)):
        session.aim = ""
        return c.Acted(ok=False, cause=Cause.NOT_READY, detail=why)
    if isinstance(command, c.ReadRecording):
        return operations, PageState()
    if isinstance(command, c.StopRecording):
        return None
    raise NotReadyError(
        "NOT READY: the page does not answer",
        why="Its scripts block it, or it is still being loaded. No workflow is affected.",
        evidence=[why],
        run="pytest --ami-timeout=60",
    )


def timed(result: Any, milliseconds: float) -> Any:
    """Return a result with the time that it took by the driver's clock, because a page's clock may stand still."""
    if isinstance(result, (c.Seen, c.Acted, c.Surveyed)):
        return replace(result, waited=milliseconds)
    return result
