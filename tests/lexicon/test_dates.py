"""Dates in words."""

from __future__ import annotations

import calendar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.lexicon.dates import dated, is_figure, month_number, months, other_zone


@given(st.integers(1, 12), st.integers(3, 9))
def test_a_month_is_known_by_its_whole_name_and_by_its_first_letters(number: int, letters: int) -> None:
    assert month_number(calendar.month_name[number][:letters]) == number
    assert month_number(calendar.month_abbr[number].upper() + ".") == number


@pytest.mark.parametrize("word", ["Market", "Decision", "Mayor", "Junction", "Octagon", "ma", "Summary", ""])
def test_a_word_that_only_begins_like_a_month_is_none(word: str) -> None:
    assert month_number(word) == 0


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Tuesday, December 1st 2026", "2026-12-1"),
        ("5. März 2026", "2026-3-5"),
        ("12 janvier", "1-12"),
        ("3 février 2026", "2026-2-3"),
        ("May 4", "5-4"),
        ("Buy 3 items", "Buy 3 items"),
        ("Decision 5", "Decision 5"),
        ("Market 4", "Market 4"),
    ],
)
def test_dates_in_words(text: str, plain: str) -> None:
    assert dated(text) == plain


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Summary of visits", set()),
        ("März 2026", {"march", "2026"}),
        ("2026年4月", {"april", "2026"}),
        ("Feb. 2026", {"february", "2026"}),
        ("1000 Weber", set()),
        ("Room 20261", set()),
        ("03/2026", {"march", "2026"}),
        ("2026-03", {"march", "2026"}),
        ("3.3.2026", {"2026"}),
        ("Mar ’26", {"march", "2026"}),
        ("gennaio 2026", {"2026"}),
    ],
)
def test_months_of_a_text(text: str, found: set[str]) -> None:
    assert months(text) == found


@pytest.mark.parametrize(
    "text", ["17", "6:28 PM", "Nov 23, 2026 6:28 PM", "2026-11-05", "3. März 2026", "2026年11月5日", "-12,50"]
)
def test_a_number_a_date_or_a_time_of_day_is_a_figure(text: str) -> None:
    assert is_figure(text)


@pytest.mark.parametrize("text", ["Mark 4", "Decline 2", "Room 17", "Monday", "", "5 EUR", "Sunset 3"])
def test_words_make_no_figure(text: str) -> None:
    assert not is_figure(text)


@pytest.mark.parametrize(
    ("was", "now", "other"),
    [
        ("Berlin time", "New York time", True),
        ("Times are in Berlin", "Times are in UTC.", True),
        ("All times are shown in Berlin time.", "All times are shown in Tokyo time.", True),
        ("Alle Zeiten sind in Berlin", "Alle Zeiten sind in Tokio", True),
        ("所有时间均为北京时间", "所有时间均为东京时间", True),
        ("Times are in UTC+1", "Times are in UTC+9", True),
        ("CET time", "EST time", True),
        ("GMT time", "PST time", True),
        ("Times are in CET", "Times are in PDT", True),
        ("CET time", "CEST time", False),
        ("Times are in UTC+1", "Times are in UTC+2", False),
        ("Times are in CET", "Times are in CEST", False),
        ("Times are in GMT", "Times are in UTC", False),
        ("Times are in March", "Times are in April", False),
        ("Times are in your zone", "Times are in Berlin", False),
        ("Times are in Berlin", "Prices are in Berlin", False),
    ],
)
def test_texts_that_say_in_the_time_of_which_place_a_value_is_meant(was: str, now: str, *, other: bool) -> None:
    assert other_zone(was, now) is other
