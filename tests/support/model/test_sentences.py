"""The stand-in for a model that reads a sentence: it copies, and it knows no answer by heart."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from .sentences import answer_for, sentence


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Invite Grace Hopper to the meeting on 2026-05-01", {"Grace Hopper", "2026-05-01"}),
        ("Mail bob@x.com saying that the lift is broken", {"bob@x.com", "the lift is broken"}),
        ("把会议“周会”的时间改为15:30", {"周会", "15:30"}),
        ("创建一个名为春游的活动", {"春游"}),
    ],
)
def test_values_are_copied_from_sentences_of_other_applications(text: str, values: set[str]) -> None:
    assert values <= {row["value"] for row in answer_for(text)["parameters"]}


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=80))
def test_every_value_stands_in_the_sentence(text: str) -> None:
    assert all(row["value"] in text for row in answer_for(f"Add {text}")["parameters"] if row["value"] not in "Add ")


def test_another_question_is_left_alone() -> None:
    assert sentence([{"role": "system", "content": "Which element is it?"}]) is None
