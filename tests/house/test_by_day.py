"""Of the variants of a behaviour some run by day, and always the same ones."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.by_day import leave_to_the_night


class Item:
    """A collected test with its marks."""

    def __init__(self, nodeid: str, *marks: pytest.Mark) -> None:
        self.nodeid, self.marks = nodeid, {mark.name: mark for mark in marks}

    def get_closest_marker(self, name: str) -> pytest.Mark | None:
        return self.marks.get(name)

    def add_marker(self, mark: pytest.MarkDecorator) -> None:
        self.marks[mark.name] = mark.mark


def by_day(count: int, mark: pytest.MarkDecorator, name: str = "test_it") -> list[str]:
    items: list[Any] = [Item(f"test_a.py::{name}[{number:03}]", mark.mark) for number in range(count)]
    leave_to_the_night(items)
    return [item.nodeid for item in items if "nightly" not in item.marks]


@given(st.integers(1, 60), st.integers(1, 12), st.sampled_from(["test_it", "test_other", "test_third"]))
def test_as_many_variants_run_by_day_as_the_mark_says(count: int, wanted: int, name: str) -> None:
    chosen = by_day(count, pytest.mark.variants(wanted), name)

    assert len(chosen) == min(count, wanted)
    assert chosen == by_day(count, pytest.mark.variants(wanted), name)


@given(st.integers(1, 60))
def test_one_runs_if_the_mark_says_nothing(count: int) -> None:
    assert len(by_day(count, pytest.mark.variants)) == 1
