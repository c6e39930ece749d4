"""A lesson and its result: the data that all parts of learning share.

Knows tasks, values, steps and costs. Must never know a page or a teacher.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from pytest_ami.engine.replay_options import FlowOptions
from pytest_ami.model.look import Health
from pytest_ami.model.outcome import Usage

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pytest_ami.elements.commits import LastingDeed
    from pytest_ami.model.lesson import Move, MoveResult
    from pytest_ami.model.operation import Operation
    from pytest_ami.model.workflow import Parameter, Step


class LessonObserver(Protocol):
    """Follows the lessons of a flow, for people. It never decides about a lesson, and it raises nothing."""

    def begin(self, lesson: Lesson) -> Usage:
        """Note that a lesson begins.

        Returns:
            The cost of a question about its plan, which counts as a cost of the lesson.
        """
        ...

    def move(self, result: MoveResult, url: str, after: str, usage: Usage) -> None:
        """Note the result of a move.

        Args:
            result: The move and its result; its texts hold no secret.
            url: URL of the page for which it was advised, without secrets.
            after: URL of the page after it, likewise.
            usage: Cost of the lesson so far.
        """
        ...

    def finish(self, lesson: Lesson, learned: LessonResult) -> None:
        """Note that a lesson has reached its end."""
        ...


class Unobserved:
    """The observer of a lesson that nobody follows."""

    def begin(self, lesson: Lesson) -> Usage:  # noqa: ARG002  (the protocol's)
        """Do nothing."""
        return Usage()

    def move(self, result: MoveResult, url: str, after: str, usage: Usage) -> None:
        """Do nothing."""

    def finish(self, lesson: Lesson, learned: LessonResult) -> None:
        """Do nothing."""


UNOBSERVED = Unobserved()


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """A task for a teacher, with all its limits.

    Attributes:
        task: The task in the words of the test.
        parameters: Parameters of the task.
        values: Value of every parameter, secrets included.
        done: The steps that were replayed before the lesson begins.
        remaining: The stored steps that are still to come.
        demonstrates: Whether the teacher carries out the whole flow by itself.
        screenshots: Whether the teacher wants screenshots.
        chooses: Whether the teacher can choose the element of a step from a list.
        options: The options of the flow: patience for one action, origins that the lesson may reach.
        replaces: The stored steps whose work the lesson does: ``remaining``, and before them a commit that did not
            reach the server; of a lesson that begins anew, all steps of the stored flow.
        deeds: The commits of the steps that were carried out before the lesson begins; none of them is repeated.
        sent: Whether the last of those steps sent a request that may have changed something.
        doubted: Controls of recorded deeds, as role and name, that a fact about them rules out.
        allow: Dangerous actions that the test permits although the task does not name them.
        limit: Takes the usage so far; returns the reason to stop, or an empty string.
        sentence: The instruction of the test, word for word, without secrets; empty if it is a task only.
        dear: Takes the cost of one move; returns the reason to stop, or an empty string.
        adds: Names of the parameters that the stored flow has not: the lesson only enters them.
        observer: Follows the lesson.
    """

    task: str
    parameters: tuple[Parameter, ...]
    values: Mapping[str, str] = field(repr=False)
    done: tuple[Step, ...] = ()
    remaining: tuple[Step, ...] = ()
    demonstrates: bool = False
    screenshots: bool = False
    chooses: bool = False
    options: FlowOptions = field(default_factory=FlowOptions)
    replaces: tuple[Step, ...] = ()
    deeds: tuple[LastingDeed, ...] = ()
    sent: bool = False
    doubted: tuple[str, ...] = ()
    allow: tuple[str, ...] = ()
    sentence: str = ""
    limit: Callable[[Usage], str] = lambda _usage: ""
    dear: Callable[[Usage], str] = lambda _usage: ""
    adds: tuple[str, ...] = ()
    observer: LessonObserver = UNOBSERVED

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
    """The result of a lesson. It grows while the lesson runs, so that a failed lesson still has its cost.

    Attributes:
        steps: The new steps (those after ``Lesson.done``).
        usage: Cost of the teacher.
        final: The teacher's last move, with the names it gave.
        operations: Number of recorded operations.
        recorded: The operations themselves.
        final_url: URL of the page at the end.
        notices: Messages on the page at the end, as ``role|text`` templates.
        start: Route of the page on which the lesson began.
        unseen: Names of the values that the page did not show when the lesson began.
        rejoined: Index in ``Lesson.remaining`` of the step that fits the page again after the new steps, or its length
            if nothing is left to do; None if the teacher finished the task.
        deeds: The commits of the lesson.
        began: The traffic before the lesson, if it has to prove a deed.
        greeting: The messages of the page when the lesson began, likewise.
        messages: Messages of the page since then, as ``role|text``.
        refused: The requests of the lesson that the server refused, as method and path.
        opened: Number of documents that were requested before the last move; None if nobody counted.
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
    deeds: tuple[LastingDeed, ...] = ()
    began: Health = field(default_factory=Health, repr=False)
    greeting: tuple[str, ...] = ()
    messages: tuple[str, ...] = ()
    refused: frozenset[str] = frozenset()
    opened: int | None = None
