"""The consequence of a verdict in words."""

from __future__ import annotations

import pytest

from pytest_ami.model.review.annotation import Impact
from pytest_ami.review.consequences import phrases

NUMBERS = {"a": 1, "b": 2, "c": 3}


@pytest.mark.parametrize(
    ("impact", "words"),
    [
        (Impact(tasks=("t",)), ["No version changes"]),
        (
            Impact(tasks=("t",), put_aside=("b",), takes_over="a"),
            ["Version 2 of “t” is put aside and never replayed again.", "Version 1 runs next.", "candidate"],
        ),
        (
            Impact(tasks=("t",), put_aside=("a", "b"), lesson=True),
            ["Versions 1, 2 of “t” are", "the next run learns", "candidate"],
        ),
        (Impact(tasks=("t",), restored=("b",), takes_over="b"), ["Version 2 of “t” may run again.", "runs next"]),
        (Impact(tasks=("t",), put_aside=("b",), lesson=True, advice=True), ["put aside", "learns", "as advice"]),
    ],
)
def test_each_consequence_is_said(impact: Impact, words: list[str]) -> None:
    found = phrases(impact, NUMBERS)

    assert len(found) == len(words)
    assert all(word in phrase for word, phrase in zip(words, found, strict=True))


def test_a_recorded_correction_names_its_candidate() -> None:
    found = phrases(Impact(tasks=("t",), put_aside=("b",), takes_over="c", proposal="c"), NUMBERS, recorded=True)

    assert found[-1] == "Version 3 is the correction as a candidate."
