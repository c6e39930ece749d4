"""Several models as one teacher: which is asked first, when the next one is asked, and what that costs."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.model.errors import TeacherError
from pytest_ami.model.lesson import Advice, Move, MoveKind, Pick, Question, Situation
from pytest_ami.model.outcome import Usage
from pytest_ami.teachers.llm.fallback_teacher import FallbackTeacher
from pytest_ami.teachers.llm.model_selection import ModelRecord, order_models, task_kind
from pytest_ami.teachers.llm.teacher import UnusableAnswerError

MODELS = ("small", "middle", "large")
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


def record(model: str, green: int, of: int, money: float = 0.01) -> ModelRecord:
    return ModelRecord(model=model, lessons=of, green=green, money=money)


@pytest.mark.parametrize(
    ("records", "expected"),
    [
        ((), MODELS),
        ((record("small", 0, 2),), MODELS),  # two lessons say nothing yet
        ((record("small", 9, 10),), MODELS),
        ((record("small", 1, 10),), MODELS[1:]),
        ((record("small", 1, 10), record("middle", 0, 5)), MODELS[2:]),
        ((record("large", 0, 10),), MODELS),
        ((record("small", 8, 10, 0.01), record("middle", 10, 10, 0.5)), MODELS),
        ((record("small", 6, 10, 0.40), record("middle", 10, 10, 0.5)), MODELS[1:]),
    ],
)
def test_which_is_first_follows_from_the_record(records: tuple[ModelRecord, ...], expected: tuple[str, ...]) -> None:
    assert order_models(MODELS, records) == expected


@settings(max_examples=200, deadline=None)
@given(
    st.lists(
        st.builds(
            ModelRecord,
            model=st.sampled_from(MODELS),
            lessons=st.integers(0, 40),
            green=st.integers(0, 40),
            seconds=st.floats(0, 100),
            money=st.floats(0, 2),
        ),
        max_size=6,
    )
)
def test_the_order_is_a_tail_of_the_users_and_the_same_each_time(records: list[ModelRecord]) -> None:
    found = order_models(MODELS, records)

    assert found
    assert MODELS[-len(found) :] == found
    assert found == order_models(MODELS, records)


def test_the_kind_of_a_task_is_what_is_done() -> None:
    assert task_kind("send email") == task_kind("发送邮件") == task_kind("Send an e-mail to Bob") == "send"
    assert task_kind("send email") != task_kind("archive email")
    assert task_kind("send email") == task_kind("send report")
    assert task_kind("") == "?"
