"""A day within a sentence is a value; month, year and all other words are not."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.elements.identity import Identity, judge
from pytest_ami.elements.name_match import comparable
from pytest_ami.engine.recording.evidence import templated
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.look import Candidate
from pytest_ami.model.workflow import StepKind

ENDS = {1: "st", 2: "nd", 3: "rd", 21: "st", 22: "nd", 23: "rd", 31: "st"}


def cell(day: date, words: str = "Choose {}. It's available.") -> Fingerprint:
    text = f"{day:%A}, {day:%B} {day.day}{ENDS.get(day.day, 'th')} {day.year}"
    return Fingerprint(tag="div", role="gridcell", name=words.format(text), text=str(day.day))


LEARNED = templated(cell(date(2026, 12, 24)), {"name": "Ada", "day": "24"}, StepKind.CLICK)


def found(seen: Fingerprint, day: int) -> bool:
    values = {"name": "Ada", "day": str(day)}
    verdict = judge(LEARNED, StepKind.CLICK, (Candidate(fingerprint=seen, agree=True),), values)
    return verdict.identity in (Identity.SAME, Identity.DRIFTED)


def test_the_day_of_a_date_is_a_value() -> None:
    assert LEARNED.name == "Choose 2026-12-{{day}}. It's available."


@given(st.dates(date(2024, 1, 1), date(2029, 12, 31)), st.integers(1, 31))
def test_exactly_the_day_of_the_recorded_month_is_found(shown: date, day: int) -> None:
    assert found(cell(shown), day) is (shown == date(2026, 12, day))


@pytest.mark.parametrize("words", ["Choose {}. It's not available.", "Remove {}.", "Choose all days but {}."])
def test_another_sentence_is_another_control(words: str) -> None:
    assert not found(cell(date(2026, 12, 5), words), 5)


@pytest.mark.parametrize(
    "values", [{"portions": "24"}, {"day": "24", "room": "24"}, {"start_day": "24", "end_day": "24"}]
)
def test_a_number_that_may_be_something_else_is_no_day(values: dict[str, str]) -> None:
    recorded = cell(date(2026, 12, 24))
    assert templated(recorded, values, StepKind.CLICK).name == recorded.name


def test_the_present_choice_is_no_name() -> None:
    recorded = Fingerprint(tag="input", role="combobox", name="Selected Noon. Shift", details={"choice": "Noon"})
    now = Fingerprint(tag="input", role="combobox", name="Selected Late. Shift", details={"choice": "Late"})
    other = Fingerprint(tag="input", role="combobox", name="Selected Late. Break", details={"choice": "Late"})
    assert comparable(recorded, now).name == comparable(recorded, recorded).name
    assert comparable(recorded, other).name != comparable(recorded, recorded).name
