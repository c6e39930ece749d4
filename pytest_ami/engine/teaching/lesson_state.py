"""The state of a lesson between two moves: what was done, what the page showed, and what the teacher is told next.

It knows moves and observations. It must never carry out a move, or know a teacher.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pytest_ami.engine.teaching.commit_policy import DOING, done_by
from pytest_ami.engine.teaching.lesson import describe_moves, observations_differ, page_lines
from pytest_ami.engine.teaching.lesson_end import refused_requests
from pytest_ami.engine.teaching.move_policy import Refusals
from pytest_ami.model.errors import TeacherError
from pytest_ami.model.lesson import MoveKind
from pytest_ami.model.outcome import Usage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_ami.elements.commits import LastingDeed
    from pytest_ami.model.lesson import MoveResult, Observation
    from pytest_ami.model.look import Health
    from pytest_ami.model.workflow import DialogAnswer

IDLE = 3
"""Moves in a row without a change after which the teacher is told; after as many again the lesson stops."""

ASIDE_MOVES = (*(MoveKind.WAIT, MoveKind.WAIT_FOR, MoveKind.EXTRACT, MoveKind.SWITCH_TAB, MoveKind.ANSWER_DIALOG),)
"""Moves that are not actions on the page."""

UNSEEN = (MoveKind.WAIT, MoveKind.WAIT_FOR, MoveKind.HOVER, MoveKind.ANSWER_DIALOG, MoveKind.EXTRACT)
"""Moves that need not change the page."""


@dataclass(slots=True)
class LessonState:
    """The state of a lesson.

    Attributes:
        made: The moves and their results, oldest first.
        marks: Number of operations and URL before each move that counts, so that wrong moves can be undone.
        seen: Count of each move on each page.
        tab: Index of the observed tab.
        tabs: Number of open tabs when it was chosen; if the number changes, a tab is chosen again.
        answers: Answers to the dialogs of the next move.
        previous: The page before the last move.
        shown: The page that the teacher saw last.
        idle: Moves in a row that have changed nothing.
        objection: Message to the teacher in the next question, beside the page.
        refusals: The refusals so far.
        deeds: The commits so far.
        done: The requests that the present move must not send again.
        sent: Number of requests so far that may have changed something.
        documents: Number of documents that were requested so far.
        opened: Their number before the last move that acts on the page; None before the first one.
        refused: The requests so far that the server refused, as method and path.
        usage: Cost of the lesson so far.
        reads: Words about which the teacher wants to read the page in full, in the next question; None for no wish.
        offset: Place of the next press within its element; None for its middle.
        renumbered: Whether the last move has given the elements of the page new numbers.
    """

    made: list[MoveResult] = field(default_factory=list)
    marks: list[tuple[int, str]] = field(default_factory=list)
    seen: Counter[tuple[str, str, str, str]] = field(default_factory=Counter)
    tab: int = 0
    tabs: int = 0
    answers: tuple[DialogAnswer, ...] = ()
    previous: Observation | None = None
    shown: Observation | None = None
    idle: int = 0
    objection: str = ""
    refusals: Refusals = field(default_factory=Refusals)
    deeds: list[LastingDeed] = field(default_factory=list)
    done: tuple[str, ...] = field(default=(), repr=False)
    sent: int = 0
    documents: int = 0
    opened: int | None = None
    refused: frozenset[str] = frozenset()
    usage: Usage = field(default_factory=Usage)
    reads: str | None = None
    offset: tuple[float, float] | None = None
    renumbered: bool = False

    def look_at(self, observation: Observation) -> None:
        """Look at the newest tab, unless the teacher chose one and none has come or gone since."""
        there = [number for number, url in enumerate(observation.tabs) if url]
        if len(there) != self.tabs or self.tab not in there:
            self.tab, self.tabs = max(there, default=0), len(there)

    def note_deed(self, outcome: MoveResult, deed: LastingDeed, health: Health, notices: Sequence[str]) -> None:
        """Note a move that has committed; a move that failed has committed only if a request was sent."""
        done = done_by(deed, self.sent, health, notices) if outcome.move.kind in DOING else None
        if done is not None and (outcome.ok or done.sent):
            self.deeds.append(done)
        self.sent = len(health.sent)
        self.opened = self.opened if outcome.move.kind in ASIDE_MOVES else self.documents
        self.documents = health.documents
        self.refused |= refused_requests(health)

    def notice(self, observation: Observation, task: str) -> None:
        """Count what the last move changed.

        Raises:
            TeacherError: Nothing has changed although the teacher was warned.
        """
        before, self.previous = self.previous, observation
        if before is None or not self.made:
            return
        waits = self.made[-1].move.kind in UNSEEN
        self.idle = 0 if waits or observations_differ(before, observation) else self.idle + 1
        if self.idle == IDLE:
            self.objection = f"Your last {IDLE} moves have changed nothing on the page. Try another way, or give up."
        if self.idle >= 2 * IDLE:
            raise TeacherError(
                f'The teacher gets nowhere at "{task}"',
                why=f"{self.idle} moves in a row have changed nothing, and the teacher was warned after {IDLE}.",
                evidence=[*describe_moves(self.made), *page_lines(observation)],
            )
