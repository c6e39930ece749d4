"""The smallest question: which of a few elements it is; bounded, fenced, and read without guessing."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.model.lesson import Likeness, Question
from pytest_ami.teachers.llm.choice import TOKENS, messages, read_choice
from pytest_ami.teachers.llm.prompt import FENCE
from pytest_ami.teachers.llm.prompt_text import tokens

QUESTION = Question(
    task="send email",
    step='click button "Send"',
    was="button 'Send' in 'New message'",
    options=tuple(f"button 'Option {number}'" for number in range(1, 11)),
    brings=("status Message sent",),
)


@settings(max_examples=150, deadline=None)
@given(
    st.text(max_size=400),
    st.text(max_size=400),
    st.text(max_size=400),
    st.lists(st.text(max_size=300), min_size=1, max_size=10),
    st.lists(st.text(max_size=200), max_size=4),
)
def test_it_never_outgrows_its_limit(task: str, step: str, was: str, options: list[str], brings: list[str]) -> None:
    asked = Question(task=task, step=step, was=was, options=tuple(options), brings=tuple(brings))

    sent = messages(asked)

    assert sum(tokens(message["content"]) for message in sent) <= TOKENS
    lines = sent[1]["content"].splitlines()
    assert lines.count(FENCE[0]) == lines.count(FENCE[1]) == 1
    assert sum(line.startswith("[") for line in lines[3:]) >= len(options)


def test_it_says_what_it_was_what_came_and_what_there_is() -> None:
    text = messages(QUESTION)[1]["content"]

    for part in ("TASK send email", 'STEP click button "Send"', "was: button 'Send'", "then came: status Message sent"):
        assert part in text
    assert "[10] button 'Option 10'" in text


def test_it_says_what_an_option_shares_with_the_recorded_element() -> None:
    likenesses = (Likeness(agrees=frozenset({"destination", "place", "name"})), Likeness())
    asked = replace(QUESTION, options=("link 'Reset password'", "link 'Home'"), likenesses=likenesses)
    text = messages(asked)[1]["content"]

    assert "[1] link 'Reset password' (same destination, same place)" in text
    assert "[2] link 'Home'\n" in text

    cell = replace(asked, likenesses=(Likeness(), Likeness(agrees=frozenset({"cell"}))))
    assert "[2] link 'Home' (same row and column)\n" in messages(cell)[1]["content"]


@pytest.mark.parametrize(
    ("answer", "index"),
    [
        ('{"choice": 3}', 2),
        ('{"choice": "3"}', 2),
        ('{"choice": "[3]"}', 2),
        ('```json\n{"choice": 2}\n```', 1),
        ('Surely {"choice": 10}.', 9),
        ("<think>is it 3?</think>{'choice': 4}", 3),
        ("7", 6),
        ("[7]", None),
        ('{"choice": "none"}', None),
        ("none", None),
        ('{"choice": 0}', None),
        ('{"choice": 11}', None),
        ('{"choice": true}', None),
        ('{"choice": 1} or {"choice": 2}', None),
        ("It is the third one.", None),
        ("", None),
        ("[" * 5_000, None),
    ],
)
def test_an_answer_is_read_or_it_is_none(answer: str, index: int | None) -> None:
    assert read_choice(answer, QUESTION) == index


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=300))
def test_any_text_is_an_index_or_none(answer: str) -> None:
    assert read_choice(answer, QUESTION) in {None, *range(10)}
