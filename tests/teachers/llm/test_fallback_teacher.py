"""Several models as one teacher: which is asked first, when the next one is asked, and what that costs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pytest_ami.model.errors import TeacherError
from pytest_ami.model.lesson import Advice, Move, MoveKind, Pick, Question, Situation
from pytest_ami.model.outcome import Usage
from pytest_ami.teachers.llm.fallback_teacher import FallbackTeacher
from pytest_ami.teachers.llm.teacher import UnusableAnswerError

CLICK = Move(kind=MoveKind.CLICK, ref="e1")
GIVE_UP = Move(kind=MoveKind.GIVE_UP, reason="no idea")


class Rung:
    """A model that answers with one thing, at a price."""

    wants_screenshot = True

    def __init__(self, name: str, answer: Move | Exception, money: float = 0.01) -> None:
        """Owe nothing yet."""
        self.name, self.answer, self.money = f"llm:{name}", answer, money
        self.spent = Usage()
        self.closed = False

    def advise(self, _situation: Situation) -> Advice:
        """Answer, or fail, and be paid either way."""
        cost = Usage(calls=1, tokens=100, money=self.money)
        self.spent += cost
        if isinstance(self.answer, Exception):
            raise self.answer
        return Advice(move=self.answer, usage=cost)

    def choose(self, _question: Question) -> Pick:
        """Pick the first."""
        return Pick(index=0)

    def close(self) -> None:
        """Note that."""
        self.closed = True


def ladder(*rungs: Any) -> FallbackTeacher:
    return FallbackTeacher(rungs)


ASKED = Situation(task="send email")


def test_the_small_one_is_asked_as_long_as_it_can_go_on() -> None:
    small, large = Rung("small", CLICK), Rung("large", CLICK)
    teacher = ladder(small, large)

    advice = teacher.advise(ASKED)

    assert (advice.move, advice.usage.calls, teacher.name) == (CLICK, 1, "llm:small")
    assert large.spent == Usage()


@pytest.mark.parametrize("answer", [GIVE_UP, UnusableAnswerError("two answers that cannot be used")])
def test_the_next_one_is_asked_where_it_cannot_and_both_are_paid(answer: Any) -> None:
    small, large = Rung("small", answer), Rung("large", CLICK, 0.2)
    teacher = ladder(small, large)

    advice = teacher.advise(ASKED)

    assert (advice.move, advice.usage.calls) == (CLICK, 2)
    assert advice.usage.money == pytest.approx(0.21)
    assert teacher.name == "llm:large"
    assert teacher.advise(ASKED).usage.calls == 1  # what is climbed is not climbed down
    assert small.spent.calls == 1


def test_an_endpoint_that_is_down_is_no_models_fault() -> None:
    large = Rung("large", CLICK)

    with pytest.raises(TeacherError, match="cannot be reached"):
        ladder(Rung("small", TeacherError("cannot be reached")), large).advise(ASKED)

    assert large.spent.calls == 0


def test_the_last_ones_word_stands() -> None:
    assert ladder(Rung("small", GIVE_UP), Rung("large", GIVE_UP)).advise(ASKED).move is GIVE_UP
    with pytest.raises(UnusableAnswerError, match="the last"):
        ladder(Rung("a", UnusableAnswerError("the first")), Rung("b", UnusableAnswerError("the last"))).advise(ASKED)


def test_a_choice_is_the_current_ones_and_all_are_closed() -> None:
    rungs = Rung("small", CLICK), Rung("large", CLICK)
    teacher = ladder(*rungs)

    assert teacher.choose(Question(task="", step="", was="", options=("a",))).index == 0
    teacher.close()
    assert [rung.closed for rung in rungs] == [True, True]


def test_the_next_one_is_asked_where_done_is_not_true() -> None:
    small, large = Rung("small", Move(kind=MoveKind.DONE)), Rung("large", CLICK)
    teacher = ladder(small, large)

    assert teacher.advise(ASKED).move.kind is MoveKind.DONE
    assert teacher.advise(replace(ASKED, objection="The task is not done")).move is CLICK
    assert (small.spent.calls, teacher.name) == (1, "llm:large")


def test_an_objection_to_a_move_is_the_models_own_to_answer() -> None:
    teacher = ladder(Rung("small", CLICK), Rung("large", CLICK))
    teacher.advise(ASKED)
    teacher.advise(replace(ASKED, objection="this element is missing"))
    assert teacher.name == "llm:small"
