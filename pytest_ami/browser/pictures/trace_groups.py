"""Names the steps of a replay in a trace of Playwright: one group for each, from its action to that of the next step.

Rules of this module:

* A group is opened only while a trace is recorded: each costs two calls.
* The name of a group has the parameters as ``{{name}}``, never a value.
* If a group cannot be opened or closed, there is one warning, and no further group in this flow (law 10).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_ami.browser.run_calls import first_line
from pytest_ami.model import command as c

if TYPE_CHECKING:
    from pytest_ami.browser.run_calls import Calls
    from pytest_ami.browser.session import ContextSession


@dataclass(slots=True)
class TraceGroups:
    """The groups of one flow.

    Attributes:
        redact: Returns a text without secret values.
        warn: Receives one warning if groups cannot be used.
        step: Number of the step whose group is open; 0 for none.
        broken: Whether groups cannot be used.
    """

    redact: Callable[[str], str]
    warn: Callable[[str], None]
    step: int = 0
    broken: bool = False

    def before(self, session: ContextSession, command: c.Command) -> Calls:
        """Open the group of a command's step, unless it is open; a lesson is no part of a step.

        Args:
            session: The context.
            command: The next command.

        Yields:
            Calls of Playwright.
        """
        note = command.step
        if isinstance(command, c.StartRecording):
            yield from self.end(session)
        if note is None or note.number == self.step:
            return
        yield from self.end(session)
        if not self.broken:
            name = self.redact(f"{note.number}. {note.title}")
            self.step = note.number
            yield from self._safely(lambda: session.context.tracing.group(name))

    def end(self, session: ContextSession) -> Calls:
        """Close the group that is open. Yields calls of Playwright."""
        if self.step:
            self.step = 0
            yield from self._safely(lambda: session.context.tracing.group_end())  # noqa: PLW0108  (looked up when called)

    def _safely(self, call: Callable[[], object]) -> Calls:
        try:
            yield call()
        except Exception as error:  # noqa: BLE001  (law 10)
            self.step, self.broken = 0, True
            self.warn(f"The steps of this flow have no groups in the trace: {first_line(error)}")
