"""The failures of the memory's benchmark: each cause stops the replay, and has a signature of its own."""

from __future__ import annotations

import random

from benchmarks.memory.failures import HELD_OUT, TUNED, Case, failure
from pytest_ami.flow.knowledge.failure_signature import closest


def test_an_injected_cause_is_known_again_with_other_data() -> None:
    case, other = Case("mail", "says", "alert|The mailbox of % is full"), Case("mail", "nothing")
    dice = random.Random(7)  # noqa: S311  (makes test data)
    first, again, beside = failure(case, dice), failure(case, dice), failure(other, dice)

    assert closest(again, [first, beside]) == first


def test_there_are_forty_causes_and_half_of_them_are_of_other_applications() -> None:
    assert len({*TUNED, *HELD_OUT}) == 40
    assert not {case.app for case in TUNED} & {case.app for case in HELD_OUT}
