"""A control that opens a choice shows its present value, which is data of the record."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pytest_ami.elements.contradictions.facts import contradiction
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.workflow import StepKind

PICKER = Fingerprint(
    tag="button", role="button", name="Due date", scope=("main|", "page|"), details={"haspopup": "dialog"}
)


def differs(was: str, now: str, name: str = "Due date") -> str:
    target = replace(PICKER, name=name)
    return contradiction(replace(target, text=was), replace(target, text=now), StepKind.CLICK)


@pytest.mark.parametrize("none", ["No due date", "Not set", "None", "Not yet set", "Due date: none", "Kein"])
def test_a_day_and_none_are_two_values(none: str) -> None:
    assert not differs("20 Nov 2026", none)
    assert not differs(none, "20 Nov 2026")


@pytest.mark.parametrize("other", ["Delete this issue", "No reminders", "Clear", "Not today", "Close the year 2026"])
def test_other_words_are_no_value(other: str) -> None:
    assert differs("20 Nov 2026", other)
    assert differs(other, "20 Nov 2026")


def test_a_button_with_a_lasting_effect_shows_no_value() -> None:
    assert differs("12", "Never delete", name="Delete")
    assert differs("Monday", "Not set")


def test_a_button_that_opens_nothing_may_do_something_and_shows_no_value() -> None:
    plain = replace(PICKER, details={}, text="20 Nov 2026")
    assert contradiction(plain, replace(plain, text="Not set"), StepKind.CLICK)
