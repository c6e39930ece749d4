"""One switch says how often a property is tried: the Hypothesis profile."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.support.examples import tries


@pytest.fixture(autouse=True)
def own_profile() -> Iterator[None]:
    before = settings.get_current_profile_name()
    yield
    settings.load_profile(before)


@pytest.mark.parametrize(
    ("profile", "counts", "same"),
    [("default", [6, 2, 2], True), ("nightly", [100, 100, 40], True), ("search", [100, 100, 200], False)],
)
def test_the_profile_decides_how_often_and_whether_the_same(profile: str, counts: list[int], *, same: bool) -> None:
    settings.load_profile(profile)
    made = [tries(kind) for kind in ("database", "databases", "browser")]

    assert [one.max_examples for one in made] == counts
    assert made[-1].derandomize is same
    assert all(one.deadline is None for one in made)
