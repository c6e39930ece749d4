"""Values that are new in every run."""

from __future__ import annotations

import pytest_ami
from pytest_ami.model.unique import ALPHABET


def test_it_is_new_each_time_and_begins_as_wished() -> None:
    made = {pytest_ami.unique("Invoice") for _ in range(100)}

    assert len(made) == 100
    assert all(one.startswith("Invoice ") and set(one[8:]) <= set(ALPHABET) and len(one) == 14 for one in made)


def test_it_can_stand_alone() -> None:
    assert len(pytest_ami.unique()) == 6
    assert len(pytest_ami.unique(length=12)) == 12
