"""``ami.tasks([...])``: subtasks one after the other, each try with a recorder of its own.

Rules of this module:

* A failed try is repeated from the page where the subtask began; its recording is dropped. A try that has done
  something that lasts, or that has sent a request which may have, is not repeated: a deed is done once.
* Only finished subtasks are remembered, and at once: the next subtask and other processes can use them.
* Workflows are committed with the test, when it is green (DESIGN law 3). Summaries are written at the end.

Playwright calls are yielded, as in ``browser.calls``; this module makes none of its own.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pytest_ami.model import command as c
from pytest_ami.model.errors import AmiError, AppDownError, ConfigurationError
from pytest_ami.model.subtask import Subtask

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from pytest_ami.model.outcome import Run

    from .attempt import Attempt
    from .plan import Plan

RETRIES = 2


@dataclass(frozen=True, slots=True)
class SubtaskRunner:
    """Carries out subtasks on one page.

    Attributes:
        attempt: The attempt of the test.
        url: Returns the page's URL.
        home: Finds the address that the test asked for.
        perform: Carries out a plan; takes the function that returns the known operations of a page, or None.
        execute: Carries out a program.
        sent: Returns the number of requests so far that may have changed something on the server.
        retries: The number of further tries of a failed subtask.
    """

    attempt: Attempt
    url: Callable[[], str]
    home: Callable[[], Generator[Any, Any, str]]
    perform: Callable[[Plan, Callable[[str], str] | None], Generator[Any, Any, None]]
    execute: Callable[[Generator[c.Command, Any, Any]], Generator[Any, Any, Any]]
    sent: Callable[[], int]
    retries: int

    def run(self, subtasks: Iterable[Subtask | Mapping[str, Any] | str]) -> Generator[Any, Any, tuple[Run, ...]]:
        """Carry out the subtasks in order; yield Playwright calls, return the runs.

        Raises:
            AmiError: A subtask failed at every try; the ones before it are remembered.
        """
        finished: dict[str, dict[str, str]] = {}
        runs: list[Run] = []
        todo = [Subtask.of(spec) for spec in subtasks]
        try:
            for subtask in todo:
                run = yield from self._finish(subtask, finished)
                runs.append(run)
        finally:
            self.attempt.memory.summarize(finished)
        return tuple(runs)

    def _finish(self, subtask: Subtask, finished: dict[str, dict[str, str]]) -> Generator[Any, Any, Run]:
        """Try a subtask until it succeeds, and remember it."""
        home, sent = self.url(), self.sent()
        retry = 0
        while True:
            part = self.attempt.part(subtask)
            plans: list[Plan] = []
            try:
                run = yield from self._try(part, subtask, home if retry else "", plans)
            except ConfigurationError:
                raise
            except Exception:
                part.memory.drop()
                retry += 1
                committed = self.sent() > sent or any(plan.committed for plan in plans)
                if retry <= self.retries and not committed:
                    continue
                self.attempt.runs.extend(part.runs)
                raise
            finished.update(part.memory.tasks)
            part.memory.save(finished=False)
            self.attempt.adopt(part)
            return run

    def _try(self, part: Attempt, subtask: Subtask, home: str, plans: list[Plan]) -> Generator[Any, Any, Run]:
        start = subtask.start or home
        if start and start != "about:blank":
            acted = yield from self.execute(_single(c.Goto(url=start)))
            if not acted.ok:
                raise AppDownError(
                    f"APPLICATION DOWN: {start} could not be opened",
                    why=f'The subtask "{subtask.task}" did not start. No workflow is affected.',
                    evidence=[acted.detail],
                    run=part.scope.command,
                )
        asked = yield from self.home()
        plan = part.planner.plan(None, subtask.params, self.url(), home=asked)
        plans.append(plan)
        error: AmiError | None = None
        try:
            yield from self.perform(plan, part.memory.recall(plan.task))
        except AmiError as raised:
            error = raised
        return part.conclude(plan, error)


def _single(command: c.Command) -> Generator[c.Command, Any, Any]:
    return (yield command)
