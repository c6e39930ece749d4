"""The policy that plays a choosing model: same purpose in other words, or none."""

from __future__ import annotations

import pytest

from pytest_ami.model.lesson import Likeness, Question
from pytest_ami.teachers.llm.choice import SYSTEM, messages, read_choice
from tests.support.model.choosing import ASKS, choice
from tests.support.model.policy import answers

MAIL = ("button 'Archive'", "button 'Save draft'", "button 'Dispatch message'", "button 'Discard'", "button 'Reply'")


def asked(was: str, step: str, options: tuple[str, ...]) -> int | None:
    question = Question(task="send email", step=step, was=was, options=options)
    said = choice(messages(question))
    assert said is not None
    return read_choice(str(said).replace("'", '"'), question)


def test_the_question_is_known_by_its_words() -> None:
    assert ASKS in SYSTEM
    assert choice([{"role": "system", "content": "You carry out one task"}]) is None


@pytest.mark.parametrize(
    ("was", "step", "options", "index"),
    [
        ("button 'Send' in 'New message'", 'click button "Send"', (*MAIL, "button 'Send mail'"), 5),
        (
            "textbox 'To'",
            'fill textbox "To" with {{to}}',
            ("textbox 'Subject'", "textbox 'Recipient'", "textbox 'Message'"),
            1,
        ),
        (
            "textbox 'Subject'",
            'fill textbox "Subject" with {{subject}}',
            ("textbox 'To'", "textbox '主题'", "textbox '正文'"),
            1,
        ),
        (
            "button 'Compose'",
            'click button "Compose"',
            ("button 'Settings'", "button 'New message'", "button 'Refresh'"),
            1,
        ),
        (
            "button 'Send'",
            'click button "Send"',
            ("button 'Save draft'", "button 'Discard'", "button 'Schedule'"),
            None,
        ),
        ("button 'Send'", 'click button "Send"', ("button 'Send later'", "button 'Discard'"), None),
        ("textbox 'To'", 'fill textbox "To" with {{to}}', ("textbox 'Search mail'", "textbox 'Subject'"), None),
    ],
)
def test_same_purpose_or_none(was: str, step: str, options: tuple[str, ...], index: int | None) -> None:
    assert asked(was, step, options) == index


def test_the_policy_answers_it_without_tools() -> None:
    question = Question(task="t", step="s", was="button 'Send'", options=("button 'Send'",))

    assert [(call.name, call.arguments) for call in answers(messages(question))] == [("choose", {"choice": 1})]


def test_the_policy_believes_what_the_code_shares() -> None:
    likenesses = (Likeness(), Likeness(agrees=frozenset({"destination", "place"})))
    options = ("link 'Home'", "link 'Reset password' in 'User (staff)'")
    question = Question(
        task="set a password", step='click link "this form"', was="link 'this form'", options=options,
        likenesses=likenesses,
    )  # fmt: skip

    assert [call.arguments for call in answers(messages(question))] == [{"choice": 2}]
