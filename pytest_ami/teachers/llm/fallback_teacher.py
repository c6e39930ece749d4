"""Several models as one teacher: it starts with the first and falls back to the next.

This module knows teachers and the reasons to fall back. It must never know a store, or which model is better for a
task (``teachers.llm.model_selection`` decides that from records).

Rules:

* If a model gives up, its answers are unusable, or it says "done" and the page does not show it, the next model
  continues the lesson.
* If the endpoint fails, no other model is asked: the model is not the cause.
* Within a lesson the teacher never returns to an earlier model.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pytest_ami.model.lesson import Advice, MoveKind, Pick, Question, Situation
from pytest_ami.model.outcome import Usage

from .teacher import LLMTeacher, UnusableAnswerError


class FallbackTeacher:
    """A teacher that asks models in order.

    Args:
        teachers: At least one, in the order of asking.
    """

    def __init__(self, teachers: Sequence[LLMTeacher]) -> None:
        """Start with the first model."""
        self._teachers = tuple(teachers)
        self._current = 0
        self._reported_done = False

    @property
    def name(self) -> str:
        """The current model, as ``llm:<model>``."""
        return self._model.name

    @property
    def wants_screenshot(self) -> bool:
        """Whether the current model uses pictures."""
        return self._model.wants_screenshot

    @property
    def spent(self) -> Usage:
        """Cost of all models so far."""
        return sum((teacher.spent for teacher in self._teachers), Usage())

    @property
    def unpriced(self) -> int:
        """Number of these calls whose price is not known."""
        return sum(teacher.unpriced for teacher in self._teachers)

    def advise(self, situation: Situation) -> Advice:
        """Ask the current model for the next move, and the next model if it fails.

        Raises:
            TeacherError: The last model failed, or the endpoint did.
        """
        before = self.spent
        if self._reported_done and situation.objection:
            self._fall_back()
        while True:
            try:
                advice = self._model.advise(situation)
            except UnusableAnswerError:
                if not self._fall_back():
                    raise
                continue
            if advice.move.kind is MoveKind.GIVE_UP and self._fall_back():
                continue
            self._reported_done = advice.move.kind is MoveKind.DONE
            return replace(advice, usage=self.spent - before)

    def choose(self, question: Question) -> Pick:
        """Ask the current model which element a step is about; "none" is a valid answer.

        Raises:
            TeacherError: The model cannot be asked.
        """
        return self._model.choose(question)

    def close(self) -> None:
        """Close all connections."""
        for teacher in self._teachers:
            teacher.close()

    @property
    def _model(self) -> LLMTeacher:
        return self._teachers[self._current]

    def _fall_back(self) -> bool:
        if self._current + 1 == len(self._teachers):
            return False
        self._current += 1
        return True
