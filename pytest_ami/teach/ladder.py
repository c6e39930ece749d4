"""Several models as one teacher: the small one first, the next where it cannot go on.

This module knows teachers and when to climb. It must never know which model is the better one for a task
(``decide.ladder`` says that from records), nor a store.

Rules:

* A model that gives up, or whose answers are of no use, makes room for the next one, in the middle of the lesson.
* An endpoint that cannot be reached is no model's fault: then nobody else is asked at it.
* What is climbed is not climbed down within a lesson.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pytest_ami.model.lesson import Advice, MoveKind, Pick, Question, Situation
from pytest_ami.model.outcome import Usage

from .llm import LLMTeacher, UnusableAnswerError


class Ladder:
    """Teachers, one after the other.

    Args:
        teachers: At least one, the first to be asked first.
    """

    def __init__(self, teachers: Sequence[LLMTeacher]) -> None:
        """Stand on the lowest rung."""
        self._teachers = tuple(teachers)
        self._rung = 0

    @property
    def name(self) -> str:
        """The model that is asked now, as ``llm:<model>``."""
        return self._now.name

    @property
    def wants_screenshot(self) -> bool:
        """Whether pictures are of use to the model that is asked now."""
        return self._now.wants_screenshot

    @property
    def spent(self) -> Usage:
        """All that the models have cost so far."""
        return sum((teacher.spent for teacher in self._teachers), Usage())

    def advise(self, situation: Situation) -> Advice:
        """Ask for the next move, higher up where need be.

        Raises:
            TeacherError: The last model's.
        """
        before = self.spent
        while True:
            try:
                advice = self._now.advise(situation)
            except UnusableAnswerError:
                if not self._climb():
                    raise
                continue
            if advice.move.kind is MoveKind.GIVE_UP and self._climb():
                continue
            return replace(advice, usage=self.spent - before)

    def choose(self, question: Question) -> Pick:
        """Ask which element a step is about; "none" is an answer like any other.

        Raises:
            TeacherError: The model cannot be asked.
        """
        return self._now.choose(question)

    def close(self) -> None:
        """Close all connections."""
        for teacher in self._teachers:
            teacher.close()

    @property
    def _now(self) -> LLMTeacher:
        return self._teachers[self._rung]

    def _climb(self) -> bool:
        if self._rung + 1 == len(self._teachers):
            return False
        self._rung += 1
        return True
