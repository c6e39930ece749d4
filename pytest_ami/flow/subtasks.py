"""``ami.tasks([...])``: subtasks one after the other, each attempt with a recorder of its own.

Rules of this module:

* A failed attempt is tried again, from where the subtask began; what it recorded is dropped.
* Only what is done is remembered, and at once: the next subtask, and another process, are told of it.
* Workflows are committed with the test, when it is green (DESIGN law 3). Summaries are written when all is over.
* No I/O here: the generator yields errands, and the face carries them out on its page.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

from pytest_ami.model import command as c
from pytest_ami.model.errors import AmiError, AppDownError, ConfigurationError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from pytest_ami.model.outcome import Run

    from .attempt import Attempt
    from .plan import Plan

RETRIES = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Subtask:
    """One part of a longer flow.

    Attributes:
        task: What it does, in a few words; the key of its workflow.
        params: Parameter values.
        start: URL or path to open first; None to begin where the page is.
        teacher: As for the ``learned`` marker; None for the test's own.
        secrets: Names of parameters whose values must never be kept or shown.
    """

    task: str
    params: Mapping[str, Any] = field(default_factory=dict, repr=False)
    start: str | None = None
    teacher: Any = None
    secrets: tuple[str, ...] = ()

    @classmethod
    def of(cls, given: Subtask | Mapping[str, Any] | str) -> Subtask:
        """Return ``given`` as a subtask.

        Raises:
            ConfigurationError: It names something that a subtask does not have, or no task.
        """
        if isinstance(given, Subtask):
            return given
        plain: Mapping[str, Any] = {"task": given} if isinstance(given, str) else given
        known = {f.name for f in fields(cls)}
        strange = sorted(set(plain) - known)
        task = plain.get("task")
        if strange or not isinstance(task, str) or not task.strip():
            raise ConfigurationError(
                f"A subtask has no {strange[0]!r}" if strange else "A subtask needs a task",
                evidence=[f"got: {', '.join(map(repr, plain))}", f"a subtask has: {', '.join(sorted(known))}"],
            )
        return cls(**plain)


@dataclass(frozen=True, slots=True, kw_only=True)
class Errand:
    """One program for the face to run on its page.

    Attributes:
        program: What to do.
        teacher: Who is asked.
        secrets: Secret values by name.
        recall: Says what is known about a page.
    """

    program: Generator[c.Command, Any, Any]
    teacher: Any = None
    secrets: Mapping[str, str] = field(default_factory=dict, repr=False)
    recall: Callable[[str], str] | None = None


Errands = Generator[Errand, Any, "tuple[Run, ...]"]


def errands(
    attempt: Attempt,
    here: Callable[[], str],
    program: Callable[[Plan], Generator[c.Command, Any, Any]],
    subtasks: Iterable[Subtask | Mapping[str, Any] | str],
    retries: int,
) -> Errands:
    """Carry out the subtasks in order, and return what came of those that were done.

    Args:
        attempt: Of the test.
        here: Returns the page's URL.
        program: Returns what a plan amounts to.
        subtasks: What to do.
        retries: How often a failed subtask is tried again.

    Raises:
        AmiError: A subtask failed to the last; the ones before it are remembered.
    """
    todo = [Subtask.of(given) for given in subtasks]
    runs: list[Run] = []
    finished: dict[str, dict[str, str]] = {}
    try:
        for subtask in todo:
            home = here()
            for left in reversed(range(retries + 1)):
                part = attempt.part(subtask)
                again = left < retries
                try:
                    run = yield from _once(part, subtask, home if again else "", here, program)
                except ConfigurationError:
                    raise
                except Exception:
                    part.remembering.drop()
                    if left:
                        continue
                    attempt.runs.extend(part.runs)
                    raise
                finished.update(part.remembering.tasks())
                part.remembering.save(finished=False)
                attempt.adopt(part)
                runs.append(run)
                break
    finally:
        attempt.remembering.sum_up(finished)
    return tuple(runs)


def _once(
    part: Attempt,
    subtask: Subtask,
    home: str,
    here: Callable[[], str],
    program: Callable[[Plan], Generator[c.Command, Any, Any]],
) -> Generator[Errand, Any, Run]:
    start = subtask.start or home
    if start and start != "about:blank":
        acted = yield Errand(program=_one(c.Goto(url=start)))
        if not acted.ok:
            raise AppDownError(
                f"APPLICATION DOWN: {start} could not be opened",
                why=f'The subtask "{subtask.task}" was not started; no workflow is blamed.',
                evidence=[acted.detail],
                run=f'pytest "{part.test}"',
            )
    plan = part.planner.plan(None, subtask.params, here())
    error: AmiError | None = None
    try:
        yield Errand(program=program(plan), teacher=plan.teacher, secrets=plan.secrets, recall=part.remembering.view())
    except AmiError as raised:
        error = raised
    return part.conclude(plan, error)


def _one(command: c.Command) -> Generator[c.Command, Any, Any]:
    return (yield command)
