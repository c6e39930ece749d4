"""Texts that say how long ago something was."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.lexicon.relative_times import is_age, is_remark_of_age, remarked_otherwise, without_remarks

ENGLISH = ("second", "minute", "hour", "day", "week", "month", "year")


AGES = (
    ("just now", "seconds ago", "a minute ago", "about 2 hours ago", "yesterday", "3d ago", "vor 5 Minuten", "gestern"),
    ("vor einer Stunde", "il y a 3 jours", "hace una hora", "ayer", "3 分钟前", "刚刚", "2个月前"),
)


@pytest.mark.parametrize("text", [text for line in AGES for text in line])
def test_a_time_that_has_passed_is_an_age(text: str) -> None:
    assert is_age(text)


@pytest.mark.parametrize(
    "text", ["Santiago", "2 minutes", "a day", "Delete 2 days ago", "Anna 3 minutes ago", "5", "", "Agora", "Monday"]
)
def test_other_words_are_none(text: str) -> None:
    assert not is_age(text)


@given(st.integers(0, 10**6), st.sampled_from(ENGLISH), st.sampled_from(["", "s"]))
def test_any_number_of_any_unit_is_an_age(number: int, unit: str, plural: str) -> None:
    assert is_age(f"{number} {unit}{plural} ago")
    assert not is_age(f"{number} {unit}{plural} ago, by Anna")


REMARKS = (
    ("seen 3 h ago", "last seen yesterday", "3 hours ago", "vor 5 Minuten", "zuletzt aktiv gestern", "vu hier"),
    ("activo hace 3 horas", "3分钟前在线", "2 天前", "Last used 2 days ago", "Edited just now"),
)
NO_REMARKS = (
    ("yesterday", "today", "now", "last week", "gestern", "invited 3 h ago", "paid 2 days ago", "deleted just now"),
    ("seen", "seen by Anna", "(copy)", "3 h", "last 2 days ago", "expires in 3 h", "Anna 3 h ago", "在线", ""),
)


@pytest.mark.parametrize("text", [text for line in REMARKS for text in line])
def test_a_remark_of_age_changes_no_record(text: str) -> None:
    assert is_remark_of_age(text)


@pytest.mark.parametrize("text", [text for line in NO_REMARKS for text in line])
def test_a_day_a_state_or_a_name_is_no_remark_of_age(text: str) -> None:
    assert not is_remark_of_age(text)


@pytest.mark.parametrize(
    ("was", "now", "other"),
    [
        ("Budget edited 3 h ago", "Report edited 1 h ago", False),
        ("Budget edited 3 h ago", "Report edited yesterday", False),
        ("Budget edited 3 h ago", "Report", False),
        ("Budget edited 3 h ago", "Report 12", False),
        ("Budget edited 3 h ago", "Report yesterday", True),
        ("Budget edited 3 h ago", "Report template, edited 1 h ago", True),
        ("Budget edited 3 h ago", "Report draft", True),
        ("Budget 3 h ago", "Report yesterday", False),
        ("Budget vor 3 Stunden", "Report gestern", False),
        ("Budget zuletzt bearbeitet gestern", "Report Vorlage", True),
        ("modificado hace 3 horas Budget", "plantilla Report", True),
        ("Budget of the team", "Report yesterday", False),
        ("Budget", "Report yesterday", False),
    ],
)
def test_a_name_beside_which_only_an_age_stood_has_no_other_words_there(was: str, now: str, *, other: bool) -> None:
    assert remarked_otherwise(([was, "Ada"], "Budget"), ([now, "Cleo"], "Report")) is other


def test_one_place_of_a_value_with_its_age_is_enough() -> None:
    assert not remarked_otherwise(
        (["Budget edited 3 h ago"], "Budget"), (["Report folder", "Report edited now"], "Report")
    )


def test_a_remark_of_age_is_no_part_of_its_cell() -> None:
    assert without_remarks(["Budget  edited 3 h ago", "Ada"], ["Budget", "edited 3 h ago", "Ada"]) == ("Budget", "Ada")
    assert without_remarks(["Report template"], ["Report", "template"]) == ("Report template",)
