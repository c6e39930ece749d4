"""Of the variants of a behaviour some run by day, and always the same ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.by_day import leave_to_the_night


class Item:
    """A collected test with its marks."""

    def __init__(self, nodeid: str, *marks: pytest.Mark) -> None:
        self.nodeid, self.marks = nodeid, list(marks)

    def iter_markers(self, name: str) -> Iterator[pytest.Mark]:
        return (mark for mark in self.marks if mark.name == name)

    def get_closest_marker(self, name: str) -> pytest.Mark | None:
        return next(self.iter_markers(name), None)

    def add_marker(self, mark: pytest.MarkDecorator) -> None:
        self.marks.append(mark.mark)

    @property
    def by_day(self) -> bool:
        return self.get_closest_marker("nightly") is None


def by_day(count: int, mark: pytest.MarkDecorator, name: str = "test_it") -> list[str]:
    items: list[Any] = [Item(f"test_a.py::{name}[{number:03}]", mark.mark) for number in range(count)]
    leave_to_the_night(items)
    return [item.nodeid for item in items if item.by_day]


@given(st.integers(1, 60), st.integers(1, 12), st.sampled_from(["test_it", "test_other", "test_third"]))
def test_every_nth_variant_runs_by_day_and_at_least_one(count: int, every: int, name: str) -> None:
    chosen = by_day(count, pytest.mark.variants(every), name)

    assert max(1, count // every) <= len(chosen) <= -(-count // every)
    assert chosen == by_day(count, pytest.mark.variants(every), name)


@given(st.integers(2, 60), st.integers(2, 12), st.integers(0, 59))
def test_a_variant_with_a_mark_of_its_own_always_runs_by_day(count: int, every: int, number: int) -> None:
    items: list[Any] = [Item(f"test_a.py::test_it[{one:03}]", pytest.mark.variants(every).mark) for one in range(count)]
    own = items[number % count]
    own.add_marker(pytest.mark.variants(1))
    leave_to_the_night(items)

    chosen = {item.nodeid for item in items if item.by_day}
    assert chosen == {*by_day(count, pytest.mark.variants(every)), own.nodeid}
