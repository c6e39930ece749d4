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
def test_every_nth_variant_runs_by_day_and_at_least_one(count: int, every: int, name: str) -> None:
    chosen = by_day(count, pytest.mark.variants(every), name)

    assert max(1, count // every) <= len(chosen) <= -(-count // every)
    assert chosen == by_day(count, pytest.mark.variants(every), name)
