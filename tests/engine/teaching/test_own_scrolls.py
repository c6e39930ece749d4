"""A list that scrolls by itself while a teacher makes moves is no step of the flow."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pytest_ami.engine.teaching.learn import learn
from pytest_ami.engine.teaching.lesson import LessonResult
from pytest_ami.model import command as c
from pytest_ami.model.lesson import Move, MoveKind
from pytest_ami.model.operation import Operation, PageState
from pytest_ami.model.workflow import StepKind
from pytest_ami.testing.fake_page import FakePage
from tests.support.recordings import MAIL, SEND_MAIL, VALUES, Script, lesson


class Scrolling(FakePage):
    """The mail site, on which a list scrolls by itself after the last move."""

    def _on_readrecording(self, command: c.ReadRecording) -> tuple[tuple[Operation, ...], PageState]:
        operations, state = super()._on_readrecording(command)
        before = replace(state, controls=(), notices=())
        scrolled = [replace(one, type="scroll", value="0,600", before=before) for one in operations[-1:]]
        return (*operations, *scrolled), state


def shown_by_hand(page: FakePage, **_values: str) -> None:
    seen = page.answer(c.Observe())
    page.answer(c.Click(ref=next(one.ref for one in seen.elements if one.name == "Send")))


@pytest.mark.parametrize(
    ("moves", "scrolled"), [(SEND_MAIL, False), ((Move(kind=MoveKind.SCROLL, value="down"), *SEND_MAIL), True)]
)
def test_it_is_left_out_unless_the_teacher_scrolled(moves: tuple[Move, ...], *, scrolled: bool) -> None:
    page = Scrolling(MAIL, url="http://app.test/", teacher=Script(*moves))

    learned = page.run(learn(lesson(), LessonResult()))

    assert (learned.steps[-1].kind is StepKind.SCROLL) is scrolled


def test_a_person_may_have_scrolled() -> None:
    page = Scrolling(MAIL, url="http://app.test/new", teacher=shown_by_hand)

    learned = page.run(learn(lesson(values=VALUES, demonstrates=True), LessonResult()))

    assert learned.steps[-1].kind is StepKind.SCROLL
