"""A lesson and its result: the data that all parts of learning share.

Knows tasks, values, steps and costs. Must never know a page or a teacher.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pytest_ami.model.outcome import Usage

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pytest_ami.model.lesson import Move
    from pytest_ami.model.operation import Operation
    from pytest_ami.model.workflow import Parameter, Step


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """A task that a teacher is to carry out, with everything that limits it.

    Attributes:
        task: In the words of the test.
        parameters: Holes to fill.
        values: Value for every parameter, those of secrets too.
        done: The steps that were replayed before the lesson begins.
        remaining: The stored steps that are still to come.
        demonstrates: Whether the teacher carries out the whole flow by itself.
        screenshots: Whether it wants to see pictures.
        chooses: Whether it can be asked which of some elements a step is about.
        timeout: Milliseconds for one action.
        origins: What the lesson may reach besides the page's own origin.
        allow: Grave deeds that the test permits although the task does not speak of them.
        limit: Given usage so far, returns why to stop, or an empty string.
        dear: Given what one move has cost, returns why to stop, or an empty string.
    """

    task: str
    parameters: tuple[Parameter, ...]
    values: Mapping[str, str] = field(repr=False)
    done: tuple[Step, ...] = ()
    remaining: tuple[Step, ...] = ()
    demonstrates: bool = False
    screenshots: bool = False
    chooses: bool = False
    timeout: float = 15_000
    origins: tuple[str, ...] = ()
    allow: tuple[str, ...] = ()
    limit: Callable[[Usage], str] = lambda _usage: ""
    dear: Callable[[Usage], str] = lambda _usage: ""

    @property
    def shown(self) -> dict[str, str]:
        """Values that a teacher, a file or a log may see."""
        return {name: value for name, value in self.values.items() if name not in self.secrets}

    @property
    def secrets(self) -> dict[str, str]:
        """Values that must never be shown."""
        return {p.name: self.values[p.name] for p in self.parameters if p.secret and p.name in self.values}


@dataclass(slots=True, kw_only=True)
class LessonResult:
    """The result of a lesson. It grows while the lesson runs, so that a failed one still has its cost.

    Attributes:
        steps: The new steps (those after ``Lesson.done``).
        usage: What the teacher cost.
        final: The teacher's last move, with the names it gave.
        operations: How many operations were recorded.
        recorded: The operations themselves.
        final_url: The page at the end.
        notices: Messages on the page at the end, as ``role|text`` templates.
        start: Route of the page on which the lesson began.
        unseen: Names of the values that the page did not show when the lesson began.
        rejoined: Which of ``Lesson.remaining`` fits the page again after the new steps, from 0, or their number when
            nothing is left to do; None when the teacher carried the task to its end.
    """

    steps: tuple[Step, ...] = ()
    usage: Usage = field(default_factory=Usage)
    final: Move | None = None
    operations: int = 0
    notices: tuple[str, ...] = ()
    recorded: tuple[Operation, ...] = field(default=(), repr=False)
    final_url: str = ""
    start: str = ""
    unseen: tuple[str, ...] = ()
    rejoined: int | None = None
